import { BackupError } from './backup-error.ts';
import type { BackupStore } from './port.ts';

/** Runs `work` with the lock of the store, which one writer has at a time. @throws BackupError BACKUP_BUSY */
export async function withLock<Result>(store: BackupStore, work: () => Promise<Result>): Promise<Result> {
  const lock = await store.lock();
  if (!lock) {
    const message = `Another backup, or a prune, is at work in ${store.label}. Try again when it has ended.`;
    throw new BackupError('BACKUP_BUSY', message);
  }
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
