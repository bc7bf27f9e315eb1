import type { Span } from '../../../domain/transcript/types.ts';
import { samplesPerMs } from '../../audio/pcm.ts';

const frameMs = 10;
/** Speech is heard down to this far below its loud parts, dB. */
const rangeDb = 35;
/** Below this nothing is heard, however quiet the rest is: −66 dB of full scale, a very quiet room. */
const floorDb = -66;

/** A quiet chunk this long is a pause between words; shorter ones are the closures of p, t and k. */
const pauseMs = 200;
/** So far around its middle a word must be heard. */
const nearMs = 150;

/** Which moments of a window are loud enough to be speech. */
export interface Loudness {
  /** Whether anything is loud in a span. */
  isHeard(span: Span): boolean;
  /**
   * The sound of a word: from its middle to both sides as far as `within` reaches and no pause comes.
   * @param middle where the word surely is
   * @returns null when nothing is loud near its middle
   */
  soundAround(middle: Span, within: Span): Span | null;
  /** A span made longer to both sides, as far as it is loud without a break and `within` reaches. */
  grown(span: Span, within: Span): Span;
}

/** @param samples a window of mono sound at 16 kHz, −1…1 */
export function loudnessOf(samples: Float32Array): Loudness {
  const size = frameMs * samplesPerMs;
  const levels = Float32Array.from({ length: Math.floor(samples.length / size) }, (_, frame) => {
    let energy = 0;
    for (let at = frame * size; at < (frame + 1) * size; at++) energy += samples[at]! ** 2;
    return 10 * Math.log10(energy / size + 1e-12);
  });
  const loud = levels.toSorted()[Math.floor(levels.length * 0.95)] ?? floorDb;
  const threshold = Math.max(floorDb, loud - rangeDb);
  const isLoud = (frame: number) => (levels[frame] ?? floorDb) > threshold;
  const framesOf = ({ startMs, endMs }: Span) => ({
    first: Math.max(0, Math.floor(startMs / frameMs)),
    end: Math.min(levels.length, Math.ceil(endMs / frameMs)),
  });
  const isHeard = (span: Span) => {
    const { first, end } = framesOf(span);
    for (let frame = first; frame < end; frame++) if (isLoud(frame)) return true;
    return false;
  };
  /** The last loud frame in a direction before the limit or a pause; undefined when there is none. */
  const lastLoud = (from: number, limit: number, step: 1 | -1, pause: number): number | undefined => {
    let last: number | undefined;
    let quietMs = 0;
    for (let frame = from; frame !== limit + step && quietMs < pause; frame += step) {
      if (isLoud(frame)) {
        last = frame;
        quietMs = 0;
      } else quietMs += frameMs;
    }
    return last;
  };
  return {
    isHeard,
    soundAround(middle, within) {
      if (!isHeard({ startMs: middle.startMs - nearMs, endMs: middle.endMs + nearMs })) return null;
      const bounds = framesOf(within);
      const core = framesOf(middle);
      const last = Math.max(bounds.first, bounds.end - 1);
      const from = Math.min(Math.max(core.first, bounds.first), last);
      const to = Math.min(Math.max(core.end - 1, from), last);
      const first = lastLoud(from, bounds.first, -1, pauseMs) ?? lastLoud(from, last, 1, pauseMs);
      const end = lastLoud(to, last, 1, pauseMs) ?? lastLoud(to, bounds.first, -1, pauseMs);
      if (first === undefined || end === undefined || end < first) return within;
      return {
        startMs: Math.max(within.startMs, first * frameMs),
        endMs: Math.min(within.endMs, (end + 1) * frameMs),
      };
    },
    grown(span, within) {
      const { first, end } = framesOf(span);
      const bounds = framesOf(within);
      const start = lastLoud(first - 1, bounds.first - 1, -1, frameMs);
      const stop = lastLoud(end, bounds.end, 1, frameMs);
      return {
        startMs: Math.max(within.startMs, Math.min(span.startMs, (start ?? first) * frameMs)),
        endMs: Math.min(within.endMs, Math.max(span.endMs, ((stop ?? end - 1) + 1) * frameMs)),
      };
    },
  };
}
