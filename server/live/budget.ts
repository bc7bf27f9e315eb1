/** What a page may send: `most` at once, and `perSecond` from then on. */
export interface Budget {
  /** @returns ms until it is made up for; 0 while there is some left */
  spend(cost: number): number;
}

/** @param now ms, of any beginning */
export function createBudget(
  { most, perSecond }: { most: number; perSecond: number },
  now: () => number,
): Budget {
  let left = most;
  let atMs = now();
  return {
    spend(cost) {
      const nowMs = now();
      left = Math.min(most, left + ((nowMs - atMs) / 1000) * perSecond) - cost;
      atMs = nowMs;
      return left >= 0 ? 0 : Math.ceil((-left / perSecond) * 1000);
    },
  };
}
