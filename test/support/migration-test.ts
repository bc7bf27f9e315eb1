import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { openDatabase } from '#server/db/open-database.ts';
import type { Tables } from '#server/db/tables.ts';
import { dialectTest } from './dialect-test.ts';

/** When everything of an earlier release was made. */
export const madeAt = '2026-01-01T00:00:00.000Z';

async function migrationsUpTo(last: string) {
  const names = (await readdir(resolve(import.meta.dirname, '../../server/db/migrations')))
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => name <= last);
  assert.ok(names.includes(last), last);
  const made = names.map(async (name) => [name, await import(`#server/db/migrations/${name}.ts`)] as const);
  return Object.fromEntries(await Promise.all(made));
}

/** Brings an empty database to an earlier release's schema. @param last the last migration that it had, e.g. `0002_jobs` */
export async function migrateTo(db: Kysely<Tables>, last: string): Promise<void> {
  const migrations = await migrationsUpTo(last);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  assert.equal((await migrator.migrateToLatest()).error, undefined);
}

/**
 * Runs `body` on a database of each dialect as an earlier release left it, with one client, `c`.
 *
 * @param last the last migration that this release had, e.g. `0002_jobs`
 */
export function migrationTest(
  title: string,
  last: string,
  body: (db: Kysely<Tables>) => Promise<void>,
): void {
  dialectTest(title, async ({ freshConfig }) => {
    const db = await openDatabase(await freshConfig(), { migrate: false });
    try {
      await migrateTo(db, last);
      await db
        .insertInto('clients')
        .values({
          id: 'c',
          name: 'Acme',
          active: 1,
          permissions: '[]',
          multilingual: 1,
          max_concurrent_runs: 8,
          credit_balance: 0,
          created_at: madeAt,
        })
        .execute();
      await body(db);
    } finally {
      await db.destroy();
    }
  });
}
