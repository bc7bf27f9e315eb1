import type { Box } from '../cv/types.ts';
import { lazy } from '../lazy.ts';
import { isInflection, isInOrder, isTurned, isVerbForm, singular } from './inflections.ts';
import { isOtherSense } from './other-senses.ts';
import type { Stemmer } from './stem.ts';
import type { Task } from './taxonomy.ts';
import { isProduct, isTechnicalCv, wordNames } from './word-names.ts';
import { normalise, type Token, wordsOf } from './words.ts';

/** Where in a CV something is said; what is said of a position weighs more than a list of words. */
export type Zone =
  | 'headline'
  | 'summary'
  | 'title'
  | 'employer'
  | 'work'
  | 'skills'
  | 'education'
  | 'certificates'
  | 'languages'
  | 'other';

/** A line of the CV that may speak for or against the candidate. */
export interface Passage {
  /** As it is quoted. */
  text: string;
  /** What of it is claimed, and so found by phrases; `text` unless something is denied. */
  claimed: string;
  /** "no experience with Docker" */
  denied: string | null;
  page: number;
  box: Box;
  zone: Zone;
  /** Index of the position it tells of; null outside of positions. */
  position: number | null;
  /** How much its position counts by its age, 0–1 (`recencyOf`); 1 outside of positions. */
  recency: number;
}

export interface Mention {
  passage: Passage;
  /** The name stands there as it is, in either number: "trained" mentions training, "trainings" names it. */
  isNamed: boolean;
  /** Number of the passage in reading order. */
  at: number;
}

/** A name ready to be looked for. */
export interface Phrase {
  stems: readonly string[];
  /** The words themselves, in lower case and singular. */
  forms: readonly string[];
  /** Joining words stand in it: "profit and loss". */
  isJoined: boolean;
  /** Two letters such as IT or PR count only where they are written in capitals. */
  needsCapitals: boolean;
  /** A name that is a word, too, counts only as it is: neither "pythons" nor "accessed"; null for all others. */
  form: string | null;
  /** A name such as "hiring", which other forms of the verb say, too, but not the noun "hire"; null for all others. */
  gerund: string | null;
}

export interface PassageIndex {
  readonly passages: readonly Passage[];
  /** Number of words read. */
  readonly wordCount: number;
  phraseOf(name: string): Phrase;
  /** Passages in which the phrase begins, each once, in reading order. */
  mentionsOf(phrase: Phrase): Mention[];
  has(stem: string): boolean;
  /** Of a passage, by its number in reading order. */
  stemsIn(at: number): ReadonlySet<string>;
  /**
   * Numbers of the passages in which all words of a phrase begin close together, with at most so many words between them. Two words have to
   * belong together as they do in the phrase: "the network's administration" or "administered networks", not "networked with administrators".
   */
  linesWith(phrase: Pick<Phrase, 'stems' | 'forms'>, maxBetween: number): number[];
  /** The passages that have an abbreviation ("PCR") in full, or, where words are given, their abbreviation. */
  linesSpelling(name: string): Mention[];
  /** The passages that tell of a task: a verb of its first list with what is done behind it, or straight before it. */
  linesDoing(task: Task): Mention[];
}

/** How far from a verb what is done stands: "answered all calls", "calls answered". Joining words are not counted. */
const reach = { behind: 5, before: 1, others: 8 };
const agent = /(?:[eo]rs?|ments?)$/;

