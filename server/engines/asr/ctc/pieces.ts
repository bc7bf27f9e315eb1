import type { Span } from '../../../domain/transcript/types.ts';
import { ctcStepMs, frameStepMs, phoneClasses } from './posteriors.ts';

/** Longer stretches are divided at their longest silence, so that a list of word sequences can cover what may differ. */
const longestMs = 6000;
/** A silence worth dividing at. */
const silenceMs = 160;
/** No piece becomes shorter than this by dividing. */
const shortestMs = 1200;
/** Probability of silence from which a frame counts as silent. */
const silent = Math.log(0.6);

/**
 * Divides a stretch of sound into pieces for the word search, in the middle of silences that the framewise head hears:
 * never inside a word, as long as words have no silence in them.
 *
 * @param frames the framewise head's log probabilities
 * @returns spans from 0 to the end, ms, touching each other, on whole steps of the CTC heads
 */
export function dividedAtSilences(frames: Float32Array): Span[] {
  const count = frames.length / phoneClasses;
  const silences: Span[] = [];
  for (let frame = 0; frame < count; ) {
    const from = frame;
    while (frame < count && frames[frame * phoneClasses]! > silent) frame++;
    if ((frame - from) * frameStepMs >= silenceMs) {
      silences.push({ startMs: from * frameStepMs, endMs: frame * frameStepMs });
    }
    if (frame === from) frame++;
  }
  const lastsMs = ({ startMs, endMs }: Span) => endMs - startMs;
  const middleMs = ({ startMs, endMs }: Span) => Math.round((startMs + endMs) / 2 / ctcStepMs) * ctcStepMs;
  const divide = (piece: Span): Span[] => {
    if (lastsMs(piece) <= longestMs) return [piece];
    const inside = silences.filter((silence) => {
      const at = middleMs(silence);
      return at - piece.startMs >= shortestMs && piece.endMs - at >= shortestMs;
    });
    if (inside.length === 0) return [piece];
    const cutMs = middleMs(inside.reduce((a, b) => (lastsMs(b) > lastsMs(a) ? b : a)));
    return [
      ...divide({ startMs: piece.startMs, endMs: cutMs }),
      ...divide({ startMs: cutMs, endMs: piece.endMs }),
    ];
  };
  return divide({ startMs: 0, endMs: Math.ceil((count * frameStepMs) / ctcStepMs) * ctcStepMs });
}
