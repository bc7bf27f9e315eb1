import type { Db } from '../db/db.ts';
import { type BlobStore, blobPages } from '../storage/port.ts';

/** A store in a folder can also hold what a killed upload left behind. */
type SweepableBlobs = Pick<BlobStore, 'list' | 'delete'> & {
  removeUnfinished(olderThanMs: number): Promise<number>;
};

/**
 * Removes uploads that never became a run: the server died between storing the file and inserting the run.
 *
 * @param olderThanMs 0 only when no upload can be under way (a fresh start of the whole appliance)
 * @returns run ids whose blobs were removed
 */
export async function sweepOrphanBlobs(
  { db, blobs, nowMs }: { db: Db; blobs: SweepableBlobs; nowMs: number },
  { prefixes, olderThanMs }: { prefixes: readonly string[]; olderThanMs: number },
): Promise<string[]> {
  await blobs.removeUnfinished(olderThanMs);
  const removed: string[] = [];
  for (const prefix of prefixes) {
    for await (const entries of blobPages(blobs, prefix)) {
      const ids = entries
        .filter(({ modifiedAtMs }) => olderThanMs === 0 || nowMs - modifiedAtMs >= olderThanMs)
        .map(({ name }) => name);
      if (ids.length === 0) continue;
      const rows = await db.selectFrom('runs').select('id').where('id', 'in', ids).execute();
      const known = new Set(rows.map(({ id }) => id));
      for (const id of ids.filter((candidate) => !known.has(candidate))) {
        await blobs.delete(`${prefix}/${id}`);
        removed.push(id);
      }
    }
  }
  return removed;
}
