import { type BenchJob, jobs } from '../cv-match/jobs.ts';
import { averagePrecision, mean, ndcg } from '../cv-match/ranking.ts';

/** Occupations in the order of the alphabet: weights are chosen on every other one, and reported on those between. */
const inOrder = jobs.toSorted((a, b) => (a.category < b.category ? -1 : 1));
export const halves = {
  chosen: inOrder.filter((_, n) => n % 2 === 0),
  reported: inOrder.filter((_, n) => n % 2 === 1),
} as const;
export type Half = keyof typeof halves;

/** For each job, a score for each CV. */
export type Scores = ReadonlyMap<BenchJob, readonly number[]>;

export interface Figures {
  meanAveragePrecision: number;
  ndcg10: number;
  /** Standard error of the first, over jobs. */
  error: number;
}

/** @param categories of the CVs, in the order of the scores */
export function figuresOf(scores: Scores, half: Half, categories: readonly string[]): Figures {
  const items = halves[half].map((job) =>
    scores.get(job)!.map((score, n) => ({ score, isRelevant: categories[n] === job.category })),
  );
  const precisions = items.map(averagePrecision);
  const average = mean(precisions);
  const variance = mean(precisions.map((value) => (value - average) ** 2));
  return {
    meanAveragePrecision: average,
    ndcg10: mean(items.map((one) => ndcg(one, 10))),
    error: Math.sqrt(variance / (precisions.length - 1)),
  };
}

/** Mean 0 and deviation 1 within each job, so that scores of different kinds can be added. */
export function standardised(scores: Scores): Scores {
  return mapped(scores, (values) => {
    const average = mean(values);
    const deviation = Math.sqrt(mean(values.map((value) => (value - average) ** 2))) || 1;
    return values.map((value) => (value - average) / deviation);
  });
}

/** Reciprocal ranks (Cormack, Clarke & Büttcher 2009); equal scores share the mean of their ranks. */
export function reciprocalRanks(scores: Scores, k: number): Scores {
  return mapped(scores, (values) => {
    const order = values.map((_, n) => n).sort((a, b) => values[b]! - values[a]!);
    const ranks = new Array<number>(values.length);
    for (let first = 0; first < order.length; ) {
      let end = first;
      while (end < order.length && values[order[end]!] === values[order[first]!]) end++;
      for (let n = first; n < end; n++) ranks[order[n]!] = (first + 1 + end) / 2;
      first = end;
    }
    return ranks.map((rank) => 1 / (k + rank));
  });
}

export const weightedSum = (parts: readonly Scores[], weights: readonly number[]): Scores =>
  new Map(
    jobs.map((job) => [
      job,
      parts[0]!
        .get(job)!
        .map((_, n) => parts.reduce((sum, part, p) => sum + weights[p]! * part.get(job)![n]!, 0)),
    ]),
  );

const mapped = (scores: Scores, change: (values: readonly number[]) => number[]): Scores =>
  new Map([...scores].map(([job, values]) => [job, change(values)]));

const steps = [0, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 16];

export interface Fused {
  scores: Scores;
  /** For people: by what, and how much each counts. */
  how: string;
}

/** The weights, and the way of adding, that rank the first half of the occupations best; the simpler of two equal ones. */
export function fuseOnFirstHalf(
  parts: readonly { name: string; scores: Scores }[],
  categories: readonly string[],
): Fused {
  const ways = [
    { way: 'standardised scores', parts: parts.map(({ scores }) => standardised(scores)) },
    ...[10, 60].map((k) => ({
      way: `reciprocal ranks, k = ${k}`,
      parts: parts.map(({ scores }) => reciprocalRanks(scores, k)),
    })),
  ];
  let best: (Fused & { precision: number }) | undefined;
  for (const { way, parts: scaled } of ways) {
    for (const weights of grid(parts.length)) {
      const scores = weightedSum(scaled, weights);
      const precision = figuresOf(scores, 'chosen', categories).meanAveragePrecision;
      if (best && precision <= best.precision + 1e-9) continue;
      const how = `${way}: ${parts.map(({ name }, p) => `${name} ${weights[p]}`).join(', ')}`;
      best = { scores, how, precision };
    }
  }
  return best!;
}

/** All combinations in which the first part counts 1, so that none is tried twice. */
function grid(count: number): number[][] {
  let rows: number[][] = [[1]];
  for (let n = 1; n < count; n++) rows = rows.flatMap((row) => steps.map((step) => [...row, step]));
  return rows;
}
