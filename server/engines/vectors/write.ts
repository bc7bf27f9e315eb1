import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { hours } from '../../time.ts';
import { headerBytes, writeHeader } from './header.ts';

/** Rows are gathered to pieces of about this size before they are written. */
const chunkBytes = 1024 * 1024;
/** What a writer that was killed left behind is removed by a later one; none takes this long. */
const abandonedMs = hours(6);

const temporaryEnd = '.new';

/** @throws RangeError where a vector has other dimensions; the file that was there stays */
export async function writeVectors(
  path: string,
  dimensions: number,
  vectors: AsyncIterable<Int8Array> | Iterable<Int8Array>,
): Promise<void> {
  const folder = dirname(path);
  await removeAbandoned(folder, basename(path));
  const temporary = `${path}.${randomUUID()}${temporaryEnd}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await writeAll(file, dimensions, vectors);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

async function writeAll(
  file: FileHandle,
  dimensions: number,
  vectors: AsyncIterable<Int8Array> | Iterable<Int8Array>,
): Promise<void> {
  const chunk = new Uint8Array(Math.max(1, Math.floor(chunkBytes / dimensions)) * dimensions);
  let filled = 0;
  let rows = 0;
  let checksum = 0;
  const flush = async () => {
    const bytes = chunk.subarray(0, filled);
    checksum = crc32(bytes, checksum);
    await writeWhole(file, bytes, headerBytes + rows * dimensions - filled);
    filled = 0;
  };
  for await (const vector of vectors) {
    if (vector.length !== dimensions) {
      throw new RangeError(`A vector has ${vector.length} dimensions, not ${dimensions}.`);
    }
    chunk.set(new Uint8Array(vector.buffer, vector.byteOffset, dimensions), filled);
    filled += dimensions;
    rows++;
    if (filled === chunk.length) await flush();
  }
  await flush();
  await writeWhole(file, writeHeader({ dimensions, rows, checksum }), 0);
}

async function writeWhole(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** A name survives a power cut only once its folder is on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeAbandoned(folder: string, name: string): Promise<void> {
  for (const other of await readdir(folder)) {
    if (!other.startsWith(`${name}.`) || !other.endsWith(temporaryEnd)) continue;
    const path = join(folder, other);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(path, { force: true });
  }
}
