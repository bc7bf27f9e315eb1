import type { Db } from '../db/db.ts';
import type { BlobStore } from '../storage/port.ts';

const BATCH = 500;

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
    const entries = await blobs.list(prefix);
    const old = entries.filter(
      ({ modifiedAtMs }) => olderThanMs === 0 || nowMs - modifiedAtMs >= olderThanMs,
    );
    for (let from = 0; from < old.length; from += BATCH) {
      const ids = old.slice(from, from + BATCH).map(({ name }) => name);
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
