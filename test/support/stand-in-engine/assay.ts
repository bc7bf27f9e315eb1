import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#server/db/open-database.ts';
import { SPOILT } from './image.ts';

/** What runs in the stand-in's containers: the real commands, and servers that do what the image's name promises. */
const [behaviour, ...words] = process.argv.slice(2);
const run = (script: string, args: readonly string[]) => {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: 'inherit',
    env: { ...process.env, LANE_THREADS: '1' },
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
  child.on('exit', (status) => process.exit(status ?? 1));
};

if (words[0] !== 'serve') run(resolve(import.meta.dirname, '../../../server/cli.ts'), words);
else if (behaviour === 'serves')
  run(resolve(import.meta.dirname, '../../../scripts/shared/fake-speech/main.ts'), []);
else if (behaviour === 'ends') process.exit(3);
else {
  const db = await openDatabase({ dataDir: process.env.DATA_DIR!, databaseUrl: null });
  // As a later release would, and then some.
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '2030-01-01')`.execute(db);
  await sql`update clients set name = 'spoilt'`.execute(db);
  await db.destroy();
  console.error(SPOILT);
  setInterval(() => {}, 60_000);
}
