import type { Span } from '../../../domain/transcript/types.ts';
import { samplesPerMs } from '../../audio/pcm.ts';

const frameMs = 10;
/** Speech is heard down to this far below its loud parts, dB. */
const rangeDb = 35;
/** Below this nothing is heard, however quiet the rest is: −66 dB of full scale, a very quiet room. */
const floorDb = -66;

/** Which moments of a window are loud enough to be speech. */
export interface Loudness {
  /** The loud part of a span: from its first to its last loud moment; null where there is none. */
  loudPart(span: Span): Span | null;
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
  const isLoud = (frame: number) => levels[frame]! > threshold;
  return {
    loudPart({ startMs, endMs }) {
      let first = Math.max(0, Math.floor(startMs / frameMs));
      let end = Math.min(levels.length, Math.ceil(endMs / frameMs));
      while (first < end && !isLoud(first)) first++;
      while (end > first && !isLoud(end - 1)) end--;
      if (first >= end) return null;
      return { startMs: Math.max(startMs, first * frameMs), endMs: Math.min(endMs, end * frameMs) };
    },
  };
}
