import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../../../config/limits.ts';
import { RunFailure } from '../../../errors.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes, seconds } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import { recogniserFor } from './recogniser.ts';
import type { Decoded, PcmFile, SpeechInput } from './state.ts';

/** Under this peak nothing of the recording could be heard at any volume: a muted microphone. */
const inaudiblePeakDb = -66;

/** Of one millisecond of s16le mono at 16 kHz. */
const pcmBytesPerMs = 32;

/** The upload as raw PCM in the run's folder, plus both channels, or both sound tracks, when they differ. */
export const decode: RequiredStep<SpeechInput, Decoded, SpeechEngines> = {
  name: 'decode',
  required: true,
  lane: 'cpu',
  timeoutMs: minutes(5),
  failsAs: 'TRANSCRIPTION_FAILED',

  run: async ({ audioPath, language }, { engines, workDir, signal }) => {
    // A language that no recogniser here knows must fail now and not after minutes of work.
    recogniserFor(engines, language);

    const path = join(workDir, 'audio.pcm');
    const channelPaths: [string, string] = [join(workDir, 'left.pcm'), join(workDir, 'right.pcm')];
    const decoded = await engines.audio.decode(
      audioPath,
      // The duration was measured before the run was admitted; the margin forgives rounding.
      { outPath: path, channelPaths, maxDurationMs: limits.audio.maxDurationMs + seconds(1) },
      signal,
    );
    const { durationMs, format, channels, sampleRateHz, codec, clippedShare, peakDb, warnings } = decoded;
    if (!(durationMs > 0) || peakDb < inaudiblePeakDb) {
      throw new RunFailure('TRANSCRIPTION_FAILED', 'The recording is silent: nothing can be heard in it.');
    }
    const [left, right] = channelPaths;
    return {
      pcm: { path, durationMs },
      channelPcm: decoded.distinctChannels
        ? [
            { path: left, durationMs },
            { path: right, durationMs },
          ]
        : null,
      source: { format, channels, sampleRateHz, codec, clippedShare, peakDb, warnings },
    };
  },

  isIntact: async ({ pcm, channelPcm }) => {
    const whole = await Promise.all([pcm, ...(channelPcm ?? [])].map(isWhole));
    return whole.every(Boolean);
  },
};

async function isWhole({ path, durationMs }: PcmFile): Promise<boolean> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  return Math.floor(size / pcmBytesPerMs) === durationMs;
}
