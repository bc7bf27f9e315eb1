import { sharedPlaceOfBlobs } from '../../app/blobs.ts';
import { BackupError } from '../../backup/backup-error.ts';
import { createBackup } from '../../backup/create.ts';
import { withLock } from '../../backup/lock.ts';
import { pruneBackups } from '../../backup/prune.ts';
import { createRepository } from '../../backup/repository.ts';
import type { Config } from '../../config/env.ts';
import type { Db } from '../../db/db.ts';
import { migrationNames } from '../../db/migrate.ts';
import { notedFilesPlace } from '../../modules/installation/files-place.ts';
import { deletionNotes } from '../../modules/retention/queries.ts';
import { isoTime } from '../../time.ts';
import { version } from '../../version.ts';
import type { CommandContext } from '../context.ts';
import { megabytes } from '../models/progress.ts';
import { printJson, printLines, shortTime } from '../output.ts';
import type { Services } from '../services.ts';
import { filesBucketOf, keyOf, type PlaceOptions, storeOf } from './context.ts';

interface CreateOptions extends PlaceOptions {
  to?: string;
  scheduled?: true;
}

export async function create(context: CommandContext, options: CreateOptions): Promise<void> {
  const config = context.config();
  const store = storeOf(options.to, config, '--to');
  const key = await keyOf(options, config);
  const stopping = new AbortController();
  const stop = () =>
    stopping.abort(new BackupError('BACKUP_BUSY', 'The backup was stopped; the next one goes on.'));
  process.once('SIGTERM', stop).once('SIGINT', stop);
  try {
    const made = await context.withServices(async (services) => {
      await refuseOtherFiles(services.db, config);
      const backup = await createBackup({
        place: config,
        store,
        key,
        clock: context.clock,
        bucket: filesBucketOf(config),
        about: { assayVersion: version, schema: migrationNames.at(-1)! },
        // Those of the time that it took, too.
        notes: () => deletionNotes(services.db, ''),
        signal: stopping.signal,
      });
      await record(services, options, { backupId: backup.record.id, place: store.label });
      return backup;
    });
    const pruned = options.scheduled
      ? await pruneBackups({ store, keep: config.backup.keep, clock: context.clock })
      : null;
    const { record: backup, takenAt, knownFiles, goneCount, hasKeyPepper, swept } = made;
    if (options.json) {
      const removed = pruned?.removed.map(({ id }) => id);
      printJson(context, {
        backup,
        takenAt,
        knownFiles,
        goneCount,
        hasKeyPepper,
        swept,
        pruned: removed ?? null,
      });
      return;
    }
    printLines(
      context,
      `Backup ${backup.id} in ${store.label}: ${backup.files} files, ${megabytes(backup.sizeBytes)}, of which ${megabytes(backup.addedBytes)} new. It has the data of ${shortTime(takenAt, '')}.`,
      ...(goneCount > 0 ? [`${goneCount} files were deleted while it was made; they are not in it.`] : []),
      ...(hasKeyPepper ? [] : ['KEY_PEPPER is a setting and not in it: keep that, too.']),
      ...(swept ? [`Cleared up after one that was cut off: ${megabytes(swept.bytes)}.`] : []),
    );
  } finally {
    process.off('SIGTERM', stop).off('SIGINT', stop);
  }
}

export async function noteAllDeletions(context: CommandContext, options: CreateOptions): Promise<void> {
  const config = context.config();
  const store = storeOf(options.to, config, '--to');
  const key = await keyOf(options, config);
  const noted = await context.withServices(({ db }) =>
    withLock(store, async () => {
      const repository = createRepository(store);
      const { sealer } = await repository.openOrMake(key, isoTime(context.clock.now()));
      return repository.noteDeletions(sealer, deletionNotes(db, ''));
    }),
  );
  if (options.json) printJson(context, { noted });
  else printLines(context, `${noted} noted.`);
}

/** With other settings than the server's, recordings would silently be missing. */
async function refuseOtherFiles(db: Db, config: Config): Promise<void> {
  const [served, own] = [await notedFilesPlace(db), sharedPlaceOfBlobs(config)];
  if (served === null || served === own) return;
  throw new BackupError(
    'BACKUP_PLACE',
    `The server has its files in ${served}, these settings in ${own}. Give this command the server's settings: BLOB_STORE and those that begin with S3_.`,
  );
}

function record(
  { audit, db, record: recordCommand }: Services,
  { scheduled }: CreateOptions,
  details: Record<string, unknown>,
): Promise<void> {
  const entry = { action: 'backup.create', clientId: null, target: `backup:${details.backupId}`, details };
  if (!scheduled) return recordCommand(entry);
  const actor = { kind: 'system' as const, id: 'backup', name: 'Backup' };
  return audit.record(db, { ...entry, actor, ipAddress: null });
}
