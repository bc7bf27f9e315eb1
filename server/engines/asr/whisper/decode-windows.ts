import type * as ort from '../../onnx-runtime.ts';
import { type DecodeOptions, decode, type Hypothesis } from './decode.ts';
import type { Decoder } from './decoder.ts';
import { isPoor, isSilence, leastPoor } from './fallback.ts';
import { pickRows } from './tensors.ts';
import type { WhisperTokenizer } from './tokenizer.ts';

const positionMs = 20;

export interface WindowDecoding extends Omit<DecodeOptions, 'special' | 'random' | 'temperature'> {
  /** Tried in turn for windows whose text is poor; the first is 0 as a rule. */
  temperatures: readonly number[];
}

export interface WindowToDecode {
  durationMs: number;
  /** Where chance begins for this window: the same recording is always heard the same way. */
  seed: number;
}

/**
 * Decodes windows side by side, and those whose text is poor again at higher temperatures.
 *
 * @param states encoder states, a row each window
 * @returns the best hypothesis of each window; null for a window without speech
 */
export async function decodeWindows(
  decoder: Decoder,
  tokenizer: WhisperTokenizer,
  states: ort.Tensor,
  windows: readonly WindowToDecode[],
  { temperatures, ...options }: WindowDecoding,
): Promise<(Hypothesis | null)[]> {
  const positions = states.dims[1]!;
  const frames = windows.map(({ durationMs }) => Math.min(positions, Math.ceil(durationMs / positionMs)));
  const tried = windows.map((): { hypothesis: Hypothesis; text: string }[] => []);
  const results: (Hypothesis | null | undefined)[] = windows.map(() => undefined);
  let waiting = [...windows.keys()];
  for (const [attempt, temperature] of temperatures.entries()) {
    if (waiting.length === 0) break;
    const some = waiting.length === windows.length ? states : pickRows(states, waiting);
    const heard = await decode(
      decoder,
      some,
      waiting.map((index) => frames[index]!),
      {
        ...options,
        special: tokenizer.special,
        temperature,
        random: waiting.map((index) => chance(windows[index]!.seed, attempt)),
      },
    );
    waiting = waiting.filter((index, row) => {
      const hypothesis = heard[row]!;
      const text = tokenizer.decode(hypothesis.tokens);
      const again = options.forcedTokens === null && isPoor(hypothesis, text);
      if (again) tried[index]!.push({ hypothesis, text });
      else results[index] = isSilence(hypothesis) && options.forcedTokens === null ? null : hypothesis;
      return again;
    });
  }
  return results.map((result, index) => (result === undefined ? (leastPoor(tried[index]!) ?? null) : result));
}

/** Mulberry32: uniform in [0, 1). */
function chance(seed: number, attempt: number): () => number {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(attempt + 1, 0x85ebca6b)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
