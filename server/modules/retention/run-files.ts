import { createHash } from 'node:crypto';
import { type BlobStore, blobEntries } from '../../storage/port.ts';

export interface StoredFile {
  name: string;
  sizeBytes: number;
  sha256: string;
}

type Blobs = Pick<BlobStore, 'list' | 'open' | 'delete'>;

/** What lies in a run's folder, with the hash of each file's bytes. */
export async function listRunFiles(blobs: Blobs, folder: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const { name } of blobEntries(blobs, folder)) {
    const blob = await blobs.open(`${folder}/${name}`);
    if (!blob) continue;
    const hash = createHash('sha256');
    for await (const chunk of blob.stream()) hash.update(chunk as Buffer);
    files.push({ name, sizeBytes: blob.sizeBytes, sha256: hash.digest('hex') });
  }
  return files.sort((a, b) => a.name.localeCompare(b.name));
}

/** How many files a folder holds, and their bytes. */
export async function measureRunFiles(
  blobs: Blobs,
  folder: string,
): Promise<{ files: number; sizeBytes: number }> {
  let files = 0;
  let sizeBytes = 0;
  for await (const { name } of blobEntries(blobs, folder)) {
    const blob = await blobs.open(`${folder}/${name}`);
    if (!blob) continue;
    files++;
    sizeBytes += blob.sizeBytes;
  }
  return { files, sizeBytes };
}

/** Removes all of a folder but the files named; the upload first, because others are made of it again. */
export async function deleteRunFilesBut(
  blobs: Blobs,
  folder: string,
  kept: readonly string[],
): Promise<void> {
  await blobs.delete(`${folder}/upload`);
  for await (const { name } of blobEntries(blobs, folder)) {
    if (!kept.includes(name)) await blobs.delete(`${folder}/${name}`);
  }
}
