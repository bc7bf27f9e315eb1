import { readAsked } from './asked-text.ts';
import { isTelling, type Landmark, type Meanings, textsOfPhrase } from './meaning.ts';
import { type MatchQuestion, type Reading, readForMatch } from './reading.ts';
import { scoreReading } from './score-match.ts';
import { stemmerFor } from './stem.ts';
import type { Taxonomies } from './taxonomy.ts';
import type { MatchScore } from './types.ts';
import { wordsOf } from './words.ts';

/** What makes vectors of texts; an embeddings engine is one. */
export interface Embedder {
  readonly name: string;
  /** In the order of the texts, up to 512 of them: unit vectors × 127. */
  embed(texts: readonly string[], kind: 'query' | 'passage', signal: AbortSignal): Promise<Int8Array[]>;
}

export interface MatchBook {
  taxonomies: Taxonomies;
  embeddings: Embedder;
}

/** As `scoreMatch`, with vectors of what is asked for in sentences and of the CV's lines. */
export async function scoreByMeaning(
  question: MatchQuestion,
  book: MatchBook,
  signal: AbortSignal,
): Promise<MatchScore> {
  const reading = readForMatch(question, book.taxonomies);
  return scoreReading({ ...reading, meanings: await meaningsFor(reading, book, signal) });
}

async function meaningsFor(
  reading: Reading,
  { taxonomies, embeddings }: MatchBook,
  signal: AbortSignal,
): Promise<Meanings> {
  const known = await knownTo(embeddings, taxonomies, signal);
  const phrases = phrasesAsked(reading);
  const vectors = new Map<string, Int8Array>();
  if (phrases.length > 0) {
    const lines = [...new Set(reading.index.passages.filter(isTelling).map(({ claimed }) => claimed))];
    for (const [text, vector] of await embedAll(embeddings, lines, 'passage', signal)) vectors.set(text, vector);
    await known.learn(phrases, signal);
  }
  return {
    model: embeddings.name,
    vectorOf: (text) => vectors.get(text) ?? known.phrases.get(text),
    landmarks: known.landmarks,
  };
}

/** What may have to be looked for by its meaning: names that are in no taxonomy among them. */
function phrasesAsked({ config, book }: Reading): string[] {
  const { minimal_qualifications, preferable_qualifications } = config.requirements;
  return [...minimal_qualifications, ...preferable_qualifications].flatMap(({ text }) =>
    readAsked(text, book).things.flatMap((anyOf) =>
      anyOf.flatMap(({ phrase }) => textsOfPhrase(phrase)),
    ),
  );
}

interface Known {
  landmarks: readonly Landmark[];
  phrases: ReadonlyMap<string, Int8Array>;
  learn(phrases: readonly string[], signal: AbortSignal): Promise<void>;
}

/** What does not depend on the CV is embedded once. */
const knownByEngine = new WeakMap<Embedder, WeakMap<Taxonomies, Known>>();
const maxPhrases = 5000;

async function knownTo(embeddings: Embedder, taxonomies: Taxonomies, signal: AbortSignal): Promise<Known> {
  let ofEngine = knownByEngine.get(embeddings);
  if (!ofEngine) {
    ofEngine = new WeakMap();
    knownByEngine.set(embeddings, ofEngine);
  }
  const found = ofEngine.get(taxonomies);
  if (found) return found;
  const stem = stemmerFor('en');
  const names = taxonomies.skills.concepts.map(({ name }) => name);
  const landmarks = [...(await embedAll(embeddings, names, 'query', signal))].map(([name, vector]) => ({
    stems: wordsOf(name, stem).map((word) => word.stem),
    vector,
  }));
  const phrases = new Map<string, Int8Array>();
  const known: Known = {
    landmarks,
    phrases,
    async learn(texts, aborted) {
      const unknown = texts.filter((text) => !phrases.has(text));
      if (unknown.length === 0) return;
      if (phrases.size >= maxPhrases) phrases.clear();
      const all = phrases.size === 0 ? texts : unknown;
      for (const [text, vector] of await embedAll(embeddings, all, 'query', aborted)) phrases.set(text, vector);
    },
  };
  ofEngine.set(taxonomies, known);
  return known;
}

const maxAtOnce = 512;

async function embedAll(
  embeddings: Embedder,
  texts: readonly string[],
  kind: 'query' | 'passage',
  signal: AbortSignal,
): Promise<Map<string, Int8Array>> {
  const vectors = new Map<string, Int8Array>();
  for (let first = 0; first < texts.length; first += maxAtOnce) {
    const some = texts.slice(first, first + maxAtOnce);
    const made = await embeddings.embed(some, kind, signal);
    for (const [n, text] of some.entries()) vectors.set(text, made[n]!);
  }
  return vectors;
}
