import { samplesPerMs } from '../audio/pcm.ts';

/** Loudness is measured in so much. */
export const levelMs = 10;
/** −26 dB: quieter than the loudest 10 ms of the speech by so much is not speech. */
const shareOfLoudest = 0.05;
/** Sound so much over the background is something. */
const overBackground = 2;

/** Root mean square of each whole 10 ms. */
export function levelsOf(samples: Float32Array): number[] {
  const frame = levelMs * samplesPerMs;
  return Array.from({ length: Math.floor(samples.length / frame) }, (_, index) => {
    let power = 0;
    for (const sample of samples.subarray(index * frame, (index + 1) * frame)) power += sample * sample;
    return Math.sqrt(power / frame);
  });
}

/** What is sound, beside the speech before it and the silence behind it. */
export function loudFrom(speech: Float32Array, silence: Float32Array): number {
  const quiet = levelsOf(silence).sort((a, b) => a - b);
  const background = quiet[quiet.length >> 1] ?? 0;
  return Math.max(shareOfLoudest * Math.max(0, ...levelsOf(speech)), overBackground * background);
}

/** How much of the sound's end is quiet, in whole 10 ms; undefined where nothing in it is loud. */
export function quietMs(samples: Float32Array, loud: number): number | undefined {
  const levels = levelsOf(samples);
  const last = levels.findLastIndex((level) => level >= loud);
  return last < 0 ? undefined : (levels.length - 1 - last) * levelMs;
}
