import { correlation, deviation, mean } from '../../calibrate/ridge.ts';
import type { ScoredInterview } from './score-interviews.ts';

/** Agreement of one score with the examiners. */
export interface Agreement {
  n: number;
  /** Pearson. */
  pcc: number;
  /** Spearman. */
  scc: number;
  /** Our scores at each of their levels. */
  byLevel: Record<string, { n: number; mean: number; sd: number }>;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

export function agreement(
  interviews: readonly ScoredInterview[],
  score: (interview: ScoredInterview) => number | undefined,
): Agreement {
  const pairs = interviews.flatMap((interview) => {
    const value = score(interview);
    return value === undefined ? [] : [{ level: interview.level, value }];
  });
  const [levels, values] = [pairs.map(({ level }) => level), pairs.map(({ value }) => value)];
  const byLevel = Map.groupBy(pairs, ({ level }) => level);
  return {
    n: pairs.length,
    pcc: round(correlation(values, levels)),
    scc: round(correlation(ranks(values), ranks(levels))),
    byLevel: Object.fromEntries(
      [...byLevel]
        .toSorted(([a], [b]) => a - b)
        .map(([level, own]) => {
          const scores = own.map(({ value }) => value);
          return [level, { n: own.length, mean: round(mean(scores)), sd: round(deviation(scores)) }];
        }),
    ),
  };
}

/** Ranks from 1, equal values sharing the mean of theirs. */
export function ranks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).toSorted((a, b) => a.value - b.value);
  const found = new Array<number>(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && order[to]!.value === order[from]!.value) to += 1;
    for (const { index } of order.slice(from, to)) found[index] = (from + 1 + to) / 2;
    from = to;
  }
  return found;
}

/** Correlation of every feature with the level, strongest first: where the scores come from. */
export function featureCorrelations(interviews: readonly ScoredInterview[]): Record<string, number> {
  const names = [...new Set(interviews.flatMap(({ features }) => Object.keys(features)))];
  return Object.fromEntries(
    names
      .map((name) => {
        const having = interviews.filter(({ features }) => features[name] !== undefined);
        const r = correlation(
          having.map(({ features }) => features[name]!),
          having.map(({ level }) => level),
        );
        return [name, round(r)] as const;
      })
      .filter(([, r]) => Number.isFinite(r))
      .toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a)),
  );
}
