import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { endOfArchive, headerBlock, paddingOf } from '../../engines/models/bundle/ustar.ts';

/** A file of the archive; what is no text is written as indented JSON. */
export interface Part {
  name: string;
  content: unknown;
}

const compress = promisify(gzip);

/**
 * Writes a .tar.gz that only its owner can open. A file of that name is replaced by a complete archive or not at all.
 *
 * @param folder what the archive unpacks into
 */
export async function writeArchive(
  path: string,
  { folder, parts }: { folder: string; parts: readonly Part[] },
): Promise<{ sizeBytes: number; sha256: string }> {
  const blocks = parts.flatMap(({ name, content }) => {
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
    const bytes = Buffer.from(text);
    return [
      headerBlock({ name: `${folder}/${name}`, sizeBytes: bytes.length }),
      bytes,
      paddingOf(bytes.length),
    ];
  });
  const archive = await compress(Buffer.concat([...blocks, endOfArchive()]));
  const partPath = `${path}.part`;
  try {
    const file = await open(partPath, 'w', 0o600);
    try {
      await file.writeFile(archive);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partPath, path);
  } catch (error) {
    await rm(partPath, { force: true });
    throw error;
  }
  return { sizeBytes: archive.length, sha256: createHash('sha256').update(archive).digest('hex') };
}
