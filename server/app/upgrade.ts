import { setTimeout as delay } from 'node:timers/promises';
import { BackupError } from '../backup/backup-error.ts';
import { createBackup } from '../backup/create.ts';
import { filesBucketOf, keyOf, storeOf } from '../commands/backup/context.ts';
import type { Config } from '../config/env.ts';
import { keepCopy } from '../db/kept-copy.ts';
import { appliedMigrations } from '../db/migrate.ts';
import type { BeforeMigration } from '../db/open-database.ts';
import { ApiError } from '../errors.ts';
import type { Logger } from '../logging.ts';
import { deletionNotes } from '../modules/retention/queries.ts';
import { minutes, seconds, systemClock } from '../time.ts';
import { version } from '../version.ts';

/** Another process of the installation makes the backup: so long it is waited for. */
const BUSY_PATIENCE_MS = minutes(10);
const BUSY_LOOK_EVERY_MS = seconds(2);

/**
 * What a server keeps before a migration changes its database: a backup where those are set up; else, or where that fails, a copy of the SQLite file
 * beside it. Of PostgreSQL there is nothing else, and the log says so: its own backups have to do.
 */
export const keepForUpgrade =
  (config: Config, { logger }: { logger: Pick<Logger, 'info' | 'warn'> }): BeforeMigration =>
  async (about) => {
    const { pending } = about;
    let reason = 'ASSAY_BACKUP_TO is not set';
    if (config.backup.to !== null) {
      try {
        const kept = await backUp(config, about);
        if (kept !== null) logger.info({ ...kept, pending }, 'backed up before the database migration');
        return;
      } catch (error) {
        if (!(error instanceof BackupError || error instanceof ApiError)) throw error;
        reason = error.message;
      }
    }
    if (config.databaseUrl) {
      logger.warn(
        { pending, reason },
        'THE DATABASE IS BROUGHT UP TO DATE WITHOUT A BACKUP BY ASSAY; to go back, restore your own of PostgreSQL',
      );
      return;
    }
    const copy = await keepCopy(config, pending[0]!);
    logger.info({ copy, pending, reason }, 'copied the database before its migration');
  };

/** @returns null where another process has backed up and migrated meanwhile */
async function backUp(config: Config, { db, applied, pending }: Parameters<BeforeMigration>[0]) {
  const store = storeOf(undefined, config, '--to');
  const key = await keyOf({}, config);
  const giveUpAt = performance.now() + BUSY_PATIENCE_MS;
  for (;;) {
    try {
      const { record } = await createBackup({
        ...{ place: config, store, key, clock: systemClock, bucket: filesBucketOf(config) },
        // The Assay that used it until now may restore it.
        about: { assayVersion: version, schema: applied.at(-1)! },
        notes: () => notesOf(db),
      });
      return { backupId: record.id, place: store.label };
    } catch (error) {
      const isBusy = error instanceof BackupError && error.code === 'BACKUP_BUSY';
      if (!isBusy || performance.now() > giveUpAt) throw error;
      await delay(BUSY_LOOK_EVERY_MS);
      if ((await appliedMigrations(db))?.includes(pending[0]!)) return null;
    }
  }
}

/** Tables of an earlier version may lack what is asked for; then the next backup notes those deletions. */
async function* notesOf(db: Parameters<BeforeMigration>[0]['db']) {
  try {
    yield* deletionNotes(db, '');
  } catch {
    return;
  }
}
