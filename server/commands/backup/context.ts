import { join, resolve } from 'node:path';
import { BackupError } from '../../backup/backup-error.ts';
import { createBucketFiles } from '../../backup/bucket-files.ts';
import { createBucketStore } from '../../backup/bucket-store.ts';
import { STATE_FOLDER } from '../../backup/data-files.ts';
import { createFolderStore } from '../../backup/folder-store.ts';
import { type BackupKey, readKeyFile } from '../../backup/keys.ts';
import type { BackupStore } from '../../backup/port.ts';
import { backupPlaceFault, backupPlaceOf } from '../../config/backup.ts';
import type { Config } from '../../config/env.ts';
import { parseBucketUrl } from '../../config/object-storage.ts';
import { ApiError } from '../../errors.ts';
import { openBucket } from '../../storage/s3/bucket.ts';

export interface PlaceOptions {
  keyFile?: string;
  json?: true;
}

export const keyFileHelp = 'file with the passphrase or keys (ASSAY_BACKUP_KEY_FILE)';

/** Where backups are: what the command says, else the setting. */
export function storeOf(
  given: string | undefined,
  config: Pick<Config, 'backup' | 'dataDir' | 's3' | 'bucket' | 'filesPrefix'>,
  option: '--to' | '--from',
): BackupStore {
  const place = given ?? config.backup.to;
  if (place === null) {
    throw new ApiError(
      'INVALID_INPUT',
      `Say where the backups are: ${option} FOLDER, ${option} s3://BUCKET/PREFIX, or ASSAY_BACKUP_TO.`,
    );
  }
  const whole = backupPlaceOf(place);
  const fault = backupPlaceFault(whole, config, { mayBecomeFiles: option !== '--to' });
  if (fault !== null) throw new BackupError('BACKUP_PLACE', `The place of the backups ${fault}`);
  const bucket = parseBucketUrl(whole);
  if (!bucket) return createFolderStore(whole);
  return createBucketStore({
    bucket: openBucket(config.s3!, bucket),
    spoolFolder: join(config.dataDir, STATE_FOLDER, 'spool'),
  });
}

/** The bucket that files of runs live in; null: they live in the data folder. */
export const filesBucketOf = ({ blobs, s3 }: Pick<Config, 'blobs' | 's3'>) =>
  blobs.kind === 's3' ? createBucketFiles(openBucket(s3!, blobs)) : null;

export async function keyOf(
  { keyFile }: PlaceOptions,
  { backup }: Pick<Config, 'backup'>,
): Promise<BackupKey> {
  const path = keyFile ?? backup.keyFile;
  if (path) return readKeyFile(resolve(path));
  throw new ApiError(
    'INVALID_INPUT',
    'Say what they are encrypted with: --key-file FILE, or ASSAY_BACKUP_KEY_FILE. To make one: assay backup keygen --out FILE',
  );
}
