import type { AskedThing } from './asked-text.ts';
import { sameWords } from './asked-words.ts';
import { namesShowing, productsIn } from './broader-names.ts';
import { supportOf, type ZoneWeights } from './evidence.ts';
import { findRole } from './find-role.ts';
import { rankOfTitle } from './levels.ts';
import { alikeIn, isProperName } from './meaning.ts';
import type { Passage } from './passage-index.ts';
import type { Searched } from './reading.ts';
import { exactNamesOf, findIndustry, findNamed, nearNamesOf, skillWeights, tasksOf } from './score-named.ts';
import { isAbout, isOfAnyTrade, ownStems } from './sense.ts';
import type { Concept, Taxonomy } from './taxonomy.ts';
import type { Shown, ThingFound } from './thing-found.ts';
import {
  bornOut,
  leastTold,
  nearestTo,
  passagesTelling,
  perhapsTold,
  surelyTold,
  type Told,
} from './told.ts';
import { isLike } from './tools.ts';
import { wordsOf } from './words.ts';

export const yesFrom = 0.4;
const justBelow = 0.39;
const sureMeaning = 0.55;
/** Another tool for the same. */
const likeScore = 0.25;
/** Where a CV has more, one that means it is too often chance: of those found in long CVs a third was. */
const fewLines = 40;
const leastNamed = 0.1;
/** Words of a phrase stand together. */
const maxApart = (words: number) => (words > 2 ? 3 : 1);

export function findThing(thing: AskedThing, reading: Searched): ThingFound {
  const found = (shown: Shown, score: number, passages: Passage[], detail = ''): ThingFound => ({
    thing,
    shown,
    score,
    passages,
    detail,
  });
  if (isDenied(thing.phrase, reading)) return found('denied', 0, passagesDenying(thing, reading));
  if (thing.isRole) {
    const role = findRole(thing.phrase, reading);
    const missing = role?.shown === 'named' ? wordsMissing(thing, role.passages, reading) : [];
    if (role && missing.length > 0) return found('incomplete', justBelow, role.passages, missing.join(', '));
    if (role) return { thing, ...role };
  }
  const named = findByName(thing, reading);
  const missing = named.score > 0 ? wordsMissing(thing, named.passages, reading) : [];
  const isNamed = named.score >= leastNamed && missing.length === 0 && !named.isApart;
  const bearing = passagesBearing(thing, named.isDone, reading);
  const borne = named.passages.filter((passage) => !bearing || bearing.has(passage));
  if (isNamed && borne.length > 0) return found(named.isDone ? 'in meaning' : 'named', named.score, borne);
  const isDoubted = bearing !== null && nearestOf(thing, reading.told) < leastTold;
  if (isNamed && !isDoubted) return found('perhaps', Math.min(justBelow, named.score), named.passages);

  const inWords = [
    ...passagesWithWords(thing.phrase, reading),
    ...reading.index.linesSpelling(thing.phrase).map(({ passage }) => passage),
  ].filter((passage) => (!thing.isRole || passage.zone !== 'work') && (!bearing || bearing.has(passage)));
  if (inWords.some((passage) => isAbout(thing, passage, reading)))
    return found('in words', Math.max(yesFrom, named.score), inWords);

  const told = toldOf(thing, reading, surelyTold);
  if (told.length > 0) return found('in meaning', sureMeaning, told);

  const alike = alikeIn(thing.phrase, reading);
  const sure = alike.filter(
    ({ likeness, passage }) => likeness !== 'close' && isAbout(thing, passage, reading),
  );
  // Where it is known how people tell of a thing, what tells of it otherwise has to be the surer.
  const isKnown = thing.concepts.some(({ concept }) => concept.tasks.length > 0);
  const isEnough =
    sure[0]?.likeness === 'same' &&
    (!isKnown || sure.some(({ nearer }) => nearer === 0)) &&
    reading.index.passages.length <= fewLines;
  if (isEnough && !isProperName(thing.phrase))
    return found(
      'in meaning',
      sureMeaning,
      sure.map(({ passage }) => passage),
    );
  const perhaps = toldOf(thing, reading, perhapsTold);
  if (perhaps.length > 0) return found('perhaps', justBelow, perhaps);
  const isKnownPart = thing.concepts.length > 0 && thing.otherWords.length <= fewWords;
  const leastOfPart = isKnownPart ? leastOfKnown : bornOut;
  if (named.score >= leastNamed && (bearing === null || nearestOf(thing, reading.told) >= leastOfPart))
    return found(
      'incomplete',
      Math.min(justBelow, named.score),
      named.passages,
      missing.join(', ') || thing.phrase,
    );
  const near = findNear(thing, reading);
  if (near)
    return found(near.isLike ? 'like' : 'near', near.isLike ? likeScore : 0, near.passages, near.name);
  const denied = passagesDenying(thing, reading);
  if (denied.length > 0) return found('denied', 0, denied);
  return found('not at all', 0, []);
}

