import type { DimensionCalibration, FeatureWeight } from '../../server/domain/scoring/calibration.ts';
import { type ProsodyFeatures, prosody } from '../../server/domain/scoring/prosody.ts';
import type { Random } from './random.ts';
import type { Reader, SungUtterance } from './readers.ts';
import {
  conformalQuantile,
  correlation,
  deviation,
  fitRidge,
  type LinearModel,
  mean,
  predictLinear,
  tidy,
} from './ridge.ts';

type Name = keyof ProsodyFeatures;

/** What a feature may do to the score. */
const signs: Readonly<Record<Name, -1 | 1>> = {
  pitchRange: 1,
  levelSd: 1,
  peakLevelStep: -1,
  peakIntervalSd: -1,
  longVoicedShare: -1,
};
const units: Readonly<Record<Name, string>> = {
  pitchRange: 'semitones',
  levelSd: 'dB',
  peakLevelStep: 'dB',
  peakIntervalSd: 'ln ratio',
  longVoicedShare: 'share of voiced runs',
};
const names = Object.keys(signs) as Name[];

const FOLDS = 5;
const CLIP = 3;
const PENALTY = 0.05;
/** Interviews are held with adults; children read, and are rated, by other measures. */
const ADULT_AGE = 16;
const COMPARISON_RATING = 8;
/** The corpus' adults were recorded in two parts, told apart by number: those of the second are rated 2–7, of the first 7–10. */
const SECOND_PART_FROM = '5000';

interface Sample {
  speaker: string;
  whole: boolean;
  accuracy: number;
  fluency: number;
  voicedS: number;
  row: number[];
}

/** Utterances in fives and all of a speaker's: alone they hold two seconds of voice. */
function samplesOf(utterances: readonly SungUtterance[], random: Random): Sample[] {
  return [...Map.groupBy(utterances, ({ speaker }) => speaker)].flatMap(([speaker, own]) => {
    const shuffled = random.shuffle(own);
    const groups = [shuffled];
    for (let from = 0; from + 5 <= shuffled.length; from += 5) groups.push(shuffled.slice(from, from + 5));
    return groups.flatMap((group, index) => {
      const heard = prosody(group.map(({ pitchTrack }) => pitchTrack));
      if (!heard) return [];
      return [
        {
          speaker,
          whole: index === 0,
          accuracy: mean(group.map(({ accuracy }) => accuracy)),
          fluency: mean(group.map(({ fluency }) => fluency)),
          voicedS: heard.voicedMs / 1000,
          row: names.map((name) => heard.features[name]),
        },
      ];
    });
  });
}

/** As many utterances as a five has, four times: a speaker counts as much whole as in parts. */
const fit = (samples: readonly Sample[]): LinearModel => {
  const weighted = samples.flatMap((sample) => (sample.whole ? [sample, sample, sample, sample] : [sample]));
  return fitRidge(
    weighted.map(({ row }) => row),
    weighted.map(({ accuracy }) => accuracy),
    names.map((name) => signs[name]),
    PENALTY,
    CLIP,
  );
};

/**
 * Accent from melody, level and rhythm alone, for languages without an aligner. Fitted to adults; children and both
 * sexes are looked at apart. The scale is half the experts' 0–10.
 */
