import { createComposition, runServices } from '#server/app/composition.ts';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import {
  createRescoringRunService,
  createSpeechRunService,
} from '#server/modules/speech/pipeline/run-service.ts';
import { roleFrom, runRole } from '#server/process/run-role.ts';
import type { Composition } from '#server/process/service.ts';
import { seconds } from '#server/time.ts';
import { builtProgram } from '../built-program.ts';
import { fakeRescorePipeline, fakeSpeechPipeline } from './steps.ts';

/** Interviews are seldom what is looked at, and their models take seconds of each start. FAKE_LIVE=0: they are real. */
const holdsNothing = async () => ({ start: async () => ({}), stop: async () => {} });

/** What the real server is made of, with fake steps in the lanes of speech. */
export function fakeSpeech({
  cvLaneEntryPath,
}: {
  /** The entry file of the threads of lane "cv". */
  cvLaneEntryPath: string;
}): Composition {
  const composition = createComposition({
    laneEntryPath: builtProgram('testkit/fake-speech/lane-entry.ts'),
    cvLaneEntryPath,
    createRunServices: async (deps) => ({
      ...(await runServices(deps)),
      speech: createSpeechRunService({ pipeline: fakeSpeechPipeline }),
      speech_rescore: createRescoringRunService({ pipeline: fakeRescorePipeline, blobs: deps.blobs }),
    }),
    createAudio: () => createFfmpegAudio(),
  });
  return process.env.FAKE_LIVE === '0' ? composition : { ...composition, live: holdsNothing };
}

/** The real server processes with fake steps in the lanes of speech; answers the exit status. */
export function runFakeSpeech({
  mainPath,
  ...places
}: Parameters<typeof fakeSpeech>[0] & {
  /** Of the processes to be made. */
  mainPath: string;
}): Promise<number> {
  return runRole({
    role: roleFrom(process.argv.slice(2), process.env),
    env: process.env,
    mainPath,
    composition: fakeSpeech(places),
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
    backOff: { firstMs: 20, maxMs: 100, soundAfterMs: seconds(1) },
  });
}
