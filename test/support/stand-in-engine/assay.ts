import { builtProgram } from '../../../testkit/built-program.ts';
import { SPOILT } from './image.ts';

/** What runs in the stand-in's containers: the real commands, and servers that do what the image's name promises. */
const [behaviour, command] = process.argv.splice(2, 1).concat(process.argv.slice(2));

if (command !== 'serve') await import('#server/cli.ts');
else if (behaviour === 'serves') await serve();
else if (behaviour === 'ends') process.exit(3);
else await spoil();

/** The real API and worker, in one process: four of them for each start would take most of a test's time. */
async function serve(): Promise<void> {
  await import('#server/engines/quiet-runtime.ts');
  const { fakeSpeech } = await import('../../../testkit/fake-speech/run.ts');
  const { runRole } = await import('#server/process/run-role.ts');
  const lanes = builtProgram('testkit/fake-speech/lane-entry.ts');
  const roles = ['api', 'worker'].map((role) =>
    runRole({
      role,
      env: { ...process.env, LANE_THREADS: '1' },
      mainPath: import.meta.filename,
      composition: fakeSpeech({ cvLaneEntryPath: lanes }),
      say: (line) => console.log(line),
      complain: (line) => console.error(line),
    }),
  );
  const statuses = await Promise.all(roles);
  process.exit(Math.max(...statuses));
}

async function spoil(): Promise<void> {
  const { sql } = await import('kysely');
  const { openDatabase } = await import('#server/db/open-database.ts');
  const db = await openDatabase({ dataDir: process.env.DATA_DIR!, databaseUrl: null });
  // As a later release would, and then some.
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '2030-01-01')`.execute(db);
  await sql`update clients set name = 'spoilt'`.execute(db);
  await db.destroy();
  console.error(SPOILT);
  setInterval(() => {}, 60_000);
}
