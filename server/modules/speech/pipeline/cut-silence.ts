import { keptBetweenSilences } from '../../../domain/transcript/cut-clock.ts';
import { RunFailure } from '../../../errors.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import type { Decoded, SilenceCut, SpeechInput } from './state.ts';

/**
 * Leaves out long silences, so that less has to be recognised. Nothing is rewritten: what is kept is a list of
 * spans on the original clock, and everything later stays on that clock.
 */
export const cutSilence: RequiredStep<SpeechInput & Decoded, SilenceCut, SpeechEngines> = {
  name: 'cutSilence',
  required: true,
  lane: 'cpu',
  timeoutMs: minutes(5),
  failsAs: 'TRANSCRIPTION_FAILED',

  run: async ({ pcm, cutSettings }, { engines, signal }) => {
    const { silenceThresholdDb, minSilenceMs, keepSilenceMs } = cutSettings;
    const silences = await engines.audio.detectSilence(
      pcm.path,
      { thresholdDb: silenceThresholdDb, minSilenceMs },
      signal,
    );
    const kept = keptBetweenSilences(silences, pcm.durationMs, keepSilenceMs);
    if (kept.length === 0) {
      throw new RunFailure(
        'TRANSCRIPTION_FAILED',
        `Nothing in the recording is louder than ${silenceThresholdDb} dB, the silence threshold.`,
      );
    }
    return { kept };
  },
};
