import '#server/engines/quiet-runtime.ts';
import { builtProgram } from '../built-program.ts';
import { runFakeSpeech } from './run.ts';

/**
 * The real server processes with fake steps in the lanes: `node testkit/fake-speech/main.ts`, with the
 * settings of the real one. For tests of what surrounds the steps, where thirty crashes have to fit in a minute.
 */
process.exit(
  await runFakeSpeech({
    mainPath: import.meta.filename,
    // No CV comes here: any threads will do.
    cvLaneEntryPath: builtProgram('testkit/fake-speech/lane-entry.ts'),
  }),
);
