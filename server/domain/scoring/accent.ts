import { inIpa, sounds } from '../languages/en/sounds.ts';
import type { WordErrorCalibration } from '../transcript/expected-errors.ts';
import type { SpokenWord } from '../transcript/types.ts';
import {
  type Calibrated,
  type DimensionCalibration,
  type Prediction,
  predict,
  type ScaleCalibration,
} from './calibration.ts';
import type { CandidateSpeech } from './candidate-speech.ts';
import { tooUncertain, widened } from './certainty.ts';
import {
  dimensionScore,
  extraForUnknownWords,
  type Measured,
  meanConfidence,
  tooLittleSpeech,
  valuesOf,
  withNorms,
} from './dimension-score.ts';
import { type Pronunciation, phoneTable, pronunciation, wordGop, wordTable } from './pronunciation.ts';
import { quotation } from './quotation.ts';
import { isExample, surelyHeard } from './surely-heard.ts';
import type { Abstention, DimensionScore, Evidence } from './types.ts';
import { unusualVoice } from './unusual-voice.ts';

export interface AccentResult extends DimensionScore {
  /** Tables of surely heard words and of phones: absent where accent was scored without an aligner, from prosody. */
  words?: { text: string; startMs: number; endMs: number; gop: number }[];
  phones?: { phone: string; ipa?: string; count: number; gop: number }[];
}

/** Unit of each measure. */
export const accentUnits: Record<keyof Pronunciation['features'], string> = {
  gopMean: 'log ratio',
  gopWorstQuarter: 'log ratio',
  gopUnder2Share: 'share of phones',
  gopUnder4Share: 'share of phones',
  logPosteriorMean: 'log probability',
  logPosteriorWorstQuarter: 'log probability',
  wordGopMean: 'log ratio',
  entropyMean: 'nats',
  acceptedMean: 'logit',
  acceptedWorstQuarter: 'logit',
  refusedShare: 'share of phones',
  doubtfulShare: 'share of phones',
  wordAcceptedWorst: 'logit',
  phonesPerSecond: 'phones/s',
  logDurationMean: 'ln ms',
  logDurationSd: 'ln ms',
  shortPhoneShare: 'share of phones',
  longPhoneShare: 'share of phones',
  durationChange: 'ln ratio',
  vowelVariability: 'nPVI / 100',
};

/**
 * Accent as intelligibility: how clearly the sounds of known words were said, never how native. Only sounds and
 * their lengths are read; pauses, choice of words and length of the interview do not enter.
 *
 * @returns an abstention with little speech, or where no aligner gave phones
 */
export function scoreAccentOf(
  speech: CandidateSpeech,
  calibration: {
    accent: Calibrated<DimensionCalibration>;
    scale: ScaleCalibration;
    wordErrors: Pick<WordErrorCalibration, 'widen'>;
  },
): AccentResult | Abstention {
  const abstention = tooLittleSpeech(speech, 'accent');
  if (abstention) return abstention;
  const heard = pronunciation(speech.words);
  if (!heard) {
    return {
      abstained: true,
      reason:
        'The sounds of the words could not be located: no aligner is installed that knows this language.',
    };
  }
  const measured: Measured = Object.fromEntries(
    Object.entries(heard.features).map(([name, value]) => [
      name,
      { value, unit: accentUnits[name as keyof typeof accentUnits] },
    ]),
  );
  const located = speech.words.filter((word) => (word.phones?.length ?? 0) > 0).length;
  const sure = surelyHeard(speech);
  const alignedShare = located / Math.max(1, speech.words.length);
  const predicted = predict(calibration.accent, valuesOf(measured), {
    evidenceAmount: heard.effectivePhones,
    // Half-believed words and words without a place are evidence that may belong to something else.
    extraShare: extraForUnknownWords(speech) + (1 - meanConfidence(speech.words)) / 2 + (1 - alignedShare),
  });
  const known = widened(predicted, 'accent', speech, calibration.wordErrors);
  const uncertain = tooUncertain(known, 'accent', speech, calibration.scale);
  if (uncertain) return uncertain;
  // Beyond what was measured the width is assumed: it takes no score away.
  const unusual = unusualVoice(speech, heard.features);
  const prediction = unusual === undefined ? known : beyondCalibration(known);
  const score = dimensionScore({
    prediction,
    calibration: calibration.accent,
    scale: calibration.scale,
    features: withNorms(measured, calibration.accent),
    evidence: leastClear(speech.words, sure),
    warnings: [
      ...(unusual === undefined ? [] : [unusual]),
      ...(alignedShare < 0.8
        ? [`Only ${Math.round(alignedShare * 100)} % of the words could be located in the sound.`]
        : []),
    ],
  });
  return {
    ...score,
    words: wordTable(speech.words.filter((word) => sure.has(word))),
    phones: phoneTable(speech.words).map((row) => ({
      ...row,
      ...(sounds[row.phone] && { ipa: sounds[row.phone]!.ipa }),
    })),
  };
}

/** How many times as wide an interval is for a voice like none of those that were measured: enough for low confidence. Assumed. */
const UNUSUAL_VOICE_FACTOR = 4;

const beyondCalibration = (prediction: Prediction): Prediction => {
  const { score, interval } = prediction;
  const reach = (end: number) => score + UNUSUAL_VOICE_FACTOR * (end - score);
  return { ...prediction, interval: [Math.max(0, reach(interval[0])), Math.min(5, reach(interval[1]))] };
};

/** The words said least clearly: of some length, surely recognised, each spelling once. */
function leastClear(words: readonly SpokenWord[], sure: ReadonlySet<SpokenWord>): Evidence[] {
  const seen = new Set<string>();
  return words
    .map((word, index) => ({ word, index }))
    .filter(({ word }) => (word.phones?.length ?? 0) >= 3 && isExample(word, sure))
    .map((entry) => ({ ...entry, gop: wordGop(entry.word) }))
    .filter(({ gop }) => gop < -1)
    .toSorted((a, b) => a.gop - b.gop || a.index - b.index)
    .filter(({ word }) => !seen.has(word.text) && seen.add(word.text))
    .slice(0, 5)
    .map(({ word, index }) => {
      const worst = word.phones!.toSorted((a, b) => a.gop - b.gop)[0]!;
      return {
        ...quotation(words, index, index, 0, sure),
        feature: 'gopWorstQuarter',
        note: `its least clear sound is ${inIpa(worst.phone)} (ARPAbet ${worst.phone})`,
      };
    });
}
