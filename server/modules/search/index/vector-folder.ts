import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Db } from '../../../db/db.ts';
import type { VectorFiles } from '../../../engines/vectors/port.ts';
import type { LoadedVectors } from './loaded-vectors.ts';
import type { SearchVectors } from './search-vectors.ts';
import { allVectors, revisionOf, type VectorSpace, vectorsAmong } from './vector-repository.ts';
import { readVectorRows, writeVectorRows } from './vector-rows.ts';

/** Where the vectors of a model are: in the database, and those of large corpora in two files each, of vectors and of whose they are. */
export interface VectorFolder {
  db: Db;
  files: VectorFiles;
  /** Made where it is missing. */
  folder: string;
  made: Pick<SearchVectors, 'name' | 'dimensions'>;
}

export const spaceOf = ({ made }: VectorFolder, corpus: number): VectorSpace => ({
  corpus,
  model: made.name,
});

/** In the names of a model's files. */
const keyOf = ({ made }: VectorFolder): string =>
  createHash('sha256').update(`${made.name} ${made.dimensions}`).digest('hex').slice(0, 12);

const rowsPath = (place: VectorFolder, corpus: number): string =>
  join(place.folder, `${corpus}-${keyOf(place)}.rows`);

/** The file of a corpus; null where none can be used. */
export async function openVectorFile(place: VectorFolder, corpus: number): Promise<LoadedVectors['file']> {
  const { name, dimensions } = place.made;
  const rows = await readVectorRows(rowsPath(place, corpus));
  if (!rows || rows.model !== name || rows.dimensions !== dimensions) return null;
  try {
    const vectors = await place.files.open(join(place.folder, basename(rows.file)), dimensions);
    if (vectors.rows === rows.numbers.length) return { rows, vectors };
    vectors.close();
  } catch {
    // Damaged, or gone: the database has everything.
  }
  return null;
}

/** Writes the vectors of a corpus as they are in the database now. */
export async function writeVectorFile(place: VectorFolder, corpus: number): Promise<LoadedVectors['file']> {
  const { db, files, folder } = place;
  const { name: model, dimensions } = place.made;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const revision = (await revisionOf(db, corpus)) ?? 0;
  const file = `${corpus}-${keyOf(place)}-${randomUUID()}.vectors`;
  const numbers: number[] = [];
  async function* read(): AsyncGenerator<Int8Array> {
    for await (const page of allVectors(db, spaceOf(place, corpus))) {
      for (const { candidate, vector } of page) {
        if (vector.length !== dimensions) continue;
        numbers.push(candidate);
        yield vector;
      }
    }
  }
  const path = join(folder, file);
  try {
    await files.write(path, dimensions, read());
    const before = await readVectorRows(rowsPath(place, corpus));
    const rows = { file, model, dimensions, revision, numbers: Float64Array.from(numbers) };
    await writeVectorRows(rowsPath(place, corpus), rows);
    if (before && before.file !== file) await rm(join(folder, basename(before.file)), { force: true });
    return { rows, vectors: await files.open(path, dimensions) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Corpora that have a file. */
export async function corporaWithFile(place: VectorFolder): Promise<number[]> {
  const key = keyOf(place);
  return (await namesIn(place)).flatMap((name) => {
    const [, corpus, its] = /^(\d+)-(\w+)\.rows$/.exec(name) ?? [];
    return its === key ? Number(corpus) : [];
  });
}

/** Whether a corpus's file still has the vector of a candidate who has none any more. */
export async function isOutdated(place: VectorFolder, corpus: number): Promise<boolean> {
  const { numbers } = (await readVectorRows(rowsPath(place, corpus))) ?? {};
  for (let from = 0; numbers && from < numbers.length; from += 2000) {
    const some = [...numbers.subarray(from, from + 2000)];
    if ((await vectorsAmong(place.db, spaceOf(place, corpus), some)).size < some.length) return true;
  }
  return false;
}

/** Removes files of other models, and what a killed writer left. */
export async function removeStrays(
  place: VectorFolder,
  isBeingWritten: (corpus: number) => boolean,
): Promise<void> {
  const names = await namesIn(place);
  const ending = `-${keyOf(place)}.rows`;
  const kept = new Set<string>();
  for (const name of names) {
    if (!name.endsWith(ending)) continue;
    kept.add(name);
    const rows = await readVectorRows(join(place.folder, name));
    if (rows) kept.add(basename(rows.file));
  }
  const strays = names.filter((name) => !kept.has(name) && !isBeingWritten(corpusOf(name)));
  for (const name of strays) await rm(join(place.folder, name), { force: true });
}

const corpusOf = (name: string): number => Number(/^(\d+)-/.exec(name)?.[1]);

const namesIn = ({ folder }: VectorFolder): Promise<string[]> => readdir(folder).catch(() => []);
