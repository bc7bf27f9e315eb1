import { BucketError } from '../storage/s3/fault.ts';
import { BackupError } from './backup-error.ts';

/** A fault of a bucket as one of the place of backups: nothing is damaged that could not be read. Anything else as it is. */
export function asBackupError(error: unknown, path?: string): unknown {
  if (!(error instanceof BucketError)) return error;
  const about = path === undefined ? '' : ` (${path})`;
  return new BackupError('BACKUP_PLACE', `${error.message}${about}`, { cause: error });
}

/** Does something with a bucket. @throws BackupError where the bucket is at fault */
export async function withBucket<Answer>(work: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw asBackupError(error);
  }
}
