import '#server/engines/quiet-runtime.ts';
import { join } from 'node:path';
import { runFakeSpeech } from './run.ts';

/** The same with the real threads for CVs: for tests of searches, which take moments. */
process.exit(
  await runFakeSpeech({
    mainPath: import.meta.filename,
    cvLaneEntryPath: join(import.meta.dirname, '../../../server/lanes/entry/cv.ts'),
  }),
);
