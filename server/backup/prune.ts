import { type Clock, days } from '../time.ts';
import { withLock } from './lock.ts';
import type { BackupRecord } from './manifest.ts';
import type { BackupStore } from './port.ts';
import { createRepository } from './repository.ts';

/** How many of the newest, and how long back; a backup stays when either says so, and the newest always does. */
export interface KeepRule {
  count: number | null;
  days: number | null;
}

export interface Pruned {
  removed: BackupRecord[];
  kept: number;
  swept: { files: number; bytes: number };
}

/**
 * Removes backups that are too old, and what no other needs. Cut off at any moment, the rest stays good, and the next backup or
 * prune goes on.
 *
 * @throws BackupError BACKUP_BUSY, BACKUP_NOT_FOUND
 */
export function pruneBackups({
  store,
  keep,
  clock,
  dryRun = false,
}: {
  store: BackupStore;
  keep: KeepRule;
  clock: Clock;
  dryRun?: boolean;
}): Promise<Pruned> {
  return withLock(store, async () => {
    const repository = createRepository(store);
    const records = await repository.list();
    const removed = tooOld(records, keep, clock.now());
    const kept = records.length - removed.length;
    if (dryRun) return { removed, kept, swept: { files: 0, bytes: 0 } };
    await repository.begin();
    for (const { id } of removed) await repository.forget(id);
    const swept = await repository.sweep();
    await repository.end();
    return { removed, kept, swept };
  });
}

/** @param records the oldest first */
export function tooOld(records: readonly BackupRecord[], keep: KeepRule, nowMs: number): BackupRecord[] {
  const newest = Math.max(1, keep.count ?? 1);
  return records.filter((record, index) => {
    if (index >= records.length - newest) return false;
    return keep.days === null || Date.parse(record.createdAt) < nowMs - days(keep.days);
  });
}
