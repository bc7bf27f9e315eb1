import { mixed } from '../vectors/unit-vectors.ts';
import { type AskedThing, readAsked } from './asked-text.ts';
import { isTelling, type Landmark, type Meanings, noMeanings } from './meaning.ts';
import { type MatchQuestion, type Reading, readForMatch } from './reading.ts';
import { scoreReading } from './score-match.ts';
import { besideOf, ownStems, surroundingsOf } from './sense.ts';
import { matchingStemmerFor, type Stemmer } from './stem.ts';
import type { Concept, Taxonomies, Taxonomy } from './taxonomy.ts';
import { nothingTold, readTold, type StatementEngine, type Told } from './told.ts';
import type { MatchScore } from './types.ts';
import { wordsOf } from './words.ts';

/** What makes vectors of texts; an embeddings engine is one. */
export interface Embedder {
  readonly name: string;
  /** In the order of the texts, up to 512 of them: unit vectors × 127. */
  embed(texts: readonly string[], kind: 'query' | 'passage', signal: AbortSignal): Promise<Int8Array[]>;
}

export interface WordBook {
  taxonomies: Taxonomies;
  embeddings: Embedder;
}

export interface MatchBook extends WordBook {
  /** Null: what is told in other words is found by vectors of words alone. */
  statements: StatementEngine | null;
}

/** As `scoreMatch`, with vectors of what is asked for in sentences and of the CV's lines. */
export async function scoreByMeaning(
  question: MatchQuestion,
  book: MatchBook,
  signal: AbortSignal,
): Promise<MatchScore> {
  const reading = readForMatch(question, book.taxonomies);
  const meanings = await meaningsFor(reading, book, signal);
  return scoreReading({ ...reading, meanings, told: await toldFor(reading, book, signal) });
}

/** English alone: the network has read nothing else. */
async function toldFor(reading: Reading, { statements }: MatchBook, signal: AbortSignal): Promise<Told> {
  if (!statements || (reading.profile.language ?? 'en') !== 'en') return nothingTold;
  const asked = sentencesAsked(reading)
    .map(({ text }) => readAsked(text, reading.book))
    // What is asked not to be there is looked for in every word.
    .filter(({ isInverted }) => !isInverted);
  const texts = asked.flatMap(({ said, things }) => [
    said,
    ...things.flatMap(({ anyOf }) => anyOf.map((thing) => thing.said)),
  ]);
  return readTold(texts, reading.index.passages, statements, signal);
}

function meaningsFor(reading: Reading, book: WordBook, signal: AbortSignal): Promise<Meanings> {
  const lines = reading.index.passages.filter(isTelling).map(({ claimed }) => claimed);
  return meaningsOf({ things: thingsAsked(reading), lines, stem: reading.stem }, book, signal);
}

/** The vectors that finding these things in these lines takes. */
export async function meaningsOf(
  { things, lines, stem }: { things: readonly AskedThing[]; lines: readonly string[]; stem: Stemmer },
  { taxonomies, embeddings }: WordBook,
  signal: AbortSignal,
): Promise<Meanings> {
  if (things.length === 0) return { ...noMeanings, model: embeddings.name };
  const known = await knownTo(embeddings, taxonomies);
  await known.learn(things, signal);
  const texts = [...new Set([...lines, ...restsOf(things, lines, stem)])];
  const vectors = await embedAll(embeddings, texts, 'passage', signal);
  return {
    model: embeddings.name,
    vectorOf: (text) => known.phrases.get(text) ?? vectors.get(text),
    aroundOf: (phrase) => known.around.get(phrase),
    landmarks: known.landmarks,
  };
}

/** What is left of the lines that have words of a thing's names. */
function restsOf(things: readonly AskedThing[], lines: readonly string[], stem: Stemmer): string[] {
  const known = things.filter(({ concepts }) => concepts.length > 0);
  if (known.length === 0) return [];
  const stems = lines.map((line) => new Set(wordsOf(line, stem).map((word) => word.stem)));
  return known.flatMap((thing) => {
    const own = [...ownStems(thing, stem)];
    return lines
      .filter((_, n) => own.some((one) => stems[n]!.has(one)))
      .map((line) => besideOf(thing, line, stem));
  });
}

/** Sentences' things, and skills as they are named. */
function thingsAsked(reading: Reading): AskedThing[] {
  const { config, book } = reading;
  return [
    ...sentencesAsked(reading).flatMap(({ text }) =>
      readAsked(text, book).things.flatMap(({ anyOf }) => anyOf),
    ),
    ...config.requirements.skills.hard_skills.map(({ name }) => namedThing(name, book.skills)),
  ];
}

const sentencesAsked = ({ config: { requirements } }: Reading) => [
  ...requirements.minimal_qualifications,
  ...requirements.preferable_qualifications,
];

