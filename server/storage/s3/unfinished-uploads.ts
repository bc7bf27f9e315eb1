import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3';
import type { Bucket } from './bucket.ts';
import { isUnknownThere, statusOf } from './fault.ts';

/**
 * Ends uploads in parts that were never finished: the provider charges for their parts, which no listing shows.
 *
 * @param olderThanMs since they were begun
 * @param isOurs asked with the path below the bucket's prefix
 * @returns how many
 */
export async function abortUnfinishedUploads(
  bucket: Bucket,
  olderThanMs: number,
  isOurs: (path: string) => boolean = () => true,
): Promise<number> {
  const { client, name, prefix } = bucket;
  let aborted = 0;
  let marker: Pick<ListMultipartUploadsCommandOutput, 'NextKeyMarker' | 'NextUploadIdMarker'> | null = {};
  while (marker) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket: name,
      Prefix: prefix,
      KeyMarker: marker.NextKeyMarker,
      UploadIdMarker: marker.NextUploadIdMarker,
    });
    const page: ListMultipartUploadsCommandOutput = await bucket.ask(() =>
      client.send(command).catch((error) => {
        if (isUnknownThere(error)) return { $metadata: {} };
        throw error;
      }),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      // Some servers list more than they were asked for.
      if (
        !Key?.startsWith(prefix) ||
        !isOurs(Key.slice(prefix.length)) ||
        Date.now() - (Initiated?.getTime() ?? 0) < olderThanMs
      )
        continue;
      const isAborted = await bucket.ask(() =>
        client.send(new AbortMultipartUploadCommand({ Bucket: name, Key, UploadId })).then(
          () => true,
          (error) => {
            // Finished meanwhile.
            if (statusOf(error) === 404) return false;
            throw error;
          },
        ),
      );
      if (isAborted) aborted++;
    }
    marker = page.IsTruncated ? page : null;
  }
  return aborted;
}
