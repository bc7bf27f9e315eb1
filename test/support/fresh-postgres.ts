import { tmpdir } from 'node:os';
import { after } from 'node:test';
import pg from 'pg';
import { openDatabase } from '#server/db/open-database.ts';
import { postgresAt, postgresBinaries, startPostgres, type TestPostgres } from '../../testkit/postgres.ts';

/** A reason to skip, or false. */
export const withoutPostgres = postgresBinaries()
  ? false
  : 'PostgreSQL is not installed (Debian: apt-get install postgresql)';

/** The one that `scripts/run-tests.ts` has started for all files, else one of this file's own. */
const postgresOfTheRun = async () => {
  const url = process.env.ASSAY_TEST_POSTGRES;
  return url ? postgresAt(url) : startPostgres();
};
let postgres: Promise<TestPostgres> | undefined;
after(async () => {
  await (await postgres)?.stop();
});

/** The URL of an empty database. */
export async function freshPostgres(): Promise<string> {
  postgres ??= postgresOfTheRun();
  return (await postgres).createDatabase();
}

/** The URL of a copy of a database without connections. */
export async function copyOfPostgres(url: string): Promise<string> {
  return (await postgres!).createDatabase(new URL(url).pathname.slice(1));
}

/** The URL of a database with today's tables and nothing in them: a copy, which takes a tenth of migrating one. */
export async function migratedPostgres(): Promise<string> {
  postgres ??= postgresOfTheRun();
  template ??= makeTemplate((await postgres).url);
  return (await postgres).createDatabase(await template);
}

const templateName = 'migrated';
let template: Promise<string> | undefined;

/** Once a server, whichever file of tests comes first. */
async function makeTemplate(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [templateName]);
    if (rowCount === 0) {
      const making = `${templateName}_making`;
      await client.query(`create database ${making} template template0`);
      const databaseUrl = new URL(`/${making}`, url).href;
      await (await openDatabase({ dataDir: tmpdir(), databaseUrl })).destroy();
      // Its last connection may take a moment to go.
      await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
        making,
      ]);
      await client.query(`alter database ${making} rename to ${templateName}`);
    }
  } finally {
    await client.end();
  }
  return templateName;
}
