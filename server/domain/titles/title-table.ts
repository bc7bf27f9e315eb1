import { feminineForms, headFirst, type TitleLanguage, titleLanguages, titleWords } from './title-words.ts';

/** Titles that mean one occupation. */
export interface Occupation {
  /** Of the group, in English. */
  name: string;
  /** A wide field of work, e.g. "Transport and storage". */
  field: string;
  /** What it is a kind of. */
  wider: Occupation | null;
  /** Names of groups that lie close by. */
  near: readonly string[];
  /** All titles by language, the own one first among the English. */
  titles: Readonly<Record<TitleLanguage, readonly string[]>>;
}

export interface TitleTable {
  readonly occupations: readonly Occupation[];
  /** What a title says its holder is, the narrowest of each; none where it has no title that is known. */
  occupationsIn(title: string): readonly Occupation[];
  /** English names of what a title in another language says its holder is; none for an English title. */
  inEnglish(title: string): readonly string[];
  /** Share of a line's words, numbers left out, that make up titles: 0–1. */
  titleShare(line: string): number;
}

export class TitleTableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TitleTableError';
  }
}

/** A title as it is looked for. */
interface Name {
  words: readonly string[];
  occupation: Occupation;
  languages: Set<TitleLanguage>;
}

interface ReadTitle {
  occupations: readonly Occupation[];
  english: readonly string[];
}

/** Where a name was found in a title, by words, end exclusive. */
interface Place {
  name: Name;
  start: number;
  end: number;
}

/** Words of a title may stand apart only where it is a short one: in a sentence they mean something else. */
const maxLooseWords = 12;
/** German and Dutch put what a person is at the end of a word; shorter ends are chance. */
const leastTail = 5;
/** A few megabytes. */
const rememberedTitles = 20_000;

/**
 * Reads the table of `models/skills/titles.txt`; its head says how. Throws TitleTableError with the line's number where a line has no name,
 * or a title stands for two occupations.
 */
export function readTitleTable(text: string): TitleTable {
  const occupations: Occupation[] = [];
  const wider: Occupation[] = [];
  const names = new Map<string, Name>();
  const masculine = new Map<string, string>();
  const unread: { language: TitleLanguage; title: string; occupation: Occupation; line: number }[] = [];
  let field = '';
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const row = raw.replace(/^#.*/, '').trimEnd();
    if (!row) continue;
    const heading = /^\[(.+)\]$/.exec(row)?.[1];
    if (heading) {
      field = heading;
      continue;
    }
    const depth = /^ */.exec(row)![0].length / 2;
    const [left = '', near = ''] = row.split(' ~ ');
    const [own = '', columns = ''] = left.split(/=(.*)/s).map((part) => part.trim());
    if (!own || !field || depth > wider.length)
      throw new TitleTableError(`Line ${index + 1} has no name, no field or no group above it.`);
    const lists = columns.split('|').map(listed);
    const titles = Object.fromEntries(
      titleLanguages.map((language, n) => [language, [...(n === 0 ? [own] : []), ...(lists[n] ?? [])]]),
    ) as Record<TitleLanguage, string[]>;
    const occupation = { name: own, field, wider: wider[depth - 1] ?? null, near: listed(near), titles };
    occupations.push(occupation);
    wider.splice(depth, wider.length, occupation);
    for (const language of titleLanguages)
      for (const title of titles[language]) unread.push({ language, title, occupation, line: index + 1 });
  }
  for (const { language, title } of unread)
    for (const word of titleWords(title))
      for (const form of feminineForms(word, language)) if (!masculine.has(form)) masculine.set(form, word);
  for (const { language, title, occupation, line } of unread) {
    const words = titleWords(title).map((word) => masculine.get(word) ?? word);
    // "Lkw-Fahrer" is also written in one word.
    const joined = title.includes('-') ? [words.join('')] : null;
    for (const form of joined ? [words, joined] : [words]) {
      const key = form.join(' ');
      const known = names.get(key);
      if (!key || (known && known.occupation !== occupation))
        throw new TitleTableError(
          `Line ${line}: the title "${title}" ${known ? `already means "${known.occupation.name}"` : 'has no telling word'}.`,
        );
      if (known) known.languages.add(language);
      else names.set(key, { words: form, occupation, languages: new Set([language]) });
    }
  }
  return { occupations, ...finderOf([...names.values()], masculine) };
}

const listed = (list: string): string[] =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

