import { mixed } from '../vectors/unit-vectors.ts';
import type { Passage, PassageIndex } from './passage-index.ts';
import type { Stemmer } from './stem.ts';
import { wordsOf } from './words.ts';

/** Vectors of texts that were asked for beforehand, by an embeddings engine: unit vectors × 127. */
export interface Meanings {
  /** Names what made the vectors; null where there are none. */
  readonly model: string | null;
  vectorOf(text: string): Int8Array | undefined;
  /** Of what lies around a thing, by its phrase; undefined where nothing is known to. */
  aroundOf(phrase: string): Int8Array | undefined;
  /** What else a line may be about: the skills of the taxonomy. */
  readonly landmarks: readonly Landmark[];
}

export interface Landmark {
  stems: readonly string[];
  vector: Int8Array;
}

export const noMeanings: Meanings = {
  model: null,
  vectorOf: () => undefined,
  aroundOf: () => undefined,
  landmarks: [],
};

/**
 * How surely a line means what is asked for in other words. Cosines of word vectors are high by chance among a CV's many lines, so a line has
 * to be nearer to the phrase than to nearly all skills of the taxonomy. Chosen on half of the pairs of `assay bench cv-match --pairs`, such
 * that few of 120 CVs are found to have what most CVs lack; docs/decisions/0040-meaning-in-matching.md has the table.
 */
const leastCloseness = 0.3;
const maxNearerForSame = 4;
const maxNearerForClose = 8;
/** The more lines, the likelier one of them is near by chance: of a hundred lines only those count that no skill is nearer to. */
const maxChances = 160;
/** Fragments lie near anything; titles are short. */
const leastWords = 4;

/** `same`: says it in other words. `likely`: would do so in a CV of few lines. `close`: may be about the same. */
export type Likeness = 'same' | 'likely' | 'close';

export interface Alike {
  passage: Passage;
  likeness: Likeness;
  closeness: number;
  /** Skills that the line lies nearer to. */
  nearer: number;
}

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
  let rivals: readonly Landmark[] | undefined;
  const maxNearer = Math.min(maxNearerForSame, maxChances / index.passages.length - 1);
  for (const [at, passage] of index.passages.entries()) {
    const line = isTelling(passage) ? meanings.vectorOf(passage.claimed) : undefined;
    if (!line || nearness(vector, line) < leastCloseness) continue;
    const inLine = index.stemsIn(at);
    const isTitle = passage.zone === 'title' || passage.zone === 'headline';
    if (!isTitle && inLine.size < leastWords) continue;
    // A word in common brings texts together that may be about different things: what is left has to be alike too.
    const left = words.filter((word) => !inLine.has(word.stem) && !sharesPart(word.stem, inLine));
    if (left.length === 0) continue;
    const isApart = left.length === words.length;
    const wanted = isApart ? vector : sumOf(left.map(({ form }) => meanings.vectorOf(form)));
    const closeness = wanted ? nearness(wanted, line) : 0;
    if (closeness < leastCloseness) continue;
    others ??= meanings.landmarks.filter((landmark) => !landmark.stems.some((one) => stems.has(one)));
    rivals ??= meanings.landmarks.filter((landmark) => isSibling(landmark, stems));
    const nearer = countNearer(others, line, closeness);
    if (nearer > maxNearerForClose) continue;
    const isSure =
      nearer <= maxNearerForSame &&
      (isApart || isTitle) &&
      // "Lawyer" is no word on corporate law.
      (inLine.size > 1 || words.length === 1) &&
      !rivals.some((rival) => nearness(rival.vector, line) > closeness + clearly);
    alike.push({
      passage,
      likeness: !isSure ? 'close' : nearer <= maxNearer ? 'same' : 'likely',
      closeness,
      nearer,
    });
  }
  return alike.toSorted((a, b) => order[a.likeness] - order[b.likeness] || b.closeness - a.closeness);
}

const order: Readonly<Record<Likeness, number>> = { same: 0, likely: 1, close: 2 };

/** Family law beside criminal law: each has a word that the other has not. */
const isSibling = (landmark: Landmark, stems: ReadonlySet<string>): boolean =>
  landmark.stems.some((one) => stems.has(one)) &&
  landmark.stems.some((one) => !stems.has(one)) &&
  [...stems].some((one) => !landmark.stems.includes(one));

/** How much nearer a sibling has to be to be meant instead. */
const clearly = 0.02;
const leastPart = 3;

/** "Stakeholders" and "stakes": vectors are made of parts of words. */
function sharesPart(stem: string, inLine: ReadonlySet<string>): boolean {
  for (const other of inLine) {
    const [long, short] = stem.length > other.length ? [stem, other] : [other, stem];
    if (short.length >= leastPart && long !== short && (long.startsWith(short) || long.endsWith(short)))
      return true;
  }
  return false;
}

/** Counted no further than it matters. */
function countNearer(landmarks: readonly Landmark[], line: Int8Array, closeness: number): number {
  let nearer = 0;
  for (const { vector } of landmarks) {
    if (nearness(vector, line) > closeness && ++nearer > maxNearerForClose) break;
  }
  return nearer;
}

function sumOf(vectors: readonly (Int8Array | undefined)[]): Int8Array | null {
  const known = vectors.filter((vector) => vector !== undefined);
  return known.length > 0 ? mixed(known.map((vector) => ({ vector, weight: 1 }))) : null;
}

/** Products and the like ("Kubernetes", "SAP FI") are written with capitals: what means something like one is another. */
export const isProperName = (phrase: string): boolean => /(?<=.)\p{Lu}|^\p{Lu}/u.test(phrase);

/** Where the candidate works, has studied or which languages they speak says little of what they can do. */
export const isTelling = ({ zone, claimed }: Passage): boolean =>
  zone !== 'employer' && zone !== 'education' && zone !== 'languages' && claimed.length > 2;

/** Of unit vectors × 127, whose length is a multiple of four. */
export function nearness(a: Int8Array, b: Int8Array): number {
  let even = 0;
  let odd = 0;
  for (let n = 0; n < a.length; n += 4) {
    even += a[n]! * b[n]! + a[n + 2]! * b[n + 2]!;
    odd += a[n + 1]! * b[n + 1]! + a[n + 3]! * b[n + 3]!;
  }
  return (even + odd) / 16_129;
}