/** Lines that tell of it without naming it. Products, positions and industries are named. */
function toldOf(thing: AskedThing, { told, book, stem }: Searched, least: number): Passage[] {
  const { said, sentence, phrase, concepts, isRole, isDescribed } = thing;
  if (isRole || isProperName(phrase) || concepts.some(({ taxonomy }) => taxonomy === book.industries))
    return [];
  // Half of a sentence may mean anything, where the whole is not told of.
  if (said !== sentence && nearestTo(sentence, told) < bornOut) return [];
  // Lines with a name's own words were judged by them.
  const own = concepts.length > 0 && !isDescribed ? ownStems(thing, stem) : null;
  return passagesTelling(said, told, least).filter(
    ({ claimed }) => !own || !wordsOf(claimed, stem).some((word) => own.has(word.stem)),
  );
}

/** Of a thing that the taxonomies know, some may be told in a statement that lies further off. */
const leastOfKnown = 0.3;
/** More telling words than these, and the name among them is not what the sentence is about. */
const fewWords = 2;

/**
 * The lines that bear out what a sentence describes: its words, or those of a guess at the skill, may stand in others that are about another
 * thing. Null where nothing has to be borne out: what is asked for by its name needs no more than the name.
 */
function passagesBearing(thing: AskedThing, isDone: boolean, { told, index }: Searched): Set<Passage> | null {
  const { said, sentence, concepts, otherWords, isDescribed, isRole } = thing;
  // The lists of tasks were made for such descriptions.
  const isName = concepts.length > 0 && otherWords.length <= fewWords && (!isDescribed || isDone);
  if (isName || isRole || !isAskedAbout(thing, told)) return null;
  // "Primary School Teacher" bears out that children were taught.
  const titles = isOfAnyTrade(thing)
    ? []
    : index.passages.filter(({ zone }) => zone === 'title' || zone === 'headline');
  return new Set([
    ...passagesTelling(said, told, bornOut),
    ...passagesTelling(sentence, told, bornOut),
    ...titles,
  ]);
}

const isAskedAbout = ({ said, sentence }: AskedThing, told: Told): boolean =>
  told.tellingOf(said).length > 0 || told.tellingOf(sentence).length > 0;

const nearestOf = ({ said, sentence }: AskedThing, told: Told): number =>
  Math.max(nearestTo(said, told), nearestTo(sentence, told));

interface Found {
  score: number;
  passages: Passage[];
  /** Told of, not named. */
  isDone: boolean;
  /** Its concepts are there, but nowhere together, or only something more general is. */
  isApart: boolean;
}

/** By the names of its concepts, or what is done in them; where it has several, each has to be there. */
function findByName(thing: AskedThing, reading: Searched): Found {
  const { phrase, concepts } = thing;
  if (concepts.length === 0) {
    const exact = supportOf(reading.index, [phrase], thing.isRole ? ownTitleWeights : skillWeights);
    return { score: exact.strength ** 0.75, passages: exact.passages, isDone: false, isApart: false };
  }
  const places = Map.groupBy(concepts, ({ start }) => start);
  const best = [...places.values()].map((meanings) =>
    meanings
      .map(({ concept, taxonomy }) => findConcept(concept, taxonomy, thing, reading))
      .reduce((a, b) => (b.score > a.score ? b : a)),
  );
  if (best.length > 1 && !isTogether(best, phrase))
    return {
      score: Math.min(justBelow, ...best.map(({ score }) => score)),
      passages: best.flatMap(({ passages }) => passages.slice(0, 1)),
      isDone: false,
      isApart: true,
    };
  return {
    score: Math.min(...best.map(({ score }) => score)),
    passages: best.flatMap(({ passages }) => passages.slice(0, best.length > 1 ? 1 : undefined)),
    isDone: best.some(({ isDone }) => isDone),
    isApart: best.some(({ isApart }) => isApart),
  };
}

/** "Recruiting software engineers" is said in one breath; "project management in construction" in one position. */
function isTogether(found: readonly Found[], phrase: string): boolean {
  const [first, ...others] = found;
  const isLoose = /\s(?:in|at|for|with|within|on)\s/i.test(phrase);
  const isBeside = (one: Passage, other: Passage) =>
    one.position === other.position && ((isLoose && one.position !== null) || one === other);
  return first!.passages.some((passage) =>
    others.every(({ passages }) => passages.some((other) => isBeside(passage, other))),
  );
}

const ledScore = 0.6;
const leading = 4;

/** "Director of ship construction" is construction management: titles of those who lead what is to be managed. */
function passagesLeading({ names }: Concept, { index }: Searched): Passage[] {
  const managed = names.flatMap((name) => /^(.+) management$/i.exec(name)?.[1] ?? []);
  return managed.flatMap((name) =>
    index
      .mentionsOf(index.phraseOf(name))
      .map(({ passage }) => passage)
      .filter(({ zone, text }) => (zone === 'title' || zone === 'headline') && rankOfTitle(text) >= leading),
  );
}

const ownTitleWeights: ZoneWeights = { ...skillWeights, work: 0, education: 0 };