function finderOf(names: readonly Name[], masculine: ReadonlyMap<string, string>) {
  const byKey = new Map(names.map((name) => [name.words.join(' '), name]));
  const longest = Math.max(...names.map(({ words }) => words.length));
  const byWord = new Map<string, Name[]>();
  for (const name of names) {
    if (name.words.length < 2) continue;
    for (const word of name.words) byWord.set(word, [...(byWord.get(word) ?? []), name]);
  }
  const tails = names.filter(
    ({ words, languages }) =>
      words.length === 1 && words[0]!.length >= leastTail && (languages.has('de') || languages.has('nl')),
  );
  const byTail = remembering((word) => {
    const fitting = tails.filter(
      ({ words }) => word.endsWith(words[0]!) && word.length > words[0]!.length + 1,
    );
    return fitting.reduce<Name | null>(
      (best, name) => (best && best.words[0]!.length >= name.words[0]!.length ? best : name),
      null,
    );
  });
  const foldedWords = (text: string) => titleWords(text).map(foldGender);
  const foldGender = (word: string): string =>
    masculine.get(word) ??
    (byTail(word) || !word.endsWith('in') ? word : byTail(word.slice(0, -2)) ? word.slice(0, -2) : word);

  const together = (words: readonly string[]): Place[] => {
    const places: Place[] = [];
    for (let start = 0; start < words.length; start++) {
      let key = '';
      let found: Place | undefined;
      for (let end = start + 1; end <= Math.min(words.length, start + longest); end++) {
        key += (key ? ' ' : '') + words[end - 1]!;
        const name = byKey.get(key);
        if (name) found = { name, start, end };
      }
      const tail = found ? null : byTail(words[start]!);
      if (tail) found = { name: tail, start, end: start + 1 };
      if (found) places.push(found);
    }
    return places;
  };

  const read = (title: string): ReadTitle => {
    const heads = segmentsOf(title).flatMap((segment) => {
      const words = foldedWords(segment);
      const close = together(words);
      return headsOf([...close, ...apart(words, byWord).filter((one) => !isTornFrom(one, close))]);
    });
    // "Registered nurse, intensive care": what stands behind the comma narrows it down.
    const narrower = apart(foldedWords(title), byWord)
      .map(({ name }) => name)
      .filter((name) => heads.some((head) => narrows(name, head)));
    const all = [...heads, ...narrower];
    const narrowest = all.filter((one) => !all.some((other) => narrows(other, one)));
    const foreign = narrowest.filter(({ languages }) => !languages.has('en'));
    return {
      occupations: [...new Set(narrowest.map(({ occupation }) => occupation))],
      english: [...new Set(foreign.map(({ occupation }) => occupation.name))],
    };
  };

  const readOnce = remembering(read);

  const titleShare = (line: string): number => {
    const words = foldedWords(line).filter((word) => !/^\p{N}/u.test(word));
    const covered = new Set(together(words).flatMap(({ start, end }) => words.slice(start, end)));
    return words.length === 0 ? 0 : words.filter((word) => covered.has(word)).length / words.length;
  };

  return {
    occupationsIn: (title: string) => readOnce(title).occupations,
    inEnglish: (title: string) => readOnce(title).english,
    titleShare,
  };
}

/** Many people have one title: what was found for a text is kept for the next time. */
function remembering<Found>(find: (text: string) => Found): (text: string) => Found {
  const known = new Map<string, Found>();
  return (text) => {
    if (known.has(text)) return known.get(text) as Found;
    const found = find(text);
    if (known.size >= rememberedTitles) known.clear();
    known.set(text, found);
    return found;
  };
}

/** Names all of whose words stand somewhere in the title. */
function apart(words: readonly string[], byWord: ReadonlyMap<string, readonly Name[]>): Place[] {
  if (words.length > maxLooseWords) return [];
  const hits = new Map<Name, number>();
  for (const word of new Set(words))
    for (const name of byWord.get(word) ?? []) hits.set(name, (hits.get(name) ?? 0) + 1);
  return [...hits]
    .filter(([name, count]) => count === new Set(name.words).size)
    .map(([name]) => {
      const at = name.words.map((word) => words.indexOf(word));
      return { name, start: Math.min(...at), end: Math.max(...at) + 1 };
    });
}

/** Parts of a title that are titles of their own. */
const segmentsOf = (title: string): string[] =>
  title
    .split(
      /[,;|•·–—\n]|\s-\s|(?<=\p{L}{3}\s?)\/(?=\s?\p{L}{3})|\s[&+]\s|\s(?:and|und|et|y|e|i|or|oder|ou|o)\s/iu,
    )
    .filter((part) => part.trim());

/** "Health care administrative assistant" is no care assistant: words that stand together belong together, unless those apart say more. */
const isTornFrom = (place: Place, close: readonly Place[]): boolean =>
  close.some(
    ({ name, start, end }) =>
      start < place.end &&
      place.start < end &&
      name.words.length >= place.name.words.length &&
      name !== place.name &&
      !isKindOf(place.name.occupation, name.occupation),
  );

/** Of the names that were found in a part, the one that says what a person is: the others say of what. */
function headsOf(places: readonly Place[]): Name[] {
  const whole = places.filter(
    (one) =>
      !places.some(
        (other) =>
          other !== one &&
          other.name.words.length > one.name.words.length &&
          other.start <= one.start &&
          other.end >= one.end,
      ),
  );
  if (whole.length === 0) return [];
  // "Commercial electrician" is English, though "commercial" is a French title.
  const last = whole.reduce((one, other) => (other.end > one.end ? other : one));
  const isFirst =
    !last.name.languages.has('en') &&
    whole.some(({ name }) => [...name.languages].every((language) => headFirst.has(language)));
  const head = isFirst
    ? Math.min(...whole.map(({ start }) => start))
    : Math.max(...whole.map(({ end }) => end));
  return whole.filter(({ start, end }) => (isFirst ? start : end) === head).map(({ name }) => name);
}

/** Whether a name stands for a kind of what another does, or is the other with more words: "ingénieur Java", "ingénieur". */
const narrows = (one: Name, other: Name): boolean =>
  one.occupation !== other.occupation &&
  (isKindOf(one.occupation, other.occupation) ||
    (one.words.length > other.words.length && other.words.every((word) => one.words.includes(word))));

/** Whether one is the other or a kind of it. */
export function isKindOf(one: Occupation, other: Occupation): boolean {
  for (let at: Occupation | null = one; at; at = at.wider) if (at === other) return true;
  return false;
}
