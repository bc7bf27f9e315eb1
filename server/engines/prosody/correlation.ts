import { openPcm, samplesPerMs } from '../audio/pcm.ts';
import { pitchTrackOf } from './pitch-track.ts';
import type { ProsodyEngine } from './port.ts';

/** Pitch by normalised cross-correlation; a few seconds for the longest interview. */
export const createProsodyEngine = (): ProsodyEngine => ({
  async measure({ pcmPath, spans, signal }) {
    const pcm = await openPcm(pcmPath);
    try {
      const pitchTracks = [];
      for (const { startMs, endMs } of spans) {
        signal.throwIfAborted();
        pitchTracks.push(
          pitchTrackOf(await pcm.readFloats(startMs * samplesPerMs, (endMs - startMs) * samplesPerMs)),
        );
      }
      return pitchTracks;
    } finally {
      await pcm.close();
    }
  },
});
