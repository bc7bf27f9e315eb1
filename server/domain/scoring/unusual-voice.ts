import type { CandidateSpeech } from './candidate-speech.ts';
import { deviationOf } from './distribution.ts';
import type { PronunciationFeatures } from './pronunciation.ts';

/** Every speaker breathes: with fewer pauses in a minute of speech the voice is a computer's, or silences were cut out. */
const FEW_PAUSES_PER_MINUTE = 4;
/** Below this much speech nothing is said of pauses. */
const MIN_SPEECH_MS = 45_000;
/** Pauses of people differ: of ten and more, so alike are a computer's (deviation of the natural logarithm of their lengths). */
const MIN_PAUSES = 10;
const ALIKE_PAUSES = 0.15;
/**
 * At a fluent pace people's sounds differ more in length: deviation and mean of the natural logarithm of their milliseconds.
 * Measured: docs/decisions/0002-accent.md.
 */
const EVEN_SOUNDS = 0.65;
const FLUENT_PACE = 4.5;

type Timed = Pick<CandidateSpeech, 'floors' | 'speechMs' | 'clock'>;

/** Silences of 250 ms and more in a minute of speech; undefined where words have no times of their own, or with little speech. */
export function pausesPerMinute({ floors, speechMs, clock }: Timed): number | undefined {
  if (clock !== 'words' || speechMs < MIN_SPEECH_MS) return undefined;
  return (60_000 * floors.reduce((sum, { pauses }) => sum + pauses.length, 0)) / speechMs;
}

/**
 * Why a voice may lie outside of those that the scales were made with, in words for people; undefined where nothing says so. It finds
 * voices of simple synthesisers; that of a good one passes for a person's.
 *
 * @param sounds lengths of sounds; undefined where no aligner located them
 */
export function unusualVoice(
  speech: Timed,
  sounds: Pick<PronunciationFeatures, 'logDurationSd' | 'logDurationMean'> | undefined,
): string | undefined {
  const signs = [
    hardlyPauses(speech) ? 'hardly a pause is heard' : '',
    alikePauses(speech) ? 'all pauses are about as long' : '',
    sounds && sounds.logDurationSd < EVEN_SOUNDS && sounds.logDurationMean < FLUENT_PACE
      ? 'sounds are more even in length than people’s usually are'
      : '',
  ].filter(Boolean);
  if (signs.length === 0) return undefined;
  const told = signs.length > 1 ? `${signs.slice(0, -1).join(', ')} and ${signs.at(-1)}` : signs[0]!;
  return `${told[0]!.toUpperCase()}${told.slice(1)}. A computer’s voice is like that, and a few people’s are; the scales were made with people, so listen before you rely on accent.`;
}

const hardlyPauses = (speech: Timed): boolean =>
  (pausesPerMinute(speech) ?? Infinity) < FEW_PAUSES_PER_MINUTE;

function alikePauses({ floors, clock }: Timed): boolean {
  const lengths = floors.flatMap(({ pauses }) =>
    pauses.map(({ startMs, endMs }) => Math.log(endMs - startMs)),
  );
  if (clock !== 'words' || lengths.length < MIN_PAUSES) return false;
  return deviationOf(lengths) < ALIKE_PAUSES;
}
