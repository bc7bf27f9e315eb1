import { type Rating, ratings } from '../../testkit/corpus.ts';
import {
  columnsOf,
  type ExpertsFile,
  featureRow,
  halfWidthAt,
  type IntervalBand,
  type Setting,
  type StoredSetting,
  together,
  type Variant,
} from '../validity/experts.ts';
import { agreementOf, bySpeaker, type Judged } from '../validity/figures.ts';
import { predictKernel } from '../validity/kernel-regression.ts';
import { phoneNormsOf } from '../validity/phone-features.ts';
import type { Measured } from '../validity/report.ts';
import { fitKernel, kernelCases } from './kernel.ts';
import { conformalQuantile, mean, tidy } from './ridge.ts';

const CLIP = 4;

/** As the first prototype had them, before anything was measured here (gamma .01 on 28 features, penalty .5). */
const KERNEL = { width: 0.28, penalty: 0.5 };

/**
 * The networks' share of a score is one of these: that with the least squared error of total and fluency on the speakers of the other
 * folds.
 */
const SHARES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** Predictions are put into this many bands of equal size, each with an interval of its own. */
const BANDS = 4;

const variants: readonly Variant[] = ['all', 'withoutLength'];

const targetsOf = (heard: readonly Measured[]) =>
  heard.map(({ utterance }) => ratings.map((rating) => utterance.scores[rating]));

/** A held-out utterance, as the kernel regression and as the networks judge it. */
export interface HeldOut {
  utterance: Measured['utterance'];
  fold: number;
  kernel: number[];
  networks: readonly number[];
}

/** Fits on some utterances and judges others, 0–10 in the order of `ratings`; `wanted` picks features by name. */
function fitAndPredict(
  train: readonly Measured[],
  test: readonly Measured[],
  wanted: (name: string) => boolean,
): number[][] {
  const norms = phoneNormsOf(train.map(({ evidence }) => evidence.words));
  const rowOf = ({ evidence }: Measured) => {
    const { names, row } = featureRow(evidence, norms);
    return row.filter((_, column) => wanted(names[column]!));
  };
  const rows = train.map(rowOf);
  const model = fitKernel(kernelCases(rows, CLIP), targetsOf(train), rows[0]!.length, KERNEL);
  return test.map((one) => predictKernel(model, rowOf(one)));
}

/** Every utterance judged by regressors, norms and networks that know nothing of its speaker. */
export function crossJudge(
  heard: readonly Measured[],
  folds: ReadonlyMap<string, number>,
  wanted: (name: string) => boolean,
): HeldOut[] {
  const foldOf = ({ utterance }: Measured) => folds.get(utterance.speaker)!;
  return [...new Set(folds.values())].toSorted().flatMap((fold) => {
    const test = heard.filter((one) => foldOf(one) === fold);
    const kernel = fitAndPredict(
      heard.filter((one) => foldOf(one) !== fold),
      test,
      wanted,
    );
    return test.map(({ utterance, evidence }, index) => ({
      utterance,
      fold,
      kernel: kernel[index]!,
      networks: evidence.networks!,
    }));
  });
}

/** The share of the networks that errs least. */
function bestShare(held: readonly HeldOut[]): number {
  const error = (share: number) =>
    mean(
      held.flatMap(({ utterance, kernel, networks }) => {
        const predicted = together(networks, kernel, share);
        return [predicted[0]! - utterance.scores.total, predicted[2]! - utterance.scores.fluency].map(
          (difference) => difference ** 2,
        );
      }),
    );
  return SHARES.reduce((best, share) => (error(share) < error(best) ? share : best));
}

/** Both opinions together; the share used for a fold is chosen on the others. */
export function judgedTogether(held: readonly HeldOut[], share?: number): (Judged & { fold: number })[] {
  const folds = [...new Set(held.map(({ fold }) => fold))];
  const shareOf = new Map(
    folds.map((fold) => [fold, share ?? bestShare(held.filter((one) => one.fold !== fold))]),
  );
  return held.map(({ utterance, fold, kernel, networks }) => {
    const predicted = together(networks, kernel, shareOf.get(fold)!).map((score) =>
      Math.max(0, Math.min(10, score)),
    );
    return {
      fold,
      speaker: utterance.speaker,
      scores: utterance.scores,
      predicted: Object.fromEntries(ratings.map((rating, index) => [rating, predicted[index]!])) as Record<
        Rating,
        number
      >,
    };
  });
}

const usedBy = (variant: Variant) => (name: string) => variant === 'all' || !name.startsWith('amount.');

