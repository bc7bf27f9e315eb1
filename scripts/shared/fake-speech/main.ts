import '#server/engines/quiet-runtime.ts';
import { join } from 'node:path';
import { runFakeSpeech } from './run.ts';

/**
 * The real server processes with fake steps in the lanes: `node scripts/shared/fake-speech/main.ts`, with the
 * settings of the real one. For tests of what surrounds the steps, where thirty crashes have to fit in a minute.
 */
process.exit(
  await runFakeSpeech({
    mainPath: import.meta.filename,
    // No CV comes here: any threads will do.
    cvLaneEntryPath: join(import.meta.dirname, 'lane-entry.ts'),
  }),
);