const numbersOf = (noun: string): string[] => {
  const one = noun.replace(/ies$/, 'y').replace(/(?<=ss|sh|ch|x)es$|(?<!s)s$/, '');
  return [...new Set([noun, one, one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`, `${one}es`])];
};

const parting = /\b(?!(?:the|an?|its|my|our|their|your|s)\b)\p{L}/iu;

const leastInitials = 3;
const sentenceEnd = /[.!?;|•](?=\s)/;
/** Stands for any number in a task. */
const anyNumber = '9';

interface Place extends Token {
  at: number;
}

/**
 * Makes a CV searchable for phrases. Lines of one zone and position follow on each other, so that a name broken over
 * two lines is found; "Quick Books" is found as "QuickBooks" and the other way round.
 */
export function indexPassages(passages: readonly Passage[], stem: Stemmer): PassageIndex {
  const places: (Place | null)[] = [];
  for (const [at, passage] of passages.entries()) {
    const before = passages[at - 1];
    // A gap that no phrase crosses.
    if (before && (before.zone !== passage.zone || before.position !== passage.position)) places.push(null);
    for (const token of wordsOf(passage.claimed, stem)) places.push({ ...token, at });
  }
  const byStem = new Map<string, number[]>();
  const byForm = new Map<string, number[]>();
  const note = (map: Map<string, number[]>, key: string, index: number) => {
    const list = map.get(key);
    if (list) list.push(index);
    else map.set(key, [index]);
  };
  for (const [index, place] of places.entries()) {
    if (!place) continue;
    note(byStem, place.stem, index);
    note(byForm, place.form, index);
  }

  let stemsByPassage: Set<string>[] | undefined;

  /** Where two words in a row are one: "quick books". */
  const pairsOf = (wanted: string, gerund: string | null): number[] => {
    const starts: number[] = [];
    for (let length = 1; length < wanted.length; length++) {
      for (const start of byForm.get(wanted.slice(0, length)) ?? []) {
        const next = places[start + 1];
        // "Solid working" is no SolidWorks.
        if (
          next &&
          (gerund !== null || !/(?:ing|ed)$/.test(next.form)) &&
          stem(places[start]!.form + next.form) === wanted
        )
          starts.push(start);
      }
    }
    return starts;
  };

  const isTechnical = lazy(() => isTechnicalCv(passages.map(({ claimed }) => claimed)));
  const isName = ({ at, form: written, start, end }: Place, form: string): boolean => {
    const { claimed, zone } = passages[at]!;
    return written === form && isProduct(form, claimed, start, end, zone === 'skills', isTechnical());
  };
  const isMeant = ({ at, form, start, end }: Place): boolean =>
    !isOtherSense(form, passages[at]!.claimed, start, end);
  /** "Hiring" is not said by "new hire", unless it begins a line as a verb does. */
  const isDone = ({ at, form, start }: Place, name: string): boolean =>
    /(?:ings?|ed|[eo]rs?)$/.test(form) ||
    form === name ||
    /(?:^|\bto |[,&] ?|\band )$/.test(passages[at]!.claimed.slice(0, start));

  /** "Built cabins in a crew" has no cabin crew; articles part nothing. */
  const isUnbroken = (start: number, length: number): boolean => {
    for (let n = start + 1; n < start + length; n += 1) {
      const [one, other] = [places[n - 1]!, places[n]!];
      if (one.at === other.at && parting.test(passages[one.at]!.claimed.slice(one.end, other.start)))
        return false;
    }
    return true;
  };
  /** Whether an inflected word still says what the name does. */
  const isOfName = ({ at, form, start }: Place, name: string, isHead: boolean): boolean =>
    singular(form) === name ||
    ((isHead || isVerbForm(name)) && isInflection(form, name, passages[at]!.claimed.slice(0, start)));

  const startsOf = ({ stems, forms, isJoined, needsCapitals, form, gerund }: Phrase): number[] => {
    const starts = (byStem.get(stems[0] ?? '') ?? []).filter(
      (start) =>
        stems.every((one, offset) => places[start + offset]?.stem === one) &&
        (!needsCapitals || places[start]!.isCapitals || isListed(passages[places[start]!.at]!, stems[0]!)) &&
        (form === null || isName(places[start]!, form)) &&
        (stems.length > 1 || isMeant(places[start]!)) &&
        (isJoined || isUnbroken(start, stems.length)) &&
        forms.every((name, offset) => isOfName(places[start + offset]!, name, offset === forms.length - 1)) &&
        (gerund === null || isDone(places[start]!, gerund)),
    );
    if (stems.length === 1 && stems[0]!.length >= 6) starts.push(...pairsOf(stems[0]!, gerund));
    if (stems.length === 2) starts.push(...(byStem.get(stem(stems.join(''))) ?? []));
    return starts;
  };

  let numbers: number[] | undefined;
  const startsOfTaskWord = (word: string): readonly number[] => {
    if (word === anyNumber) {
      numbers ??= places.flatMap((place, n) => (place && /^\d/.test(place.form) ? [n] : []));
      return numbers;
    }
    const { stems } = phraseOf(word, stem);
    const starts = byStem.get(stems[0] ?? '') ?? [];
    return stems.length < 2
      ? starts
      : starts.filter((start) => stems.every((one, offset) => places[start + offset]?.stem === one));
  };
  /** Three or four words have the same initials by chance, unless they are a name. */
  const isAbbreviated = (row: readonly Place[]): boolean =>
    row.length > 4 ||
    row.every(({ at, start }, n) => {
      const { claimed } = passages[at]!;
      const before = row[n - 1];
      // "Science, Accountancy Philippines" is a list.
      const isListed = before?.at === at && /[,;:|•()]/.test(claimed.slice(before.end, start));
      return /^\p{Lu}/u.test(claimed.slice(start, start + 1)) && !isListed;
    });
  /** "Manager" and "management" manage nothing. */
  const startsOfVerb = (word: string): readonly number[] =>
    startsOfTaskWord(word).filter((start) => word.endsWith('er') || !agent.test(places[start]!.form));
  /** As they are written or in the other number: "supplied" is not "supplies". */
  const startsOfNoun = (word: string): readonly number[] =>
    word === anyNumber || word.includes(' ')
      ? startsOfTaskWord(word)
      : numbersOf(normalise(word)).flatMap((form) => byForm.get(form) ?? []);
  /** Within a sentence, which may go on in the next line. */
  const isOneSentence = (from: number, to: number): boolean => {
    const [first, last] = [places[from]!, places[to]!];
    const text = passages[first.at]!.claimed;
    if (first.at === last.at) return !sentenceEnd.test(text.slice(first.start, last.start));
    const next = passages[last.at]!.claimed;
    return (
      last.at === first.at + 1 &&
      /^\p{Ll}/u.test(next) &&
      !sentenceEnd.test(`${text.slice(first.start)} ${next.slice(0, last.start)}`) &&
      !places.slice(from, to).includes(null)
    );
  };

  const linesWithPair = (
    stems: readonly string[],
    forms: readonly string[],
    maxBetween: number,
  ): number[] => {
    const found = new Set<number>();
    const reach = 1 + maxBetween;
    for (const first of byStem.get(stems[0]!) ?? []) {
      for (const second of byStem.get(stems[1]!) ?? []) {
        const [one, other] = [places[first]!, places[second]!];
        if (one.at !== other.at || Math.abs(first - second) > reach) continue;
        const { claimed } = passages[one.at]!;
        const isPair =
          first < second
            ? isInOrder(one.form, forms[0]!, claimed.slice(one.end, other.start))
            : isTurned(other.form, claimed.slice(other.end, one.start));
        if (isPair) found.add(one.at);
      }
    }
    return [...found];
  };

  /** In other words. */
  const mentionsAt = (found: ReadonlySet<number>): Mention[] =>
    [...found].toSorted((a, b) => a - b).map((at) => ({ at, passage: passages[at]!, isNamed: false }));

  /** "Kept bees and sold books": what stands behind another verb and its "and" is done by that. */
  const isOfNextVerb = (verb: number, what: number): boolean => {
    for (let n = verb + 2; n <= what; n += 1) {
      const [before, place] = [places[n - 1], places[n]];
      if (!before || !place || before.at !== place.at || place.at !== places[verb]!.at) continue;
      const between = passages[place.at]!.claimed.slice(before.end, place.start);
      if (/\b(?:was|were|is|are)\b/i.test(between)) return true;
      // "Planned, organised and ran events" has no object before the last verb.
      if (n < what && /(?:\band|,|;)\s$/i.test(between) && isVerbForm(place.form) && !isVerbForm(before.form))
        return true;
    }
    return false;
  };

  return {
    passages,
    linesSpelling(name) {
      const tokens = wordsOf(name, stem);
      const [only] = tokens;
      const found = new Set<number>();
      if (tokens.length >= leastInitials) {
        const initials = tokens.map(({ form }) => form[0]).join('');
        for (const n of byForm.get(initials) ?? []) if (places[n]!.isCapitals) found.add(places[n]!.at);
      } else if (tokens.length === 1 && only!.isCapitals && only!.form.length >= leastInitials) {
        for (const [n, place] of places.entries()) {
          if (place?.form[0] !== only!.form[0]) continue;
          const row = places.slice(n, n + only!.form.length);
          // At the end of the CV the row is shorter, and its letters would do for any name that begins with them.
          if (row.length < only!.form.length) continue;
          if (row.every((one, k) => one?.form[0] === only!.form[k]) && isAbbreviated(row as Place[]))
            found.add(place!.at);
        }
      }
      return mentionsAt(found);
    },
    linesDoing([verbs = [], ...nouns]) {
      const starts = verbs.flatMap(startsOfVerb);
      if (starts.length === 0) return [];
      const lists = nouns.map((words) => words.flatMap(startsOfNoun));
      const found = new Set<number>();
      for (const start of starts) {
        const isBeside = (one: number, before: number, behind: number) =>
          one !== start &&
          (one < start || !isOfNextVerb(start, one)) &&
          one >= start - before &&
          one <= start + behind &&
          isOneSentence(Math.min(one, start), Math.max(one, start));
        const [what = [], ...others] = lists;
        if (
          what.some((one) => isBeside(one, reach.before, reach.behind)) &&
          others.every((list) => list.some((one) => isBeside(one, reach.others, reach.others)))
        )
          found.add(places[start]!.at);
      }
      return mentionsAt(found);
    },
    wordCount: places.length,
    phraseOf: (name) => phraseOf(name, stem),
    mentionsOf(phrase) {
      if (phrase.stems.length === 0) return [];
      const found = new Map<number, boolean>();
      for (const start of startsOf(phrase)) {
        const { at } = places[start]!;
        const isNamed = phrase.forms.every((form, n) => singular(places[start + n]?.form ?? '') === form);
        found.set(at, isNamed || (found.get(at) ?? false));
      }
      return [...found]
        .toSorted(([a], [b]) => a - b)
        .map(([at, isNamed]) => ({ at, passage: passages[at]!, isNamed }));
    },
    has: (one) => byStem.has(one),
    stemsIn(at) {
      if (!stemsByPassage) {
        stemsByPassage = passages.map(() => new Set());
        for (const place of places) if (place) stemsByPassage[place.at]!.add(place.stem);
      }
      return stemsByPassage[at]!;
    },
    linesWith({ stems, forms }, maxBetween) {
      const wanted = [...new Set(stems)];
      if (wanted.length < 2) return [];
      if (wanted.length === 2 && stems.length === 2) return linesWithPair(stems, forms, maxBetween);
      const found = new Set<number>();
      for (const start of byStem.get(wanted[0]!) ?? []) {
        const reach = wanted.length - 1 + maxBetween;
        const near = new Set<string>();
        for (let n = Math.max(0, start - reach); n <= start + reach; n++) {
          const place = places[n];
          if (place && place.at === places[start]!.at) near.add(place.stem);
        }
        if (wanted.every((one) => near.has(one))) found.add(places[start]!.at);
      }
      return [...found].toSorted((a, b) => a - b);
    },
  };
}

const knownPhrases = new WeakMap<Stemmer, Map<string, Phrase>>();
const maxPhrases = 20_000;

/** The same names are looked for in every CV. */
function phraseOf(name: string, stem: Stemmer): Phrase {
  let known = knownPhrases.get(stem);
  if (!known) {
    known = new Map();
    knownPhrases.set(stem, known);
  }
  let phrase = known.get(name);
  if (!phrase) {
    const tokens = wordsOf(name, stem);
    const only = tokens.length === 1 ? tokens[0]! : undefined;
    phrase = {
      stems: tokens.map((token) => token.stem),
      forms: tokens.map((token) => singular(token.form)),
      isJoined: tokens.some((token, n) => n > 0 && parting.test(name.slice(tokens[n - 1]!.end, token.start))),
      needsCapitals: only?.isCapitals === true && only.form.length <= 2,
      form: only && wordNames.has(only.form) ? only.form : null,
      gerund:
        only && /[a-z]{3}ing$/.test(only.form) && only.stem !== only.form && !wordNames.has(only.form)
          ? only.form
          : null,
    };
    if (known.size >= maxPhrases) known.clear();
    known.set(name, phrase);
  }
  return phrase;
}

/** In a list of skills also "it" and "pr" are meant as names, unless it is a single letter. */
const isListed = (passage: Passage, stem: string) =>
  passage.zone === 'skills' && stem.length > 1 && stem !== 'it';
