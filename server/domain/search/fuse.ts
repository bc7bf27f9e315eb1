/** Of Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods" (SIGIR 2009). */
const k = 60;

/**
 * One order out of several by reciprocal rank fusion: each list gives what it names 1/(60 + rank). Lists need no common scale, and what
 * two of them name comes before what one of them does.
 *
 * @param lists best first; a list names nothing twice
 * @returns best first; equal ones by their number
 */
export function fuse(lists: readonly (readonly number[])[]): number[] {
  const sums = new Map<number, number>();
  for (const list of lists) {
    for (const [index, one] of list.entries()) sums.set(one, (sums.get(one) ?? 0) + 1 / (k + index + 1));
  }
  return [...sums].toSorted(([a, left], [b, right]) => right - left || a - b).map(([one]) => one);
}
