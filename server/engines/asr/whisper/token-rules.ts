import type { WhisperRules } from './config.ts';
import type { SpecialTokens } from './tokenizer.ts';

/** Forbids tokens by setting their logits to −∞, in place. */
export type ApplyRules = (logits: Float32Array, generated: readonly number[]) => void;

/**
 * What may follow what has been generated: Whisper's suppressions and, with `timestamps`, its rules for them (Radford et al. 2022;
 * `ApplyTimestampRules` of openai/whisper): they come in pairs around a phrase, never go back in time, the first lies early in the
 * window, and one is due when all of them together are more probable than any other token.
 */
export function createTokenRules(options: {
  special: SpecialTokens;
  rules: WhisperRules;
  timestamps: boolean;
  /** Timestamps beyond this many steps of 20 ms do not exist. */
  positions: number;
}): ApplyRules {
  const { special, rules, timestamps, positions } = options;
  const { endOfText, noTimestamps, timestampBegin } = special;
  const never = [...new Set([...rules.suppressTokens, ...structural(special)])].filter(
    (id) => id !== endOfText,
  );
  const firstBeyond = timestampBegin + positions + 1;

  return (logits, generated) => {
    for (const id of never) logits[id] = Number.NEGATIVE_INFINITY;
    if (generated.length === 0) {
      for (const id of rules.beginSuppressTokens) logits[id] = Number.NEGATIVE_INFINITY;
    }
    if (!timestamps) {
      logits.fill(Number.NEGATIVE_INFINITY, timestampBegin);
      return;
    }
    logits.fill(Number.NEGATIVE_INFINITY, firstBeyond);
    if (generated.length === 0) {
      logits.fill(Number.NEGATIVE_INFINITY, 0, timestampBegin);
      logits.fill(Number.NEGATIVE_INFINITY, timestampBegin + rules.maxInitialTimestamp + 1);
      return;
    }
    const isTimestamp = (id: number | undefined) => id !== undefined && id >= timestampBegin;
    const lastWas = isTimestamp(generated.at(-1));
    const beforeWas = generated.length < 2 || isTimestamp(generated.at(-2));
    if (lastWas && beforeWas) logits.fill(Number.NEGATIVE_INFINITY, timestampBegin);
    else if (lastWas) logits.fill(Number.NEGATIVE_INFINITY, 0, endOfText);

    const latest = generated.findLast(isTimestamp);
    if (latest !== undefined) {
      // The end of one phrase may be the beginning of the next; a phrase of no length may not be.
      const earliest = lastWas && !beforeWas ? latest : latest + 1;
      logits.fill(Number.NEGATIVE_INFINITY, timestampBegin, earliest);
    }
    if (timestampIsDue(logits, timestampBegin)) logits.fill(Number.NEGATIVE_INFINITY, 0, timestampBegin);
    logits[noTimestamps] = Number.NEGATIVE_INFINITY;
  };
}

/** Tokens that structure a prompt and are never said. */
function structural(special: SpecialTokens): number[] {
  const { start, transcribe, translate, startOfPrevious, startOfLm, noSpeech, noTimestamps, languages } =
    special;
  const single = [start, transcribe, translate, startOfPrevious, startOfLm, noSpeech, noTimestamps];
  return [...single.filter((id) => id !== null), ...languages.values()];
}

function timestampIsDue(logits: Float32Array, timestampBegin: number): boolean {
  const bestText = maximum(logits, 0, timestampBegin);
  const bestTime = maximum(logits, timestampBegin, logits.length);
  if (bestTime === Number.NEGATIVE_INFINITY) return false;
  let sum = 0;
  for (let id = timestampBegin; id < logits.length; id++) sum += Math.exp(logits[id]! - bestTime);
  return bestTime + Math.log(sum) > bestText;
}

function maximum(values: Float32Array, from: number, end: number): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let i = from; i < end; i++) if (values[i]! > best) best = values[i]!;
  return best;
}
