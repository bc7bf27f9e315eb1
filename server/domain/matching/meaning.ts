import type { Passage, PassageIndex } from './passage-index.ts';
import type { Stemmer } from './stem.ts';
import { wordsOf } from './words.ts';

/** Vectors of texts that were asked for beforehand, by an embeddings engine: unit vectors × 127. */
export interface Meanings {
  /** Names what made the vectors; null where there are none. */
  readonly model: string | null;
  vectorOf(text: string): Int8Array | undefined;
  /** What else a line may be about: the skills of the taxonomy. */
  readonly landmarks: readonly Landmark[];
}

export interface Landmark {
  stems: readonly string[];
  vector: Int8Array;
}

export const noMeanings: Meanings = { model: null, vectorOf: () => undefined, landmarks: [] };

/**
 * How surely a line means what is asked for in other words. Cosines of word vectors are high by chance among a CV's many lines, so a line has
 * to be nearer to the phrase than to nearly all other skills. Chosen on half of the pairs of `assay bench cv-match --pairs`, and so that of 120
 * CVs few come to have what most CVs lack; docs/decisions/0040-meaning-in-matching.md has the table.
 */
const means = { closeness: 0.26, maxNearer: 2 } as const;
const resembles = { closeness: 0.22, maxNearer: 10 } as const;

/** `same`: says it in other words. `close`: may do so. */
export type Likeness = 'same' | 'close' | null;

export interface Alike {
  passage: Passage;
  likeness: 'same' | 'close';
  closeness: number;
}

/** Texts whose vectors `alikeIn` wants for a phrase: the phrase, and each of its words. */
export const textsOfPhrase = (phrase: string): string[] => [
  ...new Set([phrase, ...wordsOf(phrase, (form) => form).map(({ form }) => form)]),
];

interface AlikeQuestion {
  index: PassageIndex;
  meanings: Meanings;
  stem: Stemmer;
}

/** Lines that mean a phrase, the likeliest first. */
export function alikeIn(phrase: string, question: AlikeQuestion): Alike[] {
  let known = found.get(question.index);
  if (!known) {
    known = new Map();
    found.set(question.index, known);
  }
  let alike = known.get(phrase);
  if (!alike) {
    alike = lookFor(phrase, question);
    known.set(phrase, alike);
  }
  return alike;
}

/** Asked for again and again while one CV is read. */
const found = new WeakMap<PassageIndex, Map<string, Alike[]>>();

function lookFor(phrase: string, { index, meanings, stem }: AlikeQuestion): Alike[] {
  const vector = meanings.vectorOf(phrase);
  if (!vector) return [];
  const words = wordsOf(phrase, stem);
  const stems = new Set(words.map((word) => word.stem));
  const alike: Alike[] = [];
  let others: readonly Landmark[] | undefined;
  for (const [at, passage] of index.passages.entries()) {
    const line = isTelling(passage) ? meanings.vectorOf(passage.claimed) : undefined;
    if (!line || cosine(vector, line) < resembles.closeness) continue;
    // A word in common brings texts together that may be about different things: what is left has to be alike too.
    const inLine = index.stemsIn(at);
    const left = words.filter((word) => !inLine.has(word.stem));
    if (left.length === 0) continue;
    const wanted = left.length === words.length ? vector : sumOf(left.map(({ form }) => meanings.vectorOf(form)));
    const closeness = wanted ? cosine(wanted, line) : 0;
    if (closeness < resembles.closeness) continue;
    others ??= meanings.landmarks.filter((landmark) => !landmark.stems.some((one) => stems.has(one)));
    const nearer = countNearer(others, line, closeness);
    if (closeness >= means.closeness && nearer <= means.maxNearer)
      alike.push({ passage, likeness: 'same', closeness });
    else if (nearer <= resembles.maxNearer) alike.push({ passage, likeness: 'close', closeness });
  }
  return alike.toSorted(
    (a, b) => Number(b.likeness === 'same') - Number(a.likeness === 'same') || b.closeness - a.closeness,
  );
}

/** Counted no further than it matters. */
function countNearer(landmarks: readonly Landmark[], line: Int8Array, closeness: number): number {
  let nearer = 0;
  for (const { vector } of landmarks) {
    if (cosine(vector, line) > closeness && ++nearer > resembles.maxNearer) break;
  }
  return nearer;
}

/** At length 127 again. */
function sumOf(vectors: readonly (Int8Array | undefined)[]): Int8Array | null {
  const known = vectors.filter((vector) => vector !== undefined);
  if (known.length < 2) return known[0] ?? null;
  const sum = Array.from(known[0]!, (_, n) => known.reduce((total, vector) => total + vector[n]!, 0));
  const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
  return length > 0 ? Int8Array.from(sum, (value) => Math.round((127 * value) / length)) : null;
}

/** Where somebody works, has studied or which languages they speak says little of what they can do. */
export const isTelling = ({ zone, claimed }: Passage): boolean =>
  zone !== 'employer' && zone !== 'education' && zone !== 'languages' && claimed.length > 2;

/** Of unit vectors × 127, whose length is a multiple of four. */
function cosine(a: Int8Array, b: Int8Array): number {
  let even = 0;
  let odd = 0;
  for (let n = 0; n < a.length; n += 4) {
    even += a[n]! * b[n]! + a[n + 2]! * b[n + 2]!;
    odd += a[n + 1]! * b[n + 1]! + a[n + 3]! * b[n + 3]!;
  }
  return (even + odd) / 16_129;
}
