import '#server/engines/quiet-runtime.ts';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createComposition } from '#server/compose.ts';
import { runService } from '#server/dispatch/registry.ts';
import type { ScaleCalibration } from '#server/domain/scoring/calibration.ts';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { matchPipeline } from '#server/modules/cvdeepmatch/pipeline/pipeline.ts';
import { createMatchRunService } from '#server/modules/cvdeepmatch/pipeline/run-service.ts';
import { createSpeechRunService } from '#server/modules/speech/pipeline/run-service.ts';
import { roleFrom, runRole } from '#server/process/run-role.ts';
import { seconds } from '#server/time.ts';
import { fakeRescorePipeline, fakeSpeechPipeline } from './steps.ts';

/**
 * The real server processes with fake steps in the lanes: `node test/support/fake-speech/main.ts`, with the
 * settings of the real one. For tests of what surrounds the steps, where thirty crashes have to fit in a minute.
 */
const scalePath = resolve(import.meta.dirname, '../../../models/calibration/scale.json');

const composition = createComposition({
  laneEntryPath: join(import.meta.dirname, 'lane-entry.ts'),
  // No CV comes here: any threads will do.
  cvLaneEntryPath: join(import.meta.dirname, 'lane-entry.ts'),
  createServices: ({ blobs }) => ({
    speech: runService(
      createSpeechRunService({
        pipeline: fakeSpeechPipeline,
        rescorePipeline: fakeRescorePipeline,
        blobs,
        scale: JSON.parse(readFileSync(scalePath, 'utf8')) as ScaleCalibration,
      }),
    ),
    cv_deepmatch: runService(createMatchRunService({ pipeline: matchPipeline })),
  }),
  createAudio: () => createFfmpegAudio(),
});

process.exit(
  await runRole({
    role: roleFrom(process.argv.slice(2), process.env),
    env: process.env,
    mainPath: import.meta.filename,
    composition,
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
    backOff: { firstMs: 20, maxMs: 100, soundAfterMs: seconds(1) },
  }),
);
