import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  ListObjectVersionsCommand,
} from '@aws-sdk/client-s3';
import { limits } from '../../config/limits.ts';
import type { Bucket } from './bucket.ts';
import { BucketError, isUnknownThere } from './fault.ts';
import { listObjects } from './list-objects.ts';

const { deletionsAtOnce, versioningKnownMs } = limits.objectStorage;

interface Doomed {
  key: string;
  versionId?: string;
}

export interface Remover {
  /** An object, and all below it; nothing there is no fault. @throws BucketError when anything of it is still there */
  remove(keyOrPrefix: string): Promise<void>;
}

/**
 * Removes objects so that nothing of them is left: in a bucket that keeps versions a plain deletion would only hide them.
 */
export function createRemover(bucket: Bucket): Remover {
  const { client, name, prefix } = bucket;
  let known: { keepsVersions: boolean; untilMs: number } | undefined;

  async function keepsVersions(): Promise<boolean> {
    if (known && performance.now() < known.untilMs) return known.keepsVersions;
    const status = await bucket.ask(async () => {
      try {
        return (await client.send(new GetBucketVersioningCommand({ Bucket: name }))).Status;
      } catch (error) {
        if (isUnknownThere(error)) return undefined;
        throw error;
      }
    });
    known = { keepsVersions: status !== undefined, untilMs: performance.now() + versioningKnownMs };
    return known.keepsVersions;
  }

  const deleteOne = ({ key, versionId }: Doomed) => {
    const version = versionId !== undefined && { VersionId: versionId };
    return bucket.ask(() =>
      client.send(new DeleteObjectCommand({ Bucket: name, Key: prefix + key, ...version })),
    );
  };

  async function* current(target: string): AsyncGenerator<Doomed> {
    yield { key: target };
    yield* listObjects(bucket, `${target}/`);
  }

  async function removeCurrent(target: string): Promise<void> {
    const doomed = current(target);
    const removeNext = async () => {
      for (let next = await doomed.next(); !next.done; next = await doomed.next())
        await deleteOne(next.value);
    };
    await Promise.all(Array.from({ length: deletionsAtOnce }, removeNext));
  }

  /** Every version, of what is hidden too, page by page from the beginning: what was on the one before is gone. */
  async function removeVersions(keys: string, isMeant: (key: string) => boolean): Promise<void> {
    let before: string | undefined;
    for (;;) {
      const command = new ListObjectVersionsCommand({ Bucket: name, Prefix: prefix + keys });
      const page = await bucket.ask(() => client.send(command));
      const doomed = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]
        .map(({ Key = '', VersionId = 'null' }) => ({ key: Key.slice(prefix.length), versionId: VersionId }))
        .filter(({ key }) => isMeant(key));
      const first = doomed[0] && `${doomed[0].key} ${doomed[0].versionId}`;
      if (first === undefined) return;
      if (first === before) {
        throw new BucketError(
          'BUCKET_FAULT',
          `${bucket.label} does not delete "${doomed[0]!.key}" for good.`,
        );
      }
      before = first;
      for (let from = 0; from < doomed.length; from += deletionsAtOnce) {
        await Promise.all(doomed.slice(from, from + deletionsAtOnce).map(deleteOne));
      }
    }
  }

  return {
    async remove(keyOrPrefix) {
      if (!(await keepsVersions())) return removeCurrent(keyOrPrefix);
      // By the order of keys the object itself comes before all that begins like it.
      await removeVersions(keyOrPrefix, (key) => key === keyOrPrefix);
      await removeVersions(`${keyOrPrefix}/`, () => true);
    },
  };
}
