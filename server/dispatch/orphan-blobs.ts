import { blobPages, type OwnBlobStore } from '../storage/port.ts';

/** Where blobs lie in folders that are named by the id of a row. */
export interface BlobPlace {
  folder: string;
  knownAmong(ids: readonly string[]): Promise<readonly string[]>;
}

type SweepableBlobs = Pick<OwnBlobStore, 'list' | 'delete' | 'removeUnfinished'>;

/**
 * Removes uploads that never became what they were to be: the server died between storing the file and inserting the row.
 *
 * @param olderThanMs 0 only when no upload can be under way (a fresh start of the whole appliance)
 * @returns ids whose blobs were removed
 */
export async function sweepOrphanBlobs(
  { blobs, nowMs }: { blobs: SweepableBlobs; nowMs: number },
  { places, olderThanMs }: { places: readonly BlobPlace[]; olderThanMs: number },
): Promise<string[]> {
  await blobs.removeUnfinished(olderThanMs);
  const removed: string[] = [];
  for (const { folder, knownAmong } of places) {
    for await (const entries of blobPages(blobs, folder)) {
      const ids = entries
        .filter(({ modifiedAtMs }) => olderThanMs === 0 || nowMs - modifiedAtMs >= olderThanMs)
        .map(({ name }) => name);
      if (ids.length === 0) continue;
      const known = new Set(await knownAmong(ids));
      for (const id of ids.filter((candidate) => !known.has(candidate))) {
        await blobs.delete(`${folder}/${id}`);
        removed.push(id);
      }
    }
  }
  return removed;
}
