import { bucketUse } from '../../app/blobs.ts';
import type { Config } from '../../config/env.ts';
import type { Finding } from '../../engines/programs.ts';

/** Whether files can be stored in the bucket; nothing where they live in the data folder. */
export async function bucketFinding(config: Config): Promise<Finding[]> {
  const bucket = bucketUse(config);
  if (!bucket) return [];
  const name = 'bucket';
  const { ok, detail } = await bucket.check();
  if (!ok) return [{ name, status: 'missing', detail, advice: 'See docs/object-storage.md.' }];
  return [{ name, status: 'ok', detail: `${bucket.label} takes files` }];
}
