import type { AskedThing } from './asked-text.ts';
import { vague } from './asked-words.ts';
import { isProperName, isTelling, type Meanings, nearness } from './meaning.ts';
import type { Passage, PassageIndex, Zone } from './passage-index.ts';
import type { Stemmer } from './stem.ts';
import type { Concept } from './taxonomy.ts';
import { wordsOf } from './words.ts';

/** Where a name is a claim by itself, whatever stands beside it. */
const claims: ReadonlySet<Zone> = new Set<Zone>(['skills', 'certificates', 'title', 'headline']);

/**
 * From this nearness on, what stands beside a name is taken to be of the same work. All three limits were set on pairs that had been seen;
 * what they bring on pairs that had not: docs/decisions/0040-meaning-in-matching.md.
 */
const leastNearness = 0.1;
/** So near another skill has to be to be meant in its place. */
const leastRival = 0.3;
/** A title is one of few, and every line of its position is judged by it. */
const leastTitle = 0.2;

/** Done in any trade, so that what stands beside their names may be of any. */
const ofAnyTrade = new Set(
  `Leadership, Team management, Supervision, Communication, Project management, Planning, Organisation, Negotiation, Teamwork, Budgeting,
  Delegation, Mentoring, Problem solving, Decision making, Time management, Training, Process improvement, Forecasting`.split(
    /,\s+/,
  ),
);

export const isOfAnyTrade = ({ concepts }: AskedThing): boolean =>
  concepts.some(({ concept }) => ofAnyTrade.has(concept.name));

/** Says how much, not of what. */
const quantity =
  /^\d|^(?:[kmb]|mm|bn|mn|million|billion|thousand|hundred|usd|eur|gbp|chf|euros?|dollars?|pounds?|per|percent)$/;
/** Of one word nothing can be told. */
const leastWords = 2;

interface SenseQuestion {
  index: PassageIndex;
  meanings: Meanings;
  stem: Stemmer;
}

/**
 * Whether a line in which a thing's name stands is about the thing: "loans of books" is no lending, and to have "welded the team together"
 * is no welding. The rest of the line, or the title of its position, has to be near what lies around the thing: its other names, its
 * neighbours and its tasks. True where nothing is known of either.
 */
export function isAbout(
  thing: AskedThing,
  passage: Passage,
  { index, meanings, stem }: SenseQuestion,
): boolean {
  const around = meanings.aroundOf(thing.phrase);
  if (isOfAnyTrade(thing)) return true;
  if (!around || claims.has(passage.zone) || !isTelling(passage)) return true;
  if (properNamesOf(thing).some((name) => passage.claimed.includes(name))) return true;
  const own = ownStems(thing, stem);
  if (!wordsOf(passage.claimed, stem).some((word) => own.has(word.stem))) return true;
  // "Ran payroll, kept the ledgers": what another clause tells of does not change what this one means.
  const clause =
    passage.claimed
      .split(/[,;](?=\s)/)
      .find((part) => wordsOf(part, stem).some((word) => own.has(word.stem))) ?? passage.claimed;
  const rest = besideOf(thing, clause, stem);
  const vector = meanings.vectorOf(rest);
  if (!vector || rest.split(' ').length < leastWords || nearness(around, vector) >= leastNearness)
    return true;
  if (!meanings.landmarks.some((other) => nearness(other.vector, vector) >= leastRival)) return true;
  return index.passages.some(
    (other) =>
      other.zone === 'title' &&
      other.position !== null &&
      other.position === passage.position &&
      nearness(around, meanings.vectorOf(other.claimed) ?? vector) >= leastTitle,
  );
}

const properNamesOf = ({ phrase, concepts }: AskedThing): string[] =>
  [phrase, ...concepts.flatMap(({ concept }) => concept.names)].filter(
    (name) => isProperName(name) && !/^\p{Lu}\p{Ll}+ing\b/u.test(name),
  );

/** The words of a line that tell of something else than the thing's own names do. */
export function besideOf(thing: AskedThing, line: string, stem: Stemmer): string {
  const own = ownStems(thing, stem);
  return wordsOf(line, stem)
    .filter(({ form, stem: one }) => !own.has(one) && !vague.has(form) && !quantity.test(form))
    .map(({ form }) => form)
    .join(' ');
}

export function ownStems({ phrase, concepts }: AskedThing, stem: Stemmer): ReadonlySet<string> {
  const names = [phrase, ...concepts.flatMap(({ concept }) => concept.names)];
  return new Set(names.flatMap((name) => wordsOf(name, stem).map((word) => word.stem)));
}

/** Names and words of tasks that lie around a thing, without its own words. */
export function surroundingsOf(thing: AskedThing, stem: Stemmer): string[] {
  const texts = thing.concepts.flatMap(({ concept }) => wordsAround(concept));
  return [...new Set(texts.map((text) => besideOf(thing, text, stem)))].filter(Boolean);
}

const wordsAround = ({ names, near, narrower, tasks }: Concept): string[] =>
  [...names, ...near, ...narrower, ...tasks.flat(2)].filter((name) => /^[\x20-\x7e]+$/.test(name));
