import type { Span } from '../../../domain/transcript/types.ts';
import type { Chunk } from '../decoding/chunks.ts';
import type { Hypothesis } from './decode.ts';
import type { SpecialTokens } from './tokenizer.ts';

const positionMs = 20;
/** Less sound than this behind the last phrase is its echo. */
const worthwhileMs = 1500;

/**
 * A decoder that closes a phrase and opens another, then ends, says that there is more to hear: from that moment on. The same where
 * it ran out of tokens: what stands behind the last whole phrase is dropped, in place, and heard again.
 *
 * @returns ms on the window's clock; null when the window was heard to its end
 */
export function openEnd(
  hypothesis: Hypothesis,
  { timestampBegin }: Pick<SpecialTokens, 'timestampBegin'>,
): number | null {
  const { tokens } = hypothesis;
  if (hypothesis.looped) return null;
  const isTime = (at: number) => (tokens[at] ?? 0) >= timestampBegin;
  let pair = tokens.length - 1;
  while (pair > 0 && !(isTime(pair) && isTime(pair - 1))) pair--;
  if (pair <= 0 || (hypothesis.complete && pair !== tokens.length - 1)) return null;
  tokens.length = pair;
  hypothesis.logProbabilities.length = pair;
  return (tokens[pair - 1]! - timestampBegin) * positionMs;
}

/** So much speech without a word is no pause: the decoder has stopped. */
const unheardMs = 2500;

/**
 * A decoder at times ends at a pause although speech follows; the words' times, read off its attention, show that.
 *
 * @param words of the window, on its clock
 * @returns end of the last word, ms; null when the window was heard to its end, or not at all
 */
export function endedEarly(
  { looped }: Pick<Hypothesis, 'looped'>,
  words: readonly Span[],
  { durationMs }: Pick<Chunk, 'durationMs'>,
): number | null {
  const last = words.at(-1);
  return !looped && last && durationMs - last.endMs > unheardMs ? last.endMs : null;
}

/** A chunk from a moment on its clock to its end; null when that is not worth hearing. */
export function restOf({ pieces, durationMs }: Chunk, fromMs: number): Chunk | null {
  const restMs = durationMs - fromMs;
  if (fromMs <= 0 || restMs < worthwhileMs) return null;
  const rest: Chunk = { pieces: [], durationMs: restMs };
  let skipMs = fromMs;
  for (const { startMs, endMs } of pieces) {
    const lengthMs = endMs - startMs;
    if (skipMs < lengthMs) rest.pieces.push({ startMs: startMs + skipMs, endMs });
    skipMs = Math.max(0, skipMs - lengthMs);
  }
  return rest;
}
