import { constants, statfs } from 'node:fs/promises';
import type { Config } from '../../config/env.ts';
import { checkMigrations, DatabaseFault, fileOf } from '../../db/database-fault.ts';
import { describeDatabase } from '../../db/dialects/describe.ts';
import { keptCopyOf } from '../../db/kept-copy.ts';
import { appliedMigrations, migrationNames, pendingMigrations } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open-database.ts';
import { type Finding, isAccessible } from '../../engines/programs.ts';
import { version } from '../../version.ts';
import { hasTool } from '../doctor/backup.ts';
import { dataFolder, nearestFolder } from '../doctor/checks.ts';
import { modelFindings } from '../doctor/models.ts';
import { recogniserFinding } from '../doctor/recogniser.ts';
import { megabytes } from '../models/progress.ts';
import { unknownSettings } from './unknown-settings.ts';

/** What a start needs beside the copy of the database. */
const SPARE_BYTES = 512 * 1024 * 1024;

interface Database {
  finding: Finding;
  /** Migrations to come. */
  pending: string[];
  sizeBytes: number;
}

/** What the first start of this version would do, in the order in which it would; nothing is changed. */
export async function upgradeFindings(
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ checks: Finding[]; pending: string[] }> {
  const { finding, pending, sizeBytes } = await databaseOf(config);
  const groups = await Promise.all([
    [{ name: 'version', status: 'ok', detail: `this is Assay ${version}` } as const],
    settings(env),
    dataFolder(config),
    [finding],
    pending.length > 0 && finding.status !== 'missing' ? [await wayBack(config, pending[0]!)] : [],
    [await disk(config, pending.length > 0 && !config.databaseUrl ? sizeBytes : 0)],
    modelFindings(config),
    [await recogniserFinding(config)],
  ]);
  return { checks: groups.flat(), pending };
}

/** Faulty ones have ended the command by now; unknown ones would otherwise go unnoticed. */
function settings(env: Readonly<Record<string, string | undefined>>): Finding[] {
  const name = 'settings';
  const unknown = unknownSettings(env);
  if (unknown.length === 0) return [{ name, status: 'ok', detail: 'all of them are understood' }];
  return unknown.map(({ name: setting, meant }) => ({
    name,
    status: 'warning' as const,
    detail: `this version does not know ${setting}: it is gone, or misspelt`,
    advice: meant === null ? 'See docs/settings.md; take it out.' : `Did you mean ${meant}?`,
  }));
}

async function databaseOf(config: Config): Promise<Database> {
  const name = 'database';
  const nothing = { pending: [], sizeBytes: 0 };
  if (!config.databaseUrl && !(await isAccessible(fileOf(config), constants.F_OK)))
    return {
      finding: { name, status: 'ok', detail: 'SQLite; will be made at the first start' },
      ...nothing,
    };
  try {
    const db = await openDatabase(config, { migrate: false });
    try {
      const applied = await appliedMigrations(db);
      await checkMigrations(applied, { place: config, known: migrationNames });
      const { kind, version: engine, sizeBytes } = await describeDatabase(db, config);
      const about = `${kind} ${engine}, ${megabytes(sizeBytes)}`;
      const pending = applied ? pendingMigrations(applied) : [];
      const detail =
        applied === null
          ? `${about}; its tables will be made at the first start`
          : pending.length === 0
            ? `${about}, of this version already (${applied.at(-1)}): nothing to change`
            : `${about}, at ${applied.at(-1)}: the first start changes it, in one transaction, by ${pending.join(', ')}`;
      return { finding: { name, status: 'ok', detail }, pending, sizeBytes };
    } finally {
      await db.destroy();
    }
  } catch (error) {
    if (!(error instanceof DatabaseFault)) throw error;
    return { finding: { name, status: 'missing', detail: error.message }, ...nothing };
  }
}

/** What will be kept before the database is changed. */
async function wayBack(config: Config, first: string): Promise<Finding> {
  const name = 'before that';
  const { to } = config.backup;
  const copy = `the database is copied to ${keptCopyOf(config, first)}`;
  if (config.databaseUrl && !(to !== null && (await hasTool('pg_dump', config.searchPath)))) {
    return {
      name,
      status: 'warning',
      detail:
        to === null
          ? 'Assay makes no backup of this PostgreSQL database: ASSAY_BACKUP_TO is not set'
          : 'Assay can make no backup of this PostgreSQL database: pg_dump is not installed',
      advice: 'Back it up yourself before the new version starts (pg_dump); only that leads back.',
    };
  }
  return { name, status: 'ok', detail: to === null ? copy : `a backup is made in ${to}` };
}

async function disk({ dataDir }: Config, copyBytes: number): Promise<Finding> {
  const name = 'disk space';
  const { bavail, bsize } = await statfs(await nearestFolder(dataDir));
  const freeBytes = bavail * bsize;
  const what = copyBytes > 0 ? `; the copy of the database takes ${megabytes(copyBytes)}` : '';
  const detail = `${megabytes(freeBytes)} free for ${dataDir}${what}`;
  if (freeBytes >= 2 * copyBytes + SPARE_BYTES) return { name, status: 'ok', detail };
  const status = freeBytes < copyBytes ? 'missing' : 'warning';
  return { name, status, detail, advice: 'Free some space before the new version starts.' };
}
