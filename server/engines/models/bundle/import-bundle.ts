import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asDiskFull } from '../../installed/model-error.ts';
import { type ModelFile, type ModelRecord, totalBytes } from '../../installed/record.ts';
import type { ModelStore, Staging } from '../store.ts';
import { listName, maxListBytes, type Progress, parseLists, refused, sumsName } from './lists.ts';
import { type ByteReader, createByteReader } from './ustar.ts';
import { writePieces } from './write-pieces.ts';

/**
 * Installs every model of a bundle, or none.
 *
 * The list, the checksums and every file must agree, and each model must load, before the first one is put in its
 * place.
 *
 * @param expectedSha256 of the whole file, where the operator gave it
 * @throws ModelError saying what does not match
 */
export async function importBundle(
  store: ModelStore,
  bundlePath: string,
  {
    expectedSha256,
    onProgress = () => {},
  }: { expectedSha256?: string | undefined; onProgress?: Progress } = {},
): Promise<ModelRecord[]> {
  const { size } = await stat(bundlePath);
  const whole = createHash('sha256');
  let doneBytes = 0;
  const hashed = async function* () {
    for await (const piece of createReadStream(bundlePath, { highWaterMark: 1024 * 1024 })) {
      whole.update(piece as Buffer);
      doneBytes += (piece as Buffer).length;
      onProgress(doneBytes, size);
      yield piece as Buffer;
    }
  };
  const reader = createByteReader(hashed());
  const stagings: Staging[] = [];
  try {
    const models = await readLists(reader);
    await store.requireSpace(models.reduce((sum, { files }) => sum + totalBytes(files), 0));
    // Staging clears what was left behind, so all begin before anything is written.
    for (const { id } of models) stagings.push(await store.stage(id));
    for (const [index, { id, files }] of models.entries()) {
      for (const file of files) {
        const header = await reader.nextHeader();
        const name = `${id}/${file.path}`;
        if (header?.name !== name || header.sizeBytes !== file.sizeBytes) {
          throw refused(`"${name}" with ${file.sizeBytes} bytes should come next, and does not`);
        }
        await extract(reader, join(stagings[index]!.folder, file.path), file, name);
      }
    }
    if ((await reader.nextHeader()) !== null) throw refused('it holds files that its list does not name');
    if (expectedSha256 !== undefined && whole.digest('hex') !== expectedSha256.toLowerCase()) {
      throw refused('its SHA-256 is not the one given');
    }
    const installed: ModelRecord[] = [];
    for (const [index, model] of models.entries()) installed.push(await stagings[index]!.prepare(model));
    for (const staging of stagings) await staging.place();
    return installed;
  } catch (error) {
    throw asDiskFull(error, store.folder);
  } finally {
    await reader.close();
    await Promise.all(stagings.map((staging) => staging.discard()));
  }
}

async function readLists(reader: ByteReader): Promise<ModelRecord[]> {
  const text = async (name: string): Promise<string> => {
    const header = await reader.nextHeader();
    if (header?.name !== name || header.sizeBytes > maxListBytes) {
      throw refused(`it has no ${name} where it should`);
    }
    const content = await reader.takeAll(header.sizeBytes);
    await reader.takePadding(header.sizeBytes);
    return content.toString('utf8');
  };
  return parseLists(await text(listName), await text(sumsName));
}

async function extract(
  reader: ByteReader,
  path: string,
  { sizeBytes, sha256 }: ModelFile,
  name: string,
): Promise<void> {
  const found = await writePieces(path, reader.take(sizeBytes));
  await reader.takePadding(sizeBytes);
  if (found.sha256 !== sha256) throw refused(`"${name}" is not what its SHA-256 says`);
}
