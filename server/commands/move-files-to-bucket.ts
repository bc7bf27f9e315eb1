import { join } from 'node:path';
import type { Command } from 'commander';
import { ApiError } from '../errors.ts';
import { FolderInUseError, lockDataFolder } from '../process/folder-lock.ts';
import { openBucket } from '../storage/s3/bucket.ts';
import { createBucketCheck } from '../storage/s3/check-bucket.ts';
import { BucketError } from '../storage/s3/fault.ts';
import type { CommandContext } from './context.ts';
import { megabytes } from './models/progress.ts';
import { copyToBucket } from './move-files/copy-to-bucket.ts';
import { printJson, printLines } from './output.ts';

/** `assay move-files-to-bucket`: before BLOB_STORE=s3. */
export function registerMoveFilesToBucket(program: Command, context: CommandContext): void {
  program
    .command('move-files-to-bucket')
    .description(
      'copy uploads and recordings from the data folder into the bucket of S3_BUCKET, before BLOB_STORE=s3',
    )
    .option('--json', 'print {"files", "bytes", "already", "removed", "others", "isFinal"}')
    .addHelpText(
      'after',
      [
        '',
        'Set S3_ENDPOINT, S3_BUCKET and the key, and leave BLOB_STORE as it is. Call it while the server runs, which may take',
        'long; then stop the server and call it again: that copies what came meanwhile, and takes out what was deleted.',
        'Every file is read back and compared. Cut off at any moment, the next call goes on. Nothing in the folder is changed.',
        '',
      ].join('\n'),
    )
    .action((options: { json?: true }) => move(context, options));
}

async function move(context: CommandContext, { json }: { json?: true }): Promise<void> {
  const { dataDir, blobs, bucket: place, s3 } = context.config();
  if (!place || !s3) {
    throw new ApiError(
      'INVALID_INPUT',
      'Say where to: S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
    );
  }
  if (blobs.kind === 's3') {
    throw new ApiError(
      'INVALID_INPUT',
      'BLOB_STORE is s3 already. Files are copied before that: call it with BLOB_STORE=fs.',
    );
  }
  const bucket = openBucket(s3, place);
  const { ok, detail, isRefused } = await createBucketCheck(bucket)();
  if (!ok) throw new BucketError(isRefused ? 'BUCKET_REFUSED' : 'BUCKET_AWAY', detail);
  const lock = lockUnlessServed(dataDir);
  try {
    const copied = await copyToBucket({ root: join(dataDir, 'blobs'), bucket, isFinal: lock !== null });
    if (json) {
      printJson(context, { ...copied, isFinal: lock !== null });
      return;
    }
    const { files, bytes, already, removed, others } = copied;
    printLines(
      context,
      `${files} files, ${megabytes(bytes)}, are in s3://${place.bucket}/${place.prefix} as they are in the folder; ${already} of them were already.`,
      ...(removed > 0
        ? [`${removed} that were deleted since they were copied are gone from there, too.`]
        : []),
      ...(others > 0 ? [`${others} objects there are not of this folder; they stay.`] : []),
      lock
        ? `Now set BLOB_STORE=s3 and start the server. Once it serves well, remove ${join(dataDir, 'blobs')}.`
        : 'The server runs: what it stores from now on is not there. Stop it, and call this again.',
    );
  } finally {
    lock?.release();
  }
}

/** Null while a server runs. */
function lockUnlessServed(dataDir: string) {
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (error instanceof FolderInUseError) return null;
    throw error;
  }
}
