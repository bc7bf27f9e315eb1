import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file that must not exist yet, durably, folders on the way included, and says what was written. */
export async function writePieces(
  path: string,
  pieces: AsyncIterable<Buffer>,
): Promise<{ sizeBytes: number; sha256: string }> {
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const file = await open(path, 'wx');
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      sizeBytes += piece.length;
      await file.writeFile(piece);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}
