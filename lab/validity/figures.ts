import { type Rating, ratings } from '../../testkit/corpus.ts';
import { correlation, deviation, mean } from '../calibrate/ridge.ts';

export interface Fit {
  pcc: number | null;
  scc: number | null;
  /** Standard deviation of the differences: unlike a correlation it does not depend on how much the ratings vary. */
  residualSd: number;
}
export type Agreement = Record<Rating, Fit>;

/** One utterance as a judge rated it. */
export interface Judged {
  speaker: string;
  scores: Readonly<Record<Rating, number>>;
  predicted: Readonly<Record<Rating, number>>;
}

/** Predictions against the experts' medians; correlations (Pearson, Spearman) are null where one side does not vary. */
export function agreementOf(judged: readonly Judged[]): Agreement {
  return Object.fromEntries(
    ratings.map((rating) => {
      const scores = judged.map((one) => one.scores[rating]);
      const predicted = judged.map((one) => one.predicted[rating]);
      return [
        rating,
        {
          pcc: tidied(correlation(predicted, scores)),
          scc: tidied(correlation(ranks(predicted), ranks(scores))),
          residualSd: tidied(deviation(predicted.map((value, index) => value - scores[index]!))) ?? 0,
        },
      ];
    }),
  ) as Agreement;
}

/** Every speaker once: means over their utterances. */
export function bySpeaker(judged: readonly Judged[]): Judged[] {
  return [...Map.groupBy(judged, ({ speaker }) => speaker)].map(([speaker, own]) => ({
    speaker,
    scores: means(own.map(({ scores }) => scores)),
    predicted: means(own.map(({ predicted }) => predicted)),
  }));
}

const means = (all: readonly Readonly<Record<Rating, number>>[]): Record<Rating, number> =>
  Object.fromEntries(ratings.map((rating) => [rating, mean(all.map((one) => one[rating]))])) as Record<
    Rating,
    number
  >;

const tidied = (value: number): number | null =>
  Number.isFinite(value) ? Math.round(value * 10_000) / 10_000 : null;

/** 1 for the least; equal values share the mean of their places. */
export function ranks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).toSorted((a, b) => values[a]! - values[b]!);
  const placed = values.map(() => 0);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to += 1;
    for (let at = from; at < to; at += 1) placed[order[at]!] = (from + 1 + to) / 2;
    from = to;
  }
  return placed;
}
