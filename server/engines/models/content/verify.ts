import { readdir, readFile, rename, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type ModelFile, type ModelRecord, recordFileName } from '../../installed/record.ts';
import { absent, writeDurably } from '../store.ts';
import { fileSha256 } from './hashing.ts';

/** The SHA-256 of a file, from a cache or from its bytes; undefined when there is no such file. */
export type HashFile = (path: string) => Promise<{ sizeBytes: number; sha256: string } | undefined>;

export const hashNow: HashFile = async (path) => {
  const found = await stat(path).catch(absent);
  return found?.isFile() ? { sizeBytes: found.size, sha256: await fileSha256(path) } : undefined;
};

/**
 * Compares files with what is written about them. What a loader could take for a part of the model and no record
 * names is a fault, too, unless `strangers` is false.
 *
 * @returns one sentence per fault, each beginning with the file's path
 */
export async function faultsOf(
  folder: string,
  { files }: Pick<ModelRecord, 'files'>,
  hashFile: HashFile = hashNow,
  { onFile, strangers = true }: { onFile?: (file: ModelFile) => void; strangers?: boolean } = {},
): Promise<string[]> {
  const faults: string[] = [];
  for (const file of files) {
    const path = join(folder, file.path);
    const fault = await faultOf(path, file, hashFile);
    if (fault) faults.push(`${path} ${fault}`);
    onFile?.(file);
  }
  if (!strangers) return faults;
  const named = new Set([recordFileName, ...files.map(({ path }) => path)]);
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(absent)) ?? [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    if (!entry.isDirectory() && /\.(onnx|onnx_data.*|json|tsv)$/.test(name) && !named.has(name)) {
      faults.push(`${path} is not a file of this model`);
    }
  }
  return faults;
}

async function faultOf(path: string, { sizeBytes, sha256 }: ModelFile, hashFile: HashFile) {
  try {
    const size = (await stat(path).catch(absent))?.size;
    if (size === undefined) return 'is missing';
    // A wrong size needs no reading.
    if (size !== sizeBytes) return `has ${size} bytes, not ${sizeBytes}`;
    const found = await hashFile(path);
    if (found?.sha256 !== sha256) return 'was changed or damaged: its SHA-256 is not the recorded one';
    return undefined;
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`;
  }
}

interface Remembered {
  sizeBytes: number;
  mtimeMs: number;
  ctimeMs: number;
  sha256: string;
}

/**
 * Hashes that are remembered, in a file, as long as size and times of a file stay the same: checking gigabytes at
 * every start would take minutes. An attacker who can set those back can also replace the records.
 *
 * Close with `save`; a cache that cannot be read or written costs time only.
 */
export async function createHashCache(path: string): Promise<{ hashFile: HashFile; save(): Promise<void> }> {
  const before = await readFile(path, 'utf8')
    .then((text) => new Map(Object.entries(JSON.parse(text) as Record<string, Remembered>)))
    .catch(() => new Map<string, Remembered>());
  const now = new Map<string, Remembered>();
  return {
    async hashFile(file) {
      const found = await stat(file).catch(absent);
      if (!found?.isFile()) return undefined;
      const { size: sizeBytes, mtimeMs, ctimeMs } = found;
      const known = before.get(file);
      const isSame = known?.sizeBytes === sizeBytes && known.mtimeMs === mtimeMs && known.ctimeMs === ctimeMs;
      const sha256 = isSame ? known.sha256 : await fileSha256(file);
      now.set(file, { sizeBytes, mtimeMs, ctimeMs, sha256 });
      return { sizeBytes, sha256 };
    },
    async save() {
      const text = `${JSON.stringify(Object.fromEntries(now))}\n`;
      if (text === `${JSON.stringify(Object.fromEntries(before))}\n`) return;
      try {
        await writeDurably(`${path}.new`, text);
        await rename(`${path}.new`, path);
      } catch {
        // A data folder that cannot be written to is the server's complaint, not ours.
      }
    },
  };
}
