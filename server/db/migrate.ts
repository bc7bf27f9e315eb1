import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as manyMachines from './migrations/0021_many_machines.ts';
import * as wordsOfACorpus from './migrations/0022_words_of_a_corpus.ts';
import * as openedLinks from './migrations/0023_opened_links.ts';
import * as notices from './migrations/0024_notices.ts';
import * as accentUse from './migrations/0025_accent_use.ts';
import * as candidates from './migrations/0026_candidates.ts';
import * as uploads from './migrations/0027_uploads.ts';
import * as invitations from './migrations/0028_invitations.ts';
import * as samples from './migrations/0029_samples.ts';
import type { Tables } from './tables.ts';

/** In order of their names; once released, a migration is never changed. */
const migrations: Readonly<Record<string, Migration>> = {
  '0021_many_machines': manyMachines,
  '0022_words_of_a_corpus': wordsOfACorpus,
  '0023_opened_links': openedLinks,
  '0024_notices': notices,
  '0025_accent_use': accentUse,
  '0026_candidates': candidates,
  '0027_uploads': uploads,
  '0028_invitations': invitations,
  '0029_samples': samples,
};

/** Their names, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations);

/** The names of those that a database has had, in order; null where it has none of Assay's tables. */
export async function appliedMigrations(db: Kysely<Tables>): Promise<string[] | null> {
  const names = async () => {
    const rows = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
      .selectFrom('kysely_migration')
      .select('name')
      .orderBy('name')
      .execute();
    return rows.map(({ name }) => name);
  };
  try {
    return await names();
  } catch {
    // Looked for only then: it takes longer than all else of opening a database. Another process may be making it.
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
    return tables.some(({ name }) => name === 'kysely_migration') ? await names() : null;
  }
}

/** Those that are still to come, in order. */
export const pendingMigrations = (applied: readonly string[]): string[] =>
  migrationNames.filter((name) => !applied.includes(name));

const oldest = migrationNames[0]!;

/**
 * The names that a database has of migrations which this version no longer holds, as migrations with nothing to do: the migrator wants
 * all of those that were once applied.
 *
 * @throws {Error} when the database was left before the oldest one
 */
async function goneMigrations(db: Kysely<Tables>): Promise<Record<string, Migration>> {
  const applied = (await appliedMigrations(db)) ?? [];
  if (applied.length > 0 && !applied.includes(oldest))
    throw new Error(
      `This database is too old for this version: its newest migration is ${applied.at(-1)}. Start a version from 26 November 2026 (commit 6edd9ad) on it once, then this one.`,
    );
  const gone = applied.filter((name) => name < oldest);
  return Object.fromEntries(gone.map((name) => [name, { up: async () => {} }]));
}

/** Runs what is missing in one transaction under the dialect's lock; throws what went wrong and changes nothing then. */
export async function migrateToLatest(db: Kysely<Tables>): Promise<void> {
  // Before the migrator begins: SQLite has one connection, and the migrator holds it.
  const known = { ...(await goneMigrations(db)), ...migrations };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error(String(error));
}
