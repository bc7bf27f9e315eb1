import { gaussian } from '../random.ts';
import type { Utterance } from './voices.ts';

/** A hiss, a fan, mains hum, or many people far away. */
export const noises = ['hiss', 'fan', 'hum', 'babble'] as const;
export type Noise = (typeof noises)[number];

/**
 * Background of one kind, with a root mean square of 1.
 *
 * @param murmur what babble is made of: eight and more voices over one another, so that none can be followed
 */
export function makeNoise(
  kind: Noise,
  length: number,
  murmur: readonly Utterance[],
  random: () => number,
): Float32Array {
  const noise = new Float32Array(length);
  if (kind === 'babble' && murmur.length > 0) layMurmur(noise, murmur, random);
  else {
    const smooth = kind === 'hiss' ? 0.2 + 0.5 * random() : 0.9 + 0.08 * random();
    let value = 0;
    for (let i = 0; i < length; i++) {
      value = smooth * value + gaussian(random);
      noise[i] = value;
    }
    if (kind === 'hum') {
      const mainsHz = random() < 0.5 ? 50 : 60;
      const strength = 3 + 4 * random();
      for (let i = 0; i < length; i++) {
        const turn = (2 * Math.PI * mainsHz * i) / 16_000;
        noise[i]! += strength * (Math.sin(2 * turn) + 0.5 * Math.sin(4 * turn) + 0.3 * Math.sin(6 * turn));
      }
    }
  }
  let energy = 0;
  for (let i = 0; i < length; i += 7) energy += noise[i]! ** 2;
  const scale = 1 / Math.sqrt(energy / Math.ceil(length / 7) + 1e-12);
  return noise.map((value) => value * scale);
}

function layMurmur(noise: Float32Array, murmur: readonly Utterance[], random: () => number): void {
  for (let voice = 0; voice < 8; voice++) {
    for (let at = -Math.floor(random() * 40_000); at < noise.length; ) {
      const { samples } = murmur[Math.floor(random() * murmur.length)]!;
      const end = Math.min(samples.length, noise.length - at);
      // Backwards: nothing in it can be a word.
      for (let i = Math.max(0, -at); i < end; i++) noise[at + i]! += samples[samples.length - 1 - i]!;
      at += samples.length;
    }
  }
}
