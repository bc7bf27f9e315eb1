import type { Span } from '../../../domain/transcript/types.ts';
import type { Native } from '../../../native.ts';
import { frameStepMs, phoneClasses } from './posteriors.ts';
import type { Ways } from './state-graph.ts';

/** A word's place, and how well the sound there fits it. */
export interface HeardSpan extends Span {
  /** Mean over its frames of log p(its phone) − log p(best phone); 0 is best. */
  fit: number;
}

/**
 * Where the words of a piece of sound lie, by the framewise head: the best path through their usual pronunciations, with
 * silence before, between and after them where there is any.
 *
 * @param startMs where the frames begin on the recording's clock
 * @returns one span a word, in order; spread evenly where there are fewer frames than phones
 */
export function wordTimes(
  viterbi: Native['viterbi'],
  frames: Float32Array,
  words: readonly Ways[],
  startMs: number,
): HeardSpan[] {
  const labels = [0];
  const skippable = [1];
  const firstState: number[] = [];
  for (const ways of words) {
    firstState.push(labels.length);
    for (const symbol of ways[0] ?? []) {
      labels.push(symbol);
      skippable.push(0);
    }
    labels.push(0);
    skippable.push(1);
  }
  const count = frames.length / phoneClasses;
  const atMs = (frame: number) => startMs + Math.round(frame * frameStepMs);
  const { path, score } = viterbi(frames, phoneClasses, Int32Array.from(labels), Uint8Array.from(skippable));
  if (score === Number.NEGATIVE_INFINITY) {
    const share = count / words.length;
    return words.map((_, i) => ({ startMs: atMs(i * share), endMs: atMs((i + 1) * share), fit: -10 }));
  }
  let frame = 0;
  return words.map((ways, word) => {
    const first = firstState[word]!;
    const end = first + (ways[0]?.length ?? 0);
    while (frame < count && path[frame]! < first) frame++;
    const from = frame;
    let fit = 0;
    for (; frame < count && path[frame]! < end; frame++) {
      const row = frames.subarray(frame * phoneClasses, (frame + 1) * phoneClasses);
      fit += row[labels[path[frame]!]!]! - Math.max(...row);
    }
    return { startMs: atMs(from), endMs: atMs(frame), fit: fit / Math.max(1, frame - from) };
  });
}
