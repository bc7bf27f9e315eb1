const samplesPerMs = 16;
const hopMs = 10;
const windowHops = 20;

/** Middle of the 200 ms with least energy, ms from the first sample (16 kHz). */
export function quietestOffsetMs(samples: Float32Array): number {
  const hop = hopMs * samplesPerMs;
  const energies: number[] = [];
  for (let at = 0; at + hop <= samples.length; at += hop) {
    let energy = 0;
    for (let i = at; i < at + hop; i++) energy += samples[i]! ** 2;
    energies.push(energy);
  }
  let best = 0;
  let bestEnergy = Number.POSITIVE_INFINITY;
  for (let at = 0; at + windowHops <= energies.length; at++) {
    const energy = energies.slice(at, at + windowHops).reduce((sum, value) => sum + value, 0);
    if (energy < bestEnergy) [best, bestEnergy] = [at, energy];
  }
  return (best + windowHops / 2) * hopMs;
}
