/**
 * Average precision of a ranking: the mean of the precision at each relevant item. Items with equal scores share
 * the precision they have on average over all orders of the tie, so that no order of files helps or harms: within a
 * tie of n items with r relevant ones, the i-th place is relevant with probability r/n.
 */
export function averagePrecision(items: readonly { score: number; isRelevant: boolean }[]): number {
  const relevant = items.filter(({ isRelevant }) => isRelevant).length;
  if (relevant === 0) return 0;
  const byScore = new Map<number, { count: number; relevant: number }>();
  for (const { score, isRelevant } of items) {
    const tie = byScore.get(score) ?? { count: 0, relevant: 0 };
    byScore.set(score, { count: tie.count + 1, relevant: tie.relevant + (isRelevant ? 1 : 0) });
  }
  let before = 0;
  let relevantBefore = 0;
  let sum = 0;
  for (const [, tie] of [...byScore].toSorted(([a], [b]) => b - a)) {
    for (let place = 1; place <= tie.count; place += 1) {
      const share = tie.relevant / tie.count;
      // Relevant ones expected among the earlier places of the tie, given that this place holds one.
      const earlier = tie.count > 1 ? ((place - 1) * (tie.relevant - 1)) / (tie.count - 1) : 0;
      sum += share * ((relevantBefore + earlier + 1) / (before + place));
    }
    before += tie.count;
    relevantBefore += tie.relevant;
  }
  return sum / relevant;
}

/**
 * nDCG at a depth, for items that are relevant or not (Järvelin & Kekäläinen 2002): discounted by log2(place + 1), divided by what the best
 * order gives. Items with equal scores share their places, as in `averagePrecision`.
 */
export function ndcg(items: readonly { score: number; isRelevant: boolean }[], depth: number): number {
  const relevant = items.filter(({ isRelevant }) => isRelevant).length;
  if (relevant === 0) return 0;
  const byScore = new Map<number, { count: number; relevant: number }>();
  for (const { score, isRelevant } of items) {
    const tie = byScore.get(score) ?? { count: 0, relevant: 0 };
    byScore.set(score, { count: tie.count + 1, relevant: tie.relevant + (isRelevant ? 1 : 0) });
  }
  const discount = (place: number) => (place <= depth ? 1 / Math.log2(place + 1) : 0);
  let place = 0;
  let gain = 0;
  for (const [, tie] of [...byScore].toSorted(([a], [b]) => b - a)) {
    for (let n = 0; n < tie.count; n++) gain += discount(++place) * (tie.relevant / tie.count);
  }
  let best = 0;
  for (let n = 1; n <= relevant; n++) best += discount(n);
  return gain / best;
}

export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
