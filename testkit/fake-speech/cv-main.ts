import '#server/engines/quiet-runtime.ts';
import { programFile } from '#server/program-files.ts';
import { runFakeSpeech } from './run.ts';

/** The same with the real threads for CVs: for tests of searches, which take moments. */
process.exit(
  await runFakeSpeech({
    mainPath: import.meta.filename,
    cvLaneEntryPath: programFile('lanes/entry/cv'),
  }),
);
