import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asDiskFull, ModelError } from '../../installed/model-error.ts';
import { type LocalModel, type ModelRecord, totalBytes } from '../../installed/record.ts';
import { syncFolder } from '../store.ts';
import { listName, listOf, type Progress, sumsName, sumsOf } from './lists.ts';
import { type EntryHeader, endOfArchive, headerBlock, paddingOf } from './ustar.ts';

/**
 * Writes installed models into one tar. Every byte is hashed on its way and must be what the records say; a file of
 * that name is replaced only by a complete bundle.
 *
 * @returns size and SHA-256 of the bundle itself, for the operator to pass on to the importing machine
 * @throws ModelError MODEL_DAMAGED when an installed file is not what its record says
 */
export async function writeBundle(
  local: readonly LocalModel[],
  outPath: string,
  onProgress: Progress = () => {},
): Promise<{ sizeBytes: number; sha256: string; models: ModelRecord[] }> {
  const models = local.map(({ record }) => record);
  const list = listOf(models);
  const allBytes = models.reduce((sum, { files }) => sum + totalBytes(files), 0);
  const partPath = `${outPath}.part`;
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let doneBytes = 0;
  try {
    const out = await open(partPath, 'w');
    const write = async (piece: Buffer) => {
      hash.update(piece);
      sizeBytes += piece.length;
      await out.writeFile(piece);
    };
    const writeEntry = async (header: EntryHeader, content: AsyncIterable<Buffer> | Buffer[]) => {
      await write(headerBlock(header));
      for await (const piece of content) await write(piece);
      await write(paddingOf(header.sizeBytes));
    };
    try {
      for (const [name, text] of [
        [listName, list],
        [sumsName, sumsOf(list, models)],
      ] as const) {
        const content = Buffer.from(text);
        await writeEntry({ name, sizeBytes: content.length }, [content]);
      }
      for (const { record, dir } of local) {
        const { id, files } = record;
        for (const file of files) {
          const path = join(dir, file.path);
          await writeEntry(
            { name: `${id}/${file.path}`, sizeBytes: file.sizeBytes },
            exactly(path, file, (bytes) => {
              doneBytes += bytes;
              onProgress(doneBytes, allBytes);
            }),
          );
        }
      }
      await write(endOfArchive());
      await out.sync();
    } finally {
      await out.close();
    }
    await rename(partPath, outPath);
    await syncFolder(dirname(outPath));
    return { sizeBytes, sha256: hash.digest('hex'), models };
  } catch (error) {
    await rm(partPath, { force: true });
    throw asDiskFull(error, dirname(outPath));
  }
}

/** A file's bytes, which must be as many and the very ones that its record says. */
async function* exactly(
  path: string,
  { sizeBytes, sha256 }: { sizeBytes: number; sha256: string },
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  const damaged = (what: string) =>
    new ModelError('MODEL_DAMAGED', `${path} ${what}. Install the model again before you bundle it.`);
  const found = await stat(path).catch(() => null);
  if (found?.size !== sizeBytes)
    throw damaged(found ? `has ${found.size} bytes, not ${sizeBytes}` : 'is missing');
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    hash.update(piece as Buffer);
    onBytes((piece as Buffer).length);
    yield piece as Buffer;
  }
  if (hash.digest('hex') !== sha256) throw damaged('is not what its SHA-256 says');
}
