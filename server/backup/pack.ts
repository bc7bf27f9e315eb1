import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import type { Opener } from './keys.ts';
import type { ManifestFile } from './manifest.ts';
import { hashing } from './repository/content.ts';
import type { Repository } from './repository.ts';
import type { CopyWork } from './types.ts';

/** The fastest: databases are mostly text, so even this halves them, and the disk is the slower half of the way. */
const GZIP_LEVEL = 1;

/** Stores plain content, encrypted. The hash and size are of what was read, whatever happened to the file meanwhile. */
export async function storeFile(
  { repository, sealer, onProgress, done }: Pick<CopyWork, 'repository' | 'sealer' | 'onProgress' | 'done'>,
  content: AsyncIterable<Uint8Array>,
  packed?: 'gzip',
): Promise<Omit<ManifestFile, 'path' | 'modifiedMs'>> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  async function* counted() {
    for await (const chunk of hashing(content, hash)) {
      sizeBytes += chunk.length;
      done.bytes += chunk.length;
      onProgress(done);
      yield chunk;
    }
  }
  const plain = packed ? Readable.from(counted()).compose(createGzip({ level: GZIP_LEVEL })) : counted();
  const stored = await repository.putSealed(sealer, plain);
  return {
    sizeBytes,
    sha256: hash.digest('hex'),
    object: stored.name,
    storedBytes: stored.sizeBytes,
    ...(packed && { packed }),
  };
}

/**
 * The plain content of a file of a backup, held against its hash.
 *
 * @throws BackupError BACKUP_DAMAGED, at the latest once all of it was read; BACKUP_KEY
 */
export async function* openFile(
  repository: Pick<Repository, 'openObject'>,
  opener: Opener,
  file: ManifestFile,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  const opened = repository.openObject(opener, file.object);
  try {
    const plain = file.packed ? Readable.from(opened).compose(createGunzip()) : opened;
    yield* hashing(plain, hash);
  } catch (cause) {
    if (cause instanceof BackupError && (cause.code === 'BACKUP_KEY' || cause.code === 'BACKUP_PLACE'))
      throw cause;
    throw new BackupError('BACKUP_DAMAGED', `${file.path}: ${(cause as Error).message}`, { cause });
  }
  if (hash.digest('hex') !== file.sha256) {
    throw new BackupError(
      'BACKUP_DAMAGED',
      `${file.path} is not what was backed up (object ${file.object}).`,
    );
  }
}
