import type { VectorFile } from '../../../engines/vectors/port.ts';
import type { VectorRows } from './vector-rows.ts';

/** A corpus's vectors, as far as they are known here. */
export interface LoadedVectors {
  /** Null while there are too few for one. */
  file: { rows: VectorRows; vectors: VectorFile } | null;
  /** By row of the file: 0 for who was changed or deleted since. */
  live: Uint8Array;
  dead: number;
  /** What is newer than the file. */
  recent: Map<number, Int8Array>;
  /** Of the corpus: everything up to it is known. */
  revision: number;
  /** Searches that look into it. Once it is retired, the last of them closes the file. */
  users: number;
  isRetired: boolean;
}

export const loadedOf = (file: LoadedVectors['file']): LoadedVectors => ({
  file,
  live: new Uint8Array(file?.rows.numbers.length ?? 0).fill(1),
  dead: 0,
  recent: new Map(),
  revision: file?.rows.revision ?? 0,
  users: 0,
  isRetired: false,
});

/** Closes the file once no search looks into it any more. */
export function retire(loaded: LoadedVectors): void {
  loaded.isRetired = true;
  if (loaded.users > 0) return;
  loaded.file?.vectors.close();
  loaded.file = null;
}

/** The file's row of a candidate does not count any more. */
export function leaveOut(loaded: LoadedVectors, candidate: number): void {
  const row = loaded.file ? rowOf(loaded.file.rows.numbers, candidate) : -1;
  if (row < 0 || loaded.live[row] === 0) return;
  loaded.live[row] = 0;
  loaded.dead++;
}

export interface Question {
  query: Int8Array;
  limit: number;
  /** Candidates that may be found, rising; all where it is missing. */
  allowed?: Int32Array | undefined;
}

/** The candidates nearest to a query, nearest first; only those that are like it at all. */
export async function nearestOf(
  loaded: LoadedVectors,
  { query, limit, allowed }: Question,
): Promise<number[]> {
  const { file, recent } = loaded;
  const near = file
    ? (await file.vectors.nearest(query, limit, mask(loaded, allowed))).map(({ row, similarity }) => ({
        candidate: file.rows.numbers[row]!,
        similarity,
      }))
    : [];
  for (const [candidate, vector] of recent) {
    if (!allowed || rowOf(allowed, candidate) >= 0)
      near.push({ candidate, similarity: cosine(query, vector) });
  }
  return near
    .filter(({ similarity }) => similarity > 0)
    .sort((a, b) => b.similarity - a.similarity || a.candidate - b.candidate)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** By row of the file, whether it may be found; undefined where each may. */
function mask({ file, live, dead }: LoadedVectors, allowed: Int32Array | undefined): Uint8Array | undefined {
  if (!allowed) return dead > 0 ? live : undefined;
  const { numbers } = file!.rows;
  const mayBe = new Uint8Array(numbers.length);
  // Both rise.
  let row = 0;
  for (const candidate of allowed) {
    while (row < numbers.length && numbers[row]! < candidate) row++;
    if (row < numbers.length && numbers[row] === candidate) mayBe[row] = live[row]!;
  }
  return mayBe;
}

/** Row of a number in a rising list; -1 where it is missing. */
function rowOf(numbers: Float64Array | Int32Array, wanted: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = numbers[middle]!;
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Of unit vectors × 127. */
function cosine(a: Int8Array, b: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum / (127 * 127);
}
