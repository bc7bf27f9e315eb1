import {
  columnsOf,
  type ExpertsFile,
  featureRow,
  halfWidthAt,
  type IntervalBand,
  type Rating,
  ratings,
  type StoredSetting,
  type Variant,
} from '../../server/domain/scoring/experts.ts';
import { type KernelRegression, predictKernel } from '../../server/domain/scoring/kernel-regression.ts';
import { phoneNormsOf } from '../../server/domain/scoring/phone-features.ts';
import { agreementOf, bySpeaker, type Judged } from '../validity/figures.ts';
import type { HeardUtterance } from '../validity/hear-corpus.ts';
import { fitKernel, kernelCases } from './kernel.ts';
import type { Random } from './random.ts';
import { conformalQuantile, mean, tidy } from './ridge.ts';

const FOLDS = 5;
const CLIP = 4;

/** As the first prototype had them, before anything was measured here (gamma .01 on 28 features, penalty .5). */
const KERNEL = { width: 0.28, penalty: 0.5 };

/** Predictions are put into this many bands of equal size, each with an interval of its own. */
const BANDS = 4;

const variants: readonly Variant[] = ['all', 'withoutLength'];

const targetsOf = (heard: readonly HeardUtterance[]) =>
  heard.map(({ utterance }) => ratings.map((rating) => utterance.scores[rating]));

/** Speakers in folds: fold of every speaker, by a shuffle of their names. */
export function speakerFolds(heard: readonly HeardUtterance[], random: Random): Map<string, number> {
  const speakers = [...new Set(heard.map(({ utterance }) => utterance.speaker))].sort();
  return new Map(random.shuffle(speakers).map((speaker, index) => [speaker, index % FOLDS]));
}

/** Fits on some utterances and judges others; `wanted` picks features by name. */
export function fitAndJudge(
  train: readonly HeardUtterance[],
  test: readonly HeardUtterance[],
  wanted: (name: string) => boolean,
): Judged[] {
  const norms = phoneNormsOf(train.map(({ evidence }) => evidence.words));
  const rowOf = ({ evidence }: HeardUtterance) => {
    const { names, row } = featureRow(evidence, norms);
    return row.filter((_, column) => wanted(names[column]!));
  };
  const rows = train.map(rowOf);
  const model = fitKernel(kernelCases(rows, CLIP), targetsOf(train), rows[0]!.length, KERNEL);
  return test.map((one) => judged(one, model, rowOf(one)));
}

const judged = ({ utterance }: HeardUtterance, model: KernelRegression, row: readonly number[]): Judged => {
  const predicted = predictKernel(model, row).map((score) => Math.max(0, Math.min(10, score)));
  return {
    speaker: utterance.speaker,
    scores: utterance.scores,
    predicted: Object.fromEntries(ratings.map((rating, index) => [rating, predicted[index]!])) as Record<
      Rating,
      number
    >,
  };
};

/** Every utterance judged by regressors and norms that know nothing of its speaker. */
export function crossJudge(
  heard: readonly HeardUtterance[],
  folds: ReadonlyMap<string, number>,
  wanted: (name: string) => boolean,
): (Judged & { fold: number })[] {
  const foldOf = ({ utterance }: HeardUtterance) => folds.get(utterance.speaker)!;
  return Array.from({ length: FOLDS }, (_, fold) =>
    fitAndJudge(
      heard.filter((one) => foldOf(one) !== fold),
      heard.filter((one) => foldOf(one) === fold),
      wanted,
    ).map((one) => ({ ...one, fold })),
  ).flat();
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
  const byFold = Array.from({ length: FOLDS }, (_, fold) =>
    bandsOf(
      judgements.filter((one) => one.fold !== fold),
      rating,
    ),
  );
  return mean(
    judgements.map(({ fold, scores, predicted }) =>
      Math.abs(predicted[rating] - scores[rating]) <= halfWidthAt(byFold[fold]!, predicted[rating]) ? 1 : 0,
    ),
  );
}

const base64 = (values: Int8Array | Float32Array): string =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');

/** Regressors of one setting, with what speaker-disjoint folds say of them. */
export function calibrateSetting(heard: readonly HeardUtterance[], seedRandom: () => Random): StoredSetting {
  const folds = speakerFolds(heard, seedRandom());
  const norms = phoneNormsOf(heard.map(({ evidence }) => evidence.words));
  const features = featureRow(heard[0]!.evidence, norms).names;
  const cases = kernelCases(
    heard.map(({ evidence }) => featureRow(evidence, norms).row),
    CLIP,
  );
  const measured: Record<string, unknown> = {
    utterances: heard.length,
    speakers: folds.size,
    folds: FOLDS,
  };
  const stored = variants.map((variant) => {
    const judgements = crossJudge(heard, folds, usedBy(variant));
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

/** @param modelName which acoustic model the features came from, for the file's own account of itself */
export function expertsFile(settings: ExpertsFile['settings'], modelName: string): ExpertsFile {
  return {
    id: 'experts-1',
    method: [
      "Fitted by scripts/calibrate.ts on speechocean762 (train split; first language Mandarin, half of the speakers children): features of read utterances (server/domain/scoring/utterance-features.ts), targets the medians of five experts' ratings, 0–10.",
      `Acoustic model: ${modelName}.`,
      `Kernel ridge regression (Gaussian, width ${KERNEL.width} over the number of features, penalty ${KERNEL.penalty}, as the first prototype had them); norms, standardisation and regressors of each of ${FOLDS} folds know nothing of its speakers.`,
      `Intervals: 90 % conformal quantiles of held-out residuals in ${BANDS} bands of predictions; their coverage is measured on speakers who took no part in them.`,
    ],
    settings,
  };
}
