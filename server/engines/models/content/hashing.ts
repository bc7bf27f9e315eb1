import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Lower-case hexadecimal SHA-256 of a file, read in pieces. */
export async function fileSha256(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, {
    highWaterMark: 1024 * 1024,
    ...(signal && { signal }),
  })) {
    hash.update(piece as Buffer);
  }
  return hash.digest('hex');
}

export const textSha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
