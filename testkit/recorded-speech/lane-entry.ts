import { resolve } from 'node:path';
import { workerData } from 'node:worker_threads';
import type { AsrEngine } from '#server/engines/asr/port.ts';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { loadCalibration } from '#server/engines/calibration/files.ts';
import { createEnglishText } from '#server/engines/text/english.ts';
import { serveLane } from '#server/lanes/entry/serve-lane.ts';
import type { LaneData } from '#server/lanes/protocol.ts';
import type { SpeechEngines } from '#server/modules/speech/pipeline/engines.ts';
import { speechPipeline } from '#server/modules/speech/pipeline/pipeline.ts';
import { rescorePipeline } from '#server/modules/speech/pipeline/rescore.ts';
import { replaySteps } from './steps.ts';

const models = resolve(import.meta.dirname, '../../models');
const { settings } = workerData as LaneData;

/** A lane thread whose hearing is recorded; reading, scoring and explaining are real. */
export default serveLane<SpeechEngines>({
  // Of two steps of one name the last counts: scores that need what was heard are replayed in a rescoring, too.
  steps: [
    ...rescorePipeline.steps,
    ...replaySteps(speechPipeline.steps, Number(process.env.REPLAY_STEP_MS ?? 20)),
  ],

  compose: () =>
    ({
      audio: createFfmpegAudio(),
      // Asked for the languages it knows, and for nothing else.
      asr: [{ id: 'recorded', languages: ['en'] } as unknown as AsrEngine],
      text: [createEnglishText()],
      calibration: loadCalibration(resolve(models, 'calibration')),
      settings,
    }) as unknown as SpeechEngines,

  check: async ({ audio }) => ({
    checks: {
      ffmpeg: await audio.check(),
      recogniser: { ok: true, detail: 'Moonshine base, as recorded' },
    },
    // German is announced, but cannot be heard: one demonstration run fails.
    recognisers: [{ id: 'moonshine-base-en', languages: ['en', 'de'] }],
  }),
});
