/** What is quieter counts as nothing; what is as loud as speech close by fills the bar. In dB of full scale. */
const quietestDb = -55;
const loudestDb = -15;

/** How full a meter is, 0–1, for samples −1 to 1. */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const db = 10 * Math.log10(sum / samples.length + 1e-12);
  return Math.max(0, Math.min(1, (db - quietestDb) / (loudestDb - quietestDb)));
}

/** From here on the candidate speaks loud enough to be understood. */
export const heardFrom = 0.35;