/** Conformal half-widths by band of predictions: poor speech is harder to agree on than good. */
function bandsOf(judgements: readonly Judged[], rating: Rating): IntervalBand[] {
  const sorted = judgements
    .map(({ scores, predicted }) => ({ at: predicted[rating], residual: predicted[rating] - scores[rating] }))
    .toSorted((a, b) => a.at - b.at);
  return Array.from({ length: BANDS }, (_, band) => {
    const [from, to] = [band, band + 1].map((edge) => Math.round((sorted.length * edge) / BANDS)) as [
      number,
      number,
    ];
    return {
      under: band === BANDS - 1 ? null : tidy(sorted[to]!.at),
      halfWidth: tidy(
        conformalQuantile(
          sorted.slice(from, to).map(({ residual }) => residual),
          0.9,
        ),
      ),
    };
  });
}

/** Share of held-out utterances inside intervals drawn from the other folds' speakers. */
function coverageOf(judgements: readonly (Judged & { fold: number })[], rating: Rating): number {
  const byFold = new Map(
    [...new Set(judgements.map(({ fold }) => fold))].map((fold) => [
      fold,
      bandsOf(
        judgements.filter((one) => one.fold !== fold),
        rating,
      ),
    ]),
  );
  return mean(
    judgements.map(({ fold, scores, predicted }) =>
      Math.abs(predicted[rating] - scores[rating]) <= halfWidthAt(byFold.get(fold)!, predicted[rating])
        ? 1
        : 0,
    ),
  );
}

const base64 = (values: Int8Array | Float32Array): string =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');

/**
 * Regressors of one setting, with what speaker-disjoint folds say of them.
 *
 * @param heard with opinions of networks that have not heard the speaker
 * @param folds speaker to fold, the networks' own
 */
export function calibrateSetting(
  heard: readonly Measured[],
  folds: ReadonlyMap<string, number>,
): StoredSetting {
  const norms = phoneNormsOf(heard.map(({ evidence }) => evidence.words));
  const features = featureRow(heard[0]!.evidence, norms).names;
  const cases = kernelCases(
    heard.map(({ evidence }) => featureRow(evidence, norms).row),
    CLIP,
  );
  const measured: Record<string, unknown> = {
    utterances: heard.length,
    speakers: folds.size,
    folds: new Set(folds.values()).size,
  };
  const held = variants.map((variant) => crossJudge(heard, folds, usedBy(variant)));
  const networkShare = bestShare(held[0]!);
  const stored = variants.map((variant, at) => {
    const judgements = judgedTogether(held[at]!);
    measured[variant] = {
      utterance: agreementOf(judgements),
      speaker: agreementOf(bySpeaker(judgements)),
      coverage90: Object.fromEntries(ratings.map((rating) => [rating, tidy(coverageOf(judgements, rating))])),
    };
    const { gamma, coefficients, intercepts } = fitKernel(
      cases,
      targetsOf(heard),
      columnsOf(features, variant),
      KERNEL,
    );
    const intervals = Object.fromEntries(
      ratings.map((rating) => [rating, bandsOf(judgements, rating)]),
    ) as Record<Rating, IntervalBand[]>;
    return [variant, { gamma, coefficients: base64(coefficients), intercepts: [...intercepts], intervals }];
  });
  return {
    networkShare,
    norms,
    features,
    means: cases.means,
    sds: cases.sds,
    clip: CLIP,
    support: base64(cases.support),
    variants: Object.fromEntries(stored),
    measured,
  };
}

export const expertsFile = (settings: Record<Setting, StoredSetting>): ExpertsFile => ({
  id: 'experts-2',
  method: [
    "Fitted by lab/calibrate.ts on speechocean762 (train split; first language Mandarin, half of the speakers children), targets the medians of five experts' ratings, 0–10.",
    "A score is the mean, in fixed shares, of the networks of models/bundled/experts-en.onnx over the recogniser's states and of a kernel ridge regression on features of lengths, pauses, melody and the recogniser's own transcript (lab/validity/utterance-features.ts).",
    `Kernel: Gaussian, width ${KERNEL.width} over the number of features, penalty ${KERNEL.penalty}, as the first prototype had them.`,
    "Under measured: five folds by speaker. Networks, norms, standardisation, regressors, shares and intervals that judge a fold have learned from none of its speakers' ratings; the recogniser has never met any of them. Phone times come from an aligner that has.",
    `Intervals: 90 % conformal quantiles of held-out residuals in ${BANDS} bands of predictions; their coverage is measured on speakers who took no part in them.`,
  ],
  settings,
});
