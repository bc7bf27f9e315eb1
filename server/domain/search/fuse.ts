/**
 * Of Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods" (SIGIR 2009), where
 * it is 60; chosen with the weights of the retriever on the bench (docs/decisions/0039-cv-search.md).
 */
const k = 10;

/** An order, and how much it counts. */
export interface RankedList {
  /** Best first; none twice. */
  numbers: readonly number[];
  weight: number;
}

/**
 * One order out of several by reciprocal rank fusion: each list gives what it names weight / (10 + rank). Lists need no common scale, and
 * what two of them name comes before what one of them does at the same rank.
 *
 * @returns best first; equal ones by their number
 */
export function fuse(lists: readonly RankedList[]): number[] {
  const sums = new Map<number, number>();
  for (const { numbers, weight } of lists) {
    for (const [index, one] of numbers.entries())
      sums.set(one, (sums.get(one) ?? 0) + weight / (k + index + 1));
  }
  return [...sums].toSorted(([a, left], [b, right]) => right - left || a - b).map(([one]) => one);
}
