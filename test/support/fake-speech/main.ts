import '#server/engines/quiet-runtime.ts';
import { join } from 'node:path';
import { createComposition, runServices } from '#server/compose.ts';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import {
  createRescoringRunService,
  createSpeechRunService,
} from '#server/modules/speech/pipeline/run-service.ts';
import { roleFrom, runRole } from '#server/process/run-role.ts';
import { seconds } from '#server/time.ts';
import { fakeRescorePipeline, fakeSpeechPipeline } from './steps.ts';

/**
 * The real server processes with fake steps in the lanes: `node test/support/fake-speech/main.ts`, with the
 * settings of the real one. For tests of what surrounds the steps, where thirty crashes have to fit in a minute.
 */
const composition = createComposition({
  laneEntryPath: join(import.meta.dirname, 'lane-entry.ts'),
  // No CV comes here: any threads will do.
  cvLaneEntryPath: join(import.meta.dirname, 'lane-entry.ts'),
  createServices: (deps) => ({
    ...runServices(deps),
    speech: createSpeechRunService({ pipeline: fakeSpeechPipeline }),
    speech_rescore: createRescoringRunService({ pipeline: fakeRescorePipeline, blobs: deps.blobs }),
  }),
  createAudio: () => createFfmpegAudio(),
});

/** Interviews are not what is looked at here, and their models take seconds of each start. */
const holdsNothing = async () => ({ start: async () => ({}), stop: async () => {} });

process.exit(
  await runRole({
    role: roleFrom(process.argv.slice(2), process.env),
    env: process.env,
    mainPath: import.meta.filename,
    composition: { ...composition, live: holdsNothing },
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
    backOff: { firstMs: 20, maxMs: 100, soundAfterMs: seconds(1) },
  }),
);
