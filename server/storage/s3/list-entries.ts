import type { BlobEntry, BlobPage } from '../port.ts';
import type { Bucket } from './bucket.ts';
import { listObjects } from './list-objects.ts';

/** After every character of a key. */
const LAST = '~';

/**
 * Top-level entries under a prefix, as a folder would have them: by the order of the objects below them, and as new as the newest of
 * those. Objects are walked through, not asked for one entry at a time: a run has few, and there may be a hundred thousand runs.
 */
export async function listEntries(
  bucket: Bucket,
  folder: string,
  { after = null, limit }: { after?: string | null; limit: number },
): Promise<BlobPage> {
  const prefix = `${folder}/`;
  const entries: BlobEntry[] = [];
  /** What a page ends with: "name/" where objects lie below it, for what comes next in that order is something else. */
  let end: string | null = null;
  const from = after === null ? null : prefix + (after.endsWith('/') ? after + LAST : after);
  for await (const { key, modifiedAtMs } of listObjects(bucket, prefix, from)) {
    const rest = key.slice(prefix.length);
    const slash = rest.indexOf('/');
    const name = slash < 0 ? rest : rest.slice(0, slash);
    const last = entries.at(-1);
    if (last?.name === name) {
      last.modifiedAtMs = Math.max(last.modifiedAtMs, modifiedAtMs);
      continue;
    }
    if (entries.length === limit) return { entries, after: end };
    entries.push({ name, modifiedAtMs });
    end = slash < 0 ? name : `${name}/`;
  }
  return { entries, after: null };
}