/** What is asked for by its name alone. */
export function namedThing(name: string, taxonomy: Taxonomy): AskedThing {
  const concept = taxonomy.named(name);
  const concepts = concept ? [{ concept, taxonomy, start: 0, end: name.length }] : [];
  return {
    phrase: name,
    said: name,
    sentence: name,
    concepts,
    otherWords: [],
    certificate: null,
    isRole: false,
    isDescribed: false,
  };
}

interface Known {
  landmarks: readonly Landmark[];
  phrases: ReadonlyMap<string, Int8Array>;
  /** Of what lies around a thing, by its phrase. */
  around: ReadonlyMap<string, Int8Array>;
  learn(things: readonly AskedThing[], signal: AbortSignal): Promise<void>;
}

/** What does not depend on the CV is embedded once. */
const knownByEngine = new WeakMap<Embedder, WeakMap<Taxonomies, Promise<Known>>>();
const maxPhrases = 5000;

function knownTo(embeddings: Embedder, taxonomies: Taxonomies): Promise<Known> {
  let ofEngine = knownByEngine.get(embeddings);
  if (!ofEngine) {
    ofEngine = new WeakMap();
    knownByEngine.set(embeddings, ofEngine);
  }
  const found = ofEngine.get(taxonomies);
  if (found) return found;
  const known = learnTaxonomy(embeddings, taxonomies);
  ofEngine.set(taxonomies, known);
  // The next match tries again.
  known.catch(() => ofEngine.delete(taxonomies));
  return known;
}

async function learnTaxonomy(embeddings: Embedder, { skills }: Taxonomies): Promise<Known> {
  const stem = matchingStemmerFor('en');
  const texts = skills.concepts.flatMap((concept) => [concept.name, ...namesAround(concept)]);
  // Several matches may wait for it: none of them cuts it off.
  const vectors = await embedAll(embeddings, texts, 'query', new AbortController().signal);
  // Products lie closer together than skills do: a line would be nearer to many of them at once.
  const kinds = new Set(skills.concepts.flatMap(({ narrower }) => narrower));
  const landmarks = skills.concepts
    .filter(({ name }) => !kinds.has(name))
    .map((concept) => ({
      stems: wordsOf(concept.name, stem).map((word) => word.stem),
      vector: amid(concept.name, namesAround(concept), vectors),
    }));
  const phrases = new Map<string, Int8Array>();
  const surroundings = new Map<string, Int8Array>();
  return {
    landmarks,
    phrases,
    around: surroundings,
    async learn(things, aborted) {
      if (things.every(({ phrase }) => phrases.has(phrase))) return;
      if (phrases.size >= maxPhrases) {
        phrases.clear();
        surroundings.clear();
      }
      const around = (thing: AskedThing) => thing.concepts.flatMap(({ concept }) => namesAround(concept));
      const beside = (thing: AskedThing) => surroundingsOf(thing, stem);
      const wanted = things.flatMap((thing) => [
        thing.phrase,
        ...wordsIn(thing.phrase),
        ...around(thing),
        ...beside(thing),
      ]);
      const made = await embedAll(embeddings, wanted, 'query', aborted);
      for (const thing of things) {
        for (const word of wordsIn(thing.phrase)) phrases.set(word, made.get(word)!);
        phrases.set(thing.phrase, amid(thing.phrase, around(thing), made));
        const parts = beside(thing).map((text) => ({ vector: made.get(text)!, weight: 1 }));
        if (parts.length > 0) surroundings.set(thing.phrase, mixed(parts));
      }
    },
  };
}

const wordsIn = (phrase: string): string[] => wordsOf(phrase, (form) => form).map(({ form }) => form);

/** Names in other letters say nothing to vectors of another language's words. */
const namesAround = ({ names, near, narrower }: Concept): string[] =>
  [...names, ...near, ...narrower].filter((name) => /^[\x20-\x7e]+$/.test(name));

/** Half of it is the name itself, half what is called the same or lies around it: more words say more surely what is meant. */
function amid(name: string, around: readonly string[], vectors: ReadonlyMap<string, Int8Array>): Int8Array {
  const own = { vector: vectors.get(name)!, weight: 1 };
  const others = around
    .filter((one) => one !== name)
    .map((one, _, all) => ({ vector: vectors.get(one)!, weight: 1 / all.length }));
  return mixed([own, ...others]);
}

const maxAtOnce = 512;

async function embedAll(
  embeddings: Embedder,
  texts: readonly string[],
  kind: 'query' | 'passage',
  signal: AbortSignal,
): Promise<Map<string, Int8Array>> {
  const vectors = new Map<string, Int8Array>();
  const distinct = [...new Set(texts)];
  for (let first = 0; first < distinct.length; first += maxAtOnce) {
    const some = distinct.slice(first, first + maxAtOnce);
    const made = await embeddings.embed(some, kind, signal);
    for (const [n, text] of some.entries()) vectors.set(text, made[n]!);
  }
  return vectors;
}