export function calibrateFromProsody(
  utterances: readonly SungUtterance[],
  readers: ReadonlyMap<string, Reader>,
  random: Random,
): DimensionCalibration {
  const samples = samplesOf(utterances, random);
  const isAdult = ({ speaker }: Sample) => readers.get(speaker)!.age >= ADULT_AGE;
  const sexIs = (sex: string) => (sample: Sample) =>
    isAdult(sample) && readers.get(sample.speaker)!.sex === sex;
  const adults = samples.filter(isAdult);
  const speakers = random.shuffle([...new Set(samples.map(({ speaker }) => speaker))]);
  const foldOf = new Map(speakers.map((speaker, index) => [speaker, index % FOLDS]));
  const models = Array.from({ length: FOLDS }, (_, fold) =>
    fit(adults.filter(({ speaker }) => foldOf.get(speaker) !== fold)),
  );
  const held = samples.map((sample) => {
    const guess = predictLinear(models[foldOf.get(sample.speaker)!]!, sample.row);
    return { ...sample, guess, residual: guess - sample.accuracy };
  });
  const of = (test: (sample: Sample) => boolean, whole = true) =>
    held.filter((sample) => sample.whole === whole && test(sample));
  const r = (some: typeof held, what: 'accuracy' | 'fluency' = 'accuracy') =>
    tidy(
      correlation(
        some.map(({ guess }) => guess),
        some.map((sample) => sample[what]),
      ),
    );
  const bias = (some: typeof held) => tidy(mean(some.map(({ residual }) => residual)) / 2);
  const variance = (some: typeof held) => mean(some.map(({ residual }) => residual ** 2));

  const [whole, fives, children] = [of(isAdult), of(isAdult, false), of((sample) => !isAdult(sample))];
  const residuals = whole.map(({ residual }) => residual);
  const halfWidth = conformalQuantile(residuals, 0.9);
  const shrinking = Math.max(0, (variance(fives) - variance(whole)) / (1 / 5 - 1 / 20));
  const model = fit(adults);
  const clear = adults.filter((sample) => sample.whole && sample.accuracy >= COMPARISON_RATING);
  const inside = (some: typeof held, width: number) =>
    tidy(mean(some.map(({ residual }) => (Math.abs(residual) <= width ? 1 : 0))));
  return {
    id: 'accent-prosody-1',
    dimension: 'accent',
    method: [
      `Fitted by lab/calibrate.ts on the ${whole.length} adults (${ADULT_AGE} years and older) of speechocean762, who read English and speak Mandarin at home: measures of the sound without any word or phone, targets the mean over utterances of five experts' median accuracy (0–10), in fives of utterances and by speaker. No model was trained on anybody for it.`,
      'For languages no aligner knows. Pauses, syllables a second and the height of the voice are left out: the first two are fluency, and languages differ in their usual rate. The recogniser’s confidence is left out, because it does not mean the same in two recognisers.',
      'Ridge with weights bound to their meaning; figures from five folds with no speaker in two of them. The scale is half the experts’ points. It is not stretched: who lies far from the middle is drawn towards it, as the measure’s uncertainty deserves.',
      'The adults were recorded in two parts, of clearly better and clearly weaker readers; a good share of the correlation tells the parts apart. Inside each it is lower, and given apart under "measured".',
      'Experts’ accuracy and fluency of these adults agree almost wholly, so it is not known which of the two prosody follows. Children took no part: they are rated higher than adults who sound alike.',
      'The interval is the 90 % conformal quantile of held-out adults. Not measured: any other language, for which the scorer doubles it; other first languages, spontaneous speech. A telephone band moved ten adults by up to 0.26 of 5.',
    ],
    features: names.map((name, column): FeatureWeight => {
      const values = clear.map(({ row }) => row[column]!);
      return {
        name,
        unit: units[name],
        transform: 'none',
        floor: null,
        ceiling: null,
        mean: tidy(model.means[column]!),
        sd: tidy(model.sds[column]!),
        weight: tidy(model.weights[column]!),
        norm: {
          mean: Number(mean(values).toPrecision(3)),
          sd: Number(deviation(values).toPrecision(3)),
          source: `adults rated ${COMPARISON_RATING} or more of 10 by experts, reading English (speechocean762)`,
        },
      };
    }),
    intercept: tidy(model.intercept),
    clip: CLIP,
    toScale: [
      [0, 0],
      [10, 5],
    ],
    interval: {
      halfWidth: tidy(halfWidth),
      upper: null,
      evidence: {
        amount: Math.round(mean(whole.map(({ voicedS }) => voicedS))),
        samplingShare: tidy(Math.min(1, shrinking / 20 / variance(whole))),
      },
    },
    measured: {
      correlationPerAdult: r(whole),
      correlationPerAdultFiveUtterances: r(fives),
      correlationPerAdultWithFluency: r(whole, 'fluency'),
      correlationPerAdultFirstPart: r(of((sample) => isAdult(sample) && sample.speaker < SECOND_PART_FROM)),
      correlationPerAdultSecondPart: r(of((sample) => isAdult(sample) && sample.speaker >= SECOND_PART_FROM)),
      correlationPerMan: r(of(sexIs('m'))),
      correlationPerWoman: r(of(sexIs('f'))),
      correlationPerChild: r(children),
      biasPerMan: bias(of(sexIs('m'))),
      biasPerWoman: bias(of(sexIs('f'))),
      biasPerChild: bias(children),
      rmsePerAdult: tidy(Math.sqrt(variance(whole)) / 2),
      coverage90PerAdult: tidy(
        mean(
          residuals.map((residual, index) => {
            const others = residuals.filter((_, other) => other % FOLDS !== index % FOLDS);
            return Math.abs(residual) <= conformalQuantile(others, 0.9) ? 1 : 0;
          }),
        ),
      ),
      coverage90PerChild: inside(children, halfWidth),
      adults: whole.length,
      men: of(sexIs('m')).length,
      women: of(sexIs('f')).length,
      children: children.length,
    },
  };
}