function findConcept(concept: Concept, taxonomy: Taxonomy, thing: AskedThing, reading: Searched): Found {
  if (taxonomy === reading.book.industries) {
    const { score, passages } = findIndustry(concept, reading);
    return { score, passages, isDone: false, isApart: false };
  }
  // Tasks name the occupations of others: "scheduled nurses".
  const weights = taxonomy === reading.book.occupations ? ownTitleWeights : skillWeights;
  const { exact, score, isGeneral } = findNamed(concept.name, reading, taxonomy, weights, thing.phrase);
  // A word keeps its sense throughout a CV.
  const isMeant = exact.passages.some((passage) => isAbout(thing, passage, reading));
  if (isMeant && score >= yesFrom && !isGeneral)
    return { score, passages: exact.passages, isDone: false, isApart: false };
  const led = passagesLeading(concept, reading);
  if (led.length > 0) return { score: ledScore, passages: led, isDone: true, isApart: false };
  const names = isMeant
    ? namesShowing(thing.phrase, exactNamesOf(concept, taxonomy), concept, reading, taxonomy)
    : [];
  // No task tells which product it was done with.
  const tasks = productsIn(thing.phrase, concept, reading.book).length > 0 ? [] : tasksOf(concept, taxonomy);
  const done = supportOf(reading.index, names, weights, tasks);
  if (isGeneral && isMeant && done.strength ** 0.75 < score)
    return { score, passages: exact.passages, isDone: false, isApart: true };
  return {
    score: done.strength ** 0.75,
    passages: done.passages,
    isDone: !isMeant && done.strength > 0,
    isApart: false,
  };
}

/** Words that narrow a thing down ("paediatric nursing") have to stand near it: in its lines or in the position they tell of. */
function wordsMissing({ otherWords }: AskedThing, passages: readonly Passage[], reading: Searched): string[] {
  const { index } = reading;
  const lines = new Set(passages);
  const positions = new Set(passages.map(({ position }) => position).filter((one) => one !== null));
  const isBeside = (passage: Passage) =>
    lines.has(passage) || (passage.position !== null && positions.has(passage.position));
  return otherWords.filter((word) => {
    const phrases = alikeWords(word)
      .map((one) => index.phraseOf(one).stems)
      .filter((stems) => stems.length > 0);
    return (
      phrases.length > 0 &&
      !phrases.some((stems) =>
        index
          .mentionsOf({ stems, forms: [], isJoined: true, needsCapitals: false, form: null, gerund: null })
          .some(({ passage }) => isBeside(passage)),
      ) &&
      !alikeIn(word, reading).some(({ likeness, passage }) => likeness === 'same' && isBeside(passage))
    );
  });
}

const alikeWords = (word: string): readonly string[] => {
  const same = sameWords.filter((row) => row[0] === word || row[1] === word).flat();
  return same.length > 0 ? same : [word];
};

/** Lines in which all of the phrase's words stand close together, in whatever order. */
export function passagesWithWords(phrase: string, { index }: Searched): Passage[] {
  const words = index.phraseOf(phrase);
  return index.linesWith(words, maxApart(words.stems.length)).map((at) => index.passages[at]!);
}

function findNear(
  { concepts }: AskedThing,
  { index }: Searched,
): { name: string; passages: Passage[]; isLike: boolean } | null {
  for (const { concept, taxonomy } of concepts) {
    const found = nearNamesOf(concept, taxonomy)
      .map((name) => ({ name, passages: supportOf(index, [name], skillWeights).passages }))
      .filter(({ passages }) => passages.length > 0)
      .map((one) => ({ ...one, isLike: isLike(concept.name, one.name, taxonomy) }));
    const best = found.find((one) => one.isLike) ?? found[0];
    if (best) return best;
  }
  return null;
}

/** Said to be missing, and named nowhere else. */
const isDenied = (phrase: string, { denials, index }: Searched): boolean =>
  denials.passages.length > 0 &&
  denials.mentionsOf(denials.phraseOf(phrase)).length > 0 &&
  index.mentionsOf(index.phraseOf(phrase)).length === 0;

function passagesDenying({ phrase, concepts }: AskedThing, { denials }: Searched): Passage[] {
  if (denials.passages.length === 0) return [];
  const names = [phrase, ...concepts.flatMap(({ concept, taxonomy }) => exactNamesOf(concept, taxonomy))];
  return supportOf(denials, names, skillWeights).passages;
}

/** Positions in which a thing was used, as far as the CV tells; by index in the profile. */
export function positionsWith({ thing, shown, passages }: ThingFound, reading: Searched): number[] {
  const found = new Set<number>();
  const note = (list: readonly Passage[]) => {
    for (const { position } of list) if (position !== null) found.add(position);
  };
  note(passages);
  if (shown !== 'near' && !thing.isRole)
    note(
      alikeIn(thing.phrase, reading)
        .filter(({ likeness }) => likeness === 'same')
        .map(({ passage }) => passage),
    );
  return [...found].toSorted((a, b) => a - b);
}
