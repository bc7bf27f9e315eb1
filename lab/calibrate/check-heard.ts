import type { Prediction } from '../../server/domain/scoring/calibration.ts';
import { widened } from '../../server/domain/scoring/certainty.ts';
import { expectedErrors } from '../../server/domain/transcript/expected-errors.ts';
import { type Case, type Dimension, dimensions, fitErrors, fitWidths, MAX_RATE } from './from-heard.ts';
import type { Random } from './random.ts';
import { correlation, mean, tidy } from './ridge.ts';

/** Halves of the speakers that the figures are the mean of. */
const SPLITS = 20;

export interface BandFigures {
  band: string;
  cases: number;
  rate: number;
  errors: number;
  coverage: Record<Dimension, number>;
  width: Record<Dimension, number>;
}

/** On speakers who took no part in the fit: mean over many halves. Bands are quarters by mean confidence. */
export function crossCheck(cases: readonly Case[], random: Random) {
  const all = fitErrors(cases);
  const scored = cases.filter((one) => one.scored && expectedErrors(one.heard, all)!.rate <= MAX_RATE);
  const speakers = [...new Set(cases.map(({ who }) => who))];
  const confidences = (list: readonly Case[]) => list.map(({ features }) => features.meanConfidence!);
  const sorted = confidences(scored).toSorted((a, b) => a - b);
  const cuts = [0.25, 0.5, 0.75].map((share) => sorted[Math.floor(share * sorted.length)]!);
  const bandOf = ({ features }: Case) => cuts.filter((cut) => features.meanConfidence! >= cut).length;
  const tallies = Array.from({ length: 4 }, () => ({
    count: 0,
    rates: [] as number[],
    held: [] as number[],
    inside: { vocabulary: [] as number[], fluency: [] as number[], accent: [] as number[] },
    widths: { vocabulary: [] as number[], fluency: [] as number[], accent: [] as number[] },
  }));
  const pairs: { expected: number; rate: number; inside: boolean }[] = [];
  for (let split = 0; split < SPLITS; split += 1) {
    const half = new Set(random.shuffle(speakers).slice(0, Math.floor(speakers.length / 2)));
    const [fit, held] = [cases.filter(({ who }) => half.has(who)), cases.filter(({ who }) => !half.has(who))];
    const errors = fitErrors(fit);
    const widen = fitWidths(fit, errors);
    for (const one of held) {
      const expected = expectedErrors(one.heard, errors)!;
      const isInside = expected.interval[0] <= one.rate && one.rate <= expected.interval[1];
      pairs.push({ expected: expected.rate, rate: one.rate, inside: isInside });
      if (!one.scored || expected.rate > MAX_RATE) continue;
      const tally = tallies[bandOf(one)]!;
      tally.count += 1;
      tally.rates.push(one.rate);
      tally.held.push(isInside ? 1 : 0);
      for (const dimension of dimensions) {
        const known = one.scored[dimension];
        if (!known) continue;
        const { prediction, truth } = known;
        // Of vocabulary only what misheard words add can be checked.
        const base = dimension === 'vocabulary' ? pointAt(prediction) : prediction;
        const [low, high] = widened(base, dimension, { errorRate: expected.rate }, { widen }).interval;
        tally.inside[dimension].push(low <= truth && truth <= high ? 1 : 0);
        tally.widths[dimension].push(high - low);
      }
    }
  }
  const bands = tallies.map((tally, index): BandFigures => {
    const each = (pick: 'inside' | 'widths') =>
      Object.fromEntries(dimensions.map((name) => [name, tidy(mean(tally[pick][name]))])) as Record<
        Dimension,
        number
      >;
    return {
      band: `mean confidence ${index === 0 ? 'under' : 'from'} ${(cuts[Math.max(0, index - 1)] ?? 0).toFixed(2)}`,
      cases: Math.round(tally.count / (SPLITS / 2)),
      rate: tidy(mean(tally.rates)),
      errors: tidy(mean(tally.held)),
      coverage: each('inside'),
      width: each('widths'),
    };
  });
  return {
    bands,
    correlation: correlation(
      pairs.map(({ expected }) => expected),
      pairs.map(({ rate }) => rate),
    ),
    coverage: mean(pairs.map(({ inside }) => (inside ? 1 : 0))),
    meanAbsoluteError: mean(pairs.map(({ expected, rate }) => Math.abs(expected - rate))),
  };
}

const pointAt = (prediction: Prediction): Prediction => ({
  ...prediction,
  interval: [prediction.score, prediction.score],
});
