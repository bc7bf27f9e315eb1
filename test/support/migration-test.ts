import assert from 'node:assert/strict';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrationNames } from '#server/db/migrate.ts';
import type { Tables } from '#server/db/tables.ts';

/** When everything of an earlier release was made. */
export const madeAt = '2026-01-01T00:00:00.000Z';

async function migrationsUpTo(last: string) {
  const names = migrationNames.filter((name) => name <= last);
  assert.ok(names.includes(last), last);
  const made = names.map(async (name) => [name, await import(`#server/db/migrations/${name}.ts`)] as const);
  return Object.fromEntries(await Promise.all(made));
}

/** Brings an empty database to an earlier release's schema. @param last the last migration that it had, e.g. `0022_words_of_a_corpus` */
export async function migrateTo(db: Kysely<Tables>, last: string): Promise<void> {
  const migrations = await migrationsUpTo(last);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  assert.equal((await migrator.migrateToLatest()).error, undefined);
}
