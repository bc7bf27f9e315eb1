import { writeFile } from 'node:fs/promises';
import { wavOf } from '#server/domain/wav.ts';

const rateHz = 48_000;

/** Bursts like syllables, which noise suppression takes for a voice: mono, −1 to 1. */
export function syllables(seconds: number, hz = rateHz): Float32Array {
  const samples = new Float32Array(seconds * hz);
  for (let i = 0; i < samples.length; i++) {
    const at = i / hz;
    const burst = Math.max(0, Math.sin(2 * Math.PI * 3 * at)) * (at % 1 < 0.7 ? 1 : 0);
    const pitch = 140 + 20 * Math.sin(2 * Math.PI * 0.7 * at);
    let sum = 0;
    for (let harmonic = 1; harmonic <= 12; harmonic++) {
      sum += Math.sin(2 * Math.PI * harmonic * pitch * at) / harmonic;
    }
    samples[i] = 0.3 * burst * sum;
  }
  return samples;
}

/** A WAV file for `--use-file-for-fake-audio-capture`, which plays it again and again. */
export async function writeVoice(path: string): Promise<void> {
  const samples = syllables(4);
  const pcm = Buffer.alloc(2 * samples.length);
  for (let i = 0; i < samples.length; i++) {
    pcm.writeInt16LE(Math.round(32_767 * Math.max(-1, Math.min(1, samples[i]!))), 2 * i);
  }
  await writeFile(path, wavOf(pcm, { rateHz }));
}
