import { after } from 'node:test';
import {
  postgresAt,
  postgresBinaries,
  startPostgres,
  type TestPostgres,
} from '../../scripts/shared/postgres.ts';

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
