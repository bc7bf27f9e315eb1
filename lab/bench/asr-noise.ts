import { readFileSync, writeFileSync } from 'node:fs';
import type { Span } from '../../server/domain/transcript/types.ts';
import { seededRandom } from '../../testkit/random.ts';

/**
 * Adds pink noise to a file of raw s16le mono sound at 16 kHz, at a signal-to-noise ratio over the time with speech.
 * The same seed gives the same noise.
 */
export function addNoise(pcmPath: string, speech: readonly Span[], snrDb: number, seed: number): void {
  const bytes = readFileSync(pcmPath);
  const sound = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
  let [power, count] = [0, 0];
  for (const { startMs, endMs } of speech) {
    for (let n = 16 * startMs; n < Math.min(16 * endMs, sound.length); n += 1) {
      power += sound[n]! ** 2;
      count += 1;
    }
  }
  const noise = pinkNoise(sound.length, seed);
  const noisePower = noise.reduce((sum, value) => sum + value ** 2, 0) / noise.length;
  const gain = Math.sqrt(power / Math.max(1, count) / noisePower / 10 ** (snrDb / 10));
  const noisy = sound.map((value, n) =>
    Math.max(-32_768, Math.min(32_767, Math.round(value + gain * noise[n]!))),
  );
  writeFileSync(pcmPath, Buffer.from(noisy.buffer, noisy.byteOffset, noisy.byteLength));
}

/** White noise through Paul Kellet's economy filter: pink within half a decibel from 9 Hz on. */
function pinkNoise(length: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  let [slow, middle, quick] = [0, 0, 0];
  return Float32Array.from({ length }, () => {
    const white = 2 * random() - 1;
    slow = 0.99765 * slow + 0.099046 * white;
    middle = 0.963 * middle + 0.2965164 * white;
    quick = 0.57 * quick + 1.0526913 * white;
    return slow + middle + quick + 0.1848 * white;
  });
}
