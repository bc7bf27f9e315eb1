import { openPcm, samplesPerMs } from '../audio/pcm.ts';
import { melodyOf } from './melody-of.ts';
import type { MelodyEngine } from './port.ts';

/** Pitch by normalised cross-correlation; a few seconds for the longest interview. */
export const createMelody = (): MelodyEngine => ({
  async measure({ pcmPath, spans, signal }) {
    const pcm = await openPcm(pcmPath);
    try {
      const melodies = [];
      for (const { startMs, endMs } of spans) {
        signal.throwIfAborted();
        melodies.push(
          melodyOf(await pcm.readFloats(startMs * samplesPerMs, (endMs - startMs) * samplesPerMs)),
        );
      }
      return melodies;
    } finally {
      await pcm.close();
    }
  },
});
