import { createHash } from 'node:crypto';
import type { BackupRecord } from '../manifest.ts';
import { type BackupStore, isBackupPath } from '../port.ts';
import { hashing, jsonBytes, once, paths, UNDER_WAY } from './content.ts';
import { listRecords, objectsOf } from './reading.ts';

/** How a backup comes and goes. */
export const writing = (store: BackupStore) => ({
  /** The last step of a backup: from here on it is there. */
  async commit(
    record: Omit<BackupRecord, 'format' | 'manifestSha256' | 'objectsSha256'>,
    { manifest, objects }: { manifest: AsyncIterable<Uint8Array>; objects: Iterable<string> },
  ): Promise<BackupRecord> {
    const at = paths(record.id);
    const hash = createHash('sha256');
    await store.put(at.manifest, hashing(manifest, hash));
    const names = Buffer.concat([...new Set(objects)].sort().map((name) => Buffer.from(name, 'hex')));
    await store.put(at.objects, once(names));
    const whole: BackupRecord = {
      format: 'assay-backup-1',
      ...record,
      manifestSha256: hash.digest('hex'),
      objectsSha256: createHash('sha256').update(names).digest('hex'),
    };
    await store.put(at.record, jsonBytes(whole));
    return whole;
  },

  /** From here on it is not there; `sweep` removes what nothing else needs. */
  async forget(id: string): Promise<void> {
    const at = paths(id);
    for (const path of [at.record, at.manifest, at.objects]) await store.delete(path);
  },

  /** To be called before anything is written or deleted. True when the last writer was cut off. */
  async begin(): Promise<boolean> {
    const wasCutOff = (await store.sizeOf(UNDER_WAY)) !== null;
    await store.put(UNDER_WAY, jsonBytes({}));
    return wasCutOff;
  },

  end: () => store.delete(UNDER_WAY),

  /** Removes what no backup needs: of pruned ones, of one that was cut off. Under the lock. */
  async sweep(): Promise<{ files: number; bytes: number }> {
    const records = await listRecords(store);
    const needed = new Set<string>();
    for (const record of records) for (const name of await objectsOf(store, record)) needed.add(name);
    const known = new Set(records.map(({ id }) => id));
    const swept = { files: 0, bytes: 0 };
    const remove = async ({ path, sizeBytes }: { path: string; sizeBytes: number }) => {
      if (!isBackupPath(path)) return;
      await store.delete(path);
      swept.files++;
      swept.bytes += sizeBytes;
    };
    await store.removeUnfinished();
    for await (const file of store.list('objects')) {
      if (!needed.has(file.path.slice(file.path.lastIndexOf('/') + 1))) await remove(file);
    }
    for await (const file of store.list('backups')) {
      const id = /^backups\/([\w-]+)\./.exec(file.path)?.[1];
      if (id === undefined || !known.has(id)) await remove(file);
    }
    return swept;
  },
});
