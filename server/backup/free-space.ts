import { statfs } from 'node:fs/promises';
import { BackupError } from './backup-error.ts';

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;

/** @throws BackupError DISK_FULL */
export async function requireFree(folder: string, neededBytes: number, what: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes >= neededBytes) return;
  throw new BackupError(
    'DISK_FULL',
    `${what} needs ${megabytes(neededBytes)} on the disk of ${folder}, which has ${megabytes(freeBytes)} free.`,
  );
}
