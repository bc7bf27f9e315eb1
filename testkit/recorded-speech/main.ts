import '#server/engines/quiet-runtime.ts';
import { createComposition, runServices } from '#server/app/composition.ts';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { roleFrom, runRole } from '#server/process/run-role.ts';
import { programFile } from '#server/program-files.ts';
import { builtProgram } from '../built-program.ts';

/**
 * The real server, whose hearing is recorded: `node testkit/recorded-speech/main.ts`, with the settings of the
 * real one. The sample interview and its variants become true scorecards in a second. CV matches are real.
 */
const composition = createComposition({
  laneEntryPath: builtProgram('testkit/recorded-speech/lane-entry.ts'),
  cvLaneEntryPath: programFile('lanes/entry/cv'),
  createRunServices: runServices,
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
  }),
);
