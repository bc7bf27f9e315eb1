import { type Rating, ratings } from '../../testkit/corpus.ts';
import { type KernelRegression, predictKernel } from './kernel-regression.ts';
import type { PhoneNorms } from './phone-features.ts';
import type { UtteranceEvidence } from './utterance.ts';
import { type FeatureGroup, featureGroups, utteranceFeatures } from './utterance-features.ts';

/** Where the words come from: a text the speaker was given, or a recogniser. */
export type Setting = 'knownText' | 'ownTranscript';
/** Whether features of group `amount` are used: they say how long a text the reader was given. */
export type Variant = 'all' | 'withoutLength';

/** Regressors as models/calibration/experts.json holds them; arrays of numbers are base64, little-endian. */
export interface ExpertsFile {
  id: string;
  method: string[];
  settings: Record<Setting, StoredSetting>;
}

export interface StoredSetting {
  /** The score is this share of the networks' opinion and the rest of the kernel regression's. */
  networkShare: number;
  norms: PhoneNorms;
  /** Names as `group.feature`; those of group `amount` are last. */
  features: string[];
  means: number[];
  sds: number[];
  clip: number;
  /** Int8, cases × features. */
  support: string;
  variants: Record<Variant, StoredVariant>;
  /** Figures of the calibration run. */
  measured: Record<string, unknown>;
}

export interface StoredVariant {
  gamma: number;
  /** Float32, cases × ratings. */
  coefficients: string;
  intercepts: number[];
  /** Half-widths of the 90 % interval by what is predicted. */
  intervals: Record<Rating, IntervalBand[]>;
}

/** Applies to predictions below `under` (and not below the band before). */
export interface IntervalBand {
  under: number | null;
  halfWidth: number;
}

export interface ExpertOpinion {
  /** As experts would rate it, 0–10, not rounded. */
  score: number;
  /** 90 %. */
  interval: [low: number, high: number];
}

export interface ExpertJudge {
  judge(evidence: UtteranceEvidence): Record<Variant, Record<Rating, ExpertOpinion>>;
}

/** Columns in the order of a file: groups as given, `amount` last. */
export function featureRow(
  evidence: UtteranceEvidence,
  norms: PhoneNorms,
): { names: string[]; row: number[]; groups: FeatureGroup[] } {
  const groups = utteranceFeatures(evidence, norms);
  const entries = featureGroups.flatMap((group) =>
    Object.entries(groups[group]).map(([name, value]) => ({ group, name: `${group}.${name}`, value })),
  );
  return {
    names: entries.map(({ name }) => name),
    row: entries.map(({ value }) => value),
    groups: entries.map(({ group }) => group),
  };
}

const bytesOf = (base64: string): ArrayBuffer => Uint8Array.from(Buffer.from(base64, 'base64')).buffer;

/**
 * Makes the stored regressors of one setting ready to judge utterances.
 *
 * @throws Error when the file was made for other features than this program measures
 */
export function createExpertJudge(file: ExpertsFile, setting: Setting): ExpertJudge {
  const stored = file.settings[setting];
  const own = featureRow({ durationMs: 0, words: [] }, stored.norms).names;
  if (own.join() !== stored.features.join()) {
    throw new Error(`The calibration ${file.id} was made for other features: run lab/calibrate.ts.`);
  }
  const support = new Int8Array(bytesOf(stored.support));
  const models = Object.fromEntries(
    Object.entries(stored.variants).map(([variant, { gamma, coefficients, intercepts }]) => {
      const columns = columnsOf(stored.features, variant as Variant);
      return [
        variant,
        {
          means: stored.means.slice(0, columns),
          sds: stored.sds.slice(0, columns),
          clip: stored.clip,
          gamma,
          support,
          stride: stored.features.length,
          coefficients: new Float32Array(bytesOf(coefficients)),
          intercepts,
        },
      ];
    }),
  ) as unknown as Record<Variant, KernelRegression>;
  return {
    judge(evidence) {
      const { row } = featureRow(evidence, stored.norms);
      const { networks } = evidence;
      if (!networks)
        throw new Error('Experts are imitated with the networks of models/bundled/experts-en.md.');
      const opinions = (variant: Variant) => {
        const predicted = together(networks, predictKernel(models[variant], row), stored.networkShare);
        const { intervals } = stored.variants[variant];
        return Object.fromEntries(
          ratings.map((rating, index) => [rating, opinion(predicted[index]!, intervals[rating])]),
        ) as Record<Rating, ExpertOpinion>;
      };
      return { all: opinions('all'), withoutLength: opinions('withoutLength') };
    },
  };
}

/** Two opinions as one, in the order of `ratings`. */
export const together = (
  networks: readonly number[],
  kernel: readonly number[],
  networkShare: number,
): number[] => kernel.map((value, index) => networkShare * networks[index]! + (1 - networkShare) * value);

/** How many of the first columns a variant uses. */
export const columnsOf = (features: readonly string[], variant: Variant): number =>
  variant === 'all' ? features.length : features.filter((name) => !name.startsWith('amount.')).length;

const onScale = (value: number): number => Math.max(0, Math.min(10, value));

export const halfWidthAt = (bands: readonly IntervalBand[], score: number): number =>
  (bands.find(({ under }) => under === null || score < under) ?? bands.at(-1)!).halfWidth;

function opinion(predicted: number, bands: readonly IntervalBand[]): ExpertOpinion {
  const score = onScale(predicted);
  const halfWidth = halfWidthAt(bands, score);
  return { score, interval: [onScale(score - halfWidth), onScale(score + halfWidth)] };
}
