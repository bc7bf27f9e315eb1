/** The last entry that has begun at a time, by binary search; -1 before the first. Starts must be ascending. */
export function indexAt(startsMs: ArrayLike<number>, positionMs: number): number {
  let low = 0;
  let high = startsMs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startsMs[middle]! <= positionMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
