import { ListObjectsV2Command, type ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import type { Bucket } from './bucket.ts';

export interface ListedObject {
  /** Within the place. */
  key: string;
  sizeBytes: number;
  modifiedAtMs: number;
}

/**
 * Whatever lies under a prefix, in the order of keys, a page of a thousand in memory at a time.
 *
 * @param after begins behind this key
 * @throws BucketError
 */
export async function* listObjects(
  bucket: Bucket,
  prefix: string,
  after: string | null = null,
): AsyncGenerator<ListedObject> {
  let token: string | undefined;
  do {
    const command = new ListObjectsV2Command({
      Bucket: bucket.name,
      Prefix: bucket.prefix + prefix,
      ...(token !== undefined && { ContinuationToken: token }),
      ...(token === undefined && after !== null && { StartAfter: bucket.prefix + after }),
    });
    const page: ListObjectsV2CommandOutput = await bucket.ask(() => bucket.client.send(command));
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
      yield {
        key: Key.slice(bucket.prefix.length),
        sizeBytes: Size,
        modifiedAtMs: LastModified?.getTime() ?? 0,
      };
    }
    token = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}
