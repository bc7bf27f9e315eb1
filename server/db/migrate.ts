import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as first from './migrations/0001_first.ts';
import * as jobs from './migrations/0002_jobs.ts';
import * as webhooks from './migrations/0003_webhooks.ts';
import * as accounts from './migrations/0004_accounts.ts';
import * as prices from './migrations/0005_prices.ts';
import * as retention from './migrations/0006_retention.ts';
import * as jobVersions from './migrations/0007_job_versions.ts';
import * as runSearch from './migrations/0008_run_search.ts';
import * as runTypes from './migrations/0009_run_types.ts';
import * as severalMachines from './migrations/0010_several_machines.ts';
import * as jobTitles from './migrations/0011_job_titles.ts';
import * as requestLimits from './migrations/0012_request_limits.ts';
import * as cvs from './migrations/0013_cvs.ts';
import * as deaths from './migrations/0014_deaths.ts';
import * as ownerLimits from './migrations/0015_owner_limits.ts';
import * as runScores from './migrations/0016_run_scores.ts';
import * as runSearchNames from './migrations/0017_run_search_names.ts';
import * as interviews from './migrations/0018_interviews.ts';
import * as search from './migrations/0019_search.ts';
import * as lists from './migrations/0020_lists.ts';
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
  '0001_first': first,
  '0002_jobs': jobs,
  '0003_webhooks': webhooks,
  '0004_accounts': accounts,
  '0005_prices': prices,
  '0006_retention': retention,
  '0007_job_versions': jobVersions,
  '0008_run_search': runSearch,
  '0009_run_types': runTypes,
  '0010_several_machines': severalMachines,
  '0011_job_titles': jobTitles,
  '0012_request_limits': requestLimits,
  '0013_cvs': cvs,
  '0014_deaths': deaths,
  '0015_owner_limits': ownerLimits,
  '0016_run_scores': runScores,
  '0017_run_search_names': runSearchNames,
  '0018_interviews': interviews,
  '0019_search': search,
  '0020_lists': lists,
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

/** Runs what is missing in one transaction under the dialect's lock; throws what went wrong and changes nothing then. */
export async function migrateToLatest(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error(String(error));
}
