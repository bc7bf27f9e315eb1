import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../../../db/db.ts';
import type { VectorFile, VectorFiles } from '../../../engines/vectors/port.ts';
import { seconds } from '../../../time.ts';
import type { NearestCandidates, VectorIndex } from '../types.ts';
import type { SearchVectors } from './search-vectors.ts';
import {
  allVectors,
  countVectors,
  revisionOf,
  type VectorSpace,
  vectorsAmong,
  vectorsSince,
} from './vector-repository.ts';
import { readVectorRows, type VectorRows, writeVectorRows } from './vector-rows.ts';

/** As many vectors are scanned from memory at least, and this share of those in the file at most, before the file is written anew. */
const scannedFromMemory = 4096;
const memoryShare = 0.25;
/** How long a search waits for an index that is being made. */
const patienceMs = seconds(2);
/** Corpora whose indexes are kept open. */
const openCorpora = 64;
/** Rounds in which those are left out of a result who have been deleted since. */
const maxRounds = 20;

/** A corpus's vectors, as far as they are known here. */
interface Loaded {
  /** Null while there are too few for one. */
  file: { rows: VectorRows; vectors: VectorFile } | null;
  /** By row of the file: 0 for who was changed or deleted since. */
  live: Uint8Array;
  dead: number;
  /** What is newer than the file. */
  recent: Map<number, Int8Array>;
  /** Of the corpus: everything up to it is known. */
  revision: number;
  /** Searches that look into it. Once it is retired, the last of them closes the file. */
  users: number;
  isRetired: boolean;
}

export function createVectorIndex({
  db,
  files,
  folder,
  made: { name: model, dimensions },
  waitMs = patienceMs,
  inMemory = scannedFromMemory,
}: {
  db: Db;
  files: VectorFiles;
  /** For the files; made where it is missing. */
  folder: string;
  made: Pick<SearchVectors, 'name' | 'dimensions'>;
  waitMs?: number;
  /** Vectors that are scanned from memory before they get a file. */
  inMemory?: number;
}): VectorIndex {
  const modelKey = createHash('sha256').update(`${model} ${dimensions}`).digest('hex').slice(0, 12);
  const known = new Map<number, Promise<Loaded>>();
  /** Whoever writes the file of a corpus: one after the other. */
  const writing = new Map<number, Promise<unknown>>();
  let closed = false;

  const spaceOf = (corpus: number): VectorSpace => ({ corpus, model });
  const rowsPath = (corpus: number) => join(folder, `${corpus}-${modelKey}.rows`);

  async function openFile(corpus: number): Promise<Loaded['file']> {
    const rows = await readVectorRows(rowsPath(corpus));
    if (!rows || rows.model !== model || rows.dimensions !== dimensions) return null;
    try {
      const vectors = await files.open(join(folder, basename(rows.file)), dimensions);
      if (vectors.rows === rows.numbers.length) return { rows, vectors };
      vectors.close();
    } catch {
      // Damaged, or gone: the database has everything.
    }
    return null;
  }

  const loadedOf = (file: Loaded['file']): Loaded => ({
    file,
    live: new Uint8Array(file?.rows.numbers.length ?? 0).fill(1),
    dead: 0,
    recent: new Map(),
    revision: file?.rows.revision ?? 0,
    users: 0,
    isRetired: false,
  });

  /** Writes the vectors of a corpus as they are in the database now. */
  async function writeFile(corpus: number): Promise<Loaded['file']> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const revision = (await revisionOf(db, corpus)) ?? 0;
    const name = `${corpus}-${modelKey}-${randomUUID()}.vectors`;
    const numbers: number[] = [];
    async function* read(): AsyncGenerator<Int8Array> {
      for await (const page of allVectors(db, spaceOf(corpus))) {
        for (const { candidate, vector } of page) {
          if (vector.length !== dimensions) continue;
          numbers.push(candidate);
          yield vector;
        }
      }
    }
    const path = join(folder, name);
    try {
      await files.write(path, dimensions, read());
      const before = await readVectorRows(rowsPath(corpus));
      const rows = { file: name, model, dimensions, revision, numbers: Float64Array.from(numbers) };
      await writeVectorRows(rowsPath(corpus), rows);
      if (before && before.file !== name) await rm(join(folder, basename(before.file)), { force: true });
      return { rows, vectors: await files.open(path, dimensions) };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  async function load(corpus: number): Promise<Loaded> {
    const file = await openFile(corpus);
    if (file) return loadedOf(file);
    const count = await countVectors(db, spaceOf(corpus));
    return loadedOf(count > inMemory ? await writeFile(corpus) : null);
  }

  function loaded(corpus: number): Promise<Loaded> {
    const before = known.get(corpus);
    const now =
      before ??
      load(corpus).catch((error) => {
        known.delete(corpus);
        throw error;
      });
    // The one used last comes last.
    known.delete(corpus);
    known.set(corpus, now);
    if (known.size > openCorpora) {
      const [oldest, its] = known.entries().next().value!;
      known.delete(oldest);
      void its.then(retire).catch(() => undefined);
    }
    return now;
  }

  /** Takes in what was stored since. */
  async function catchUp(corpus: number, index: Loaded): Promise<void> {
    let reached = index.revision;
    for await (const page of vectorsSince(db, spaceOf(corpus), index.revision)) {
      for (const { candidate, vector, revision } of page) {
        leaveOut(index, candidate);
        if (vector.length === dimensions) index.recent.set(candidate, vector);
        reached = Math.max(reached, revision);
      }
    }
    // Only now: what was cut off is read again.
    index.revision = Math.max(index.revision, reached);
  }

  /** The file's row of a candidate does not count any more. */
  function leaveOut(index: Loaded, candidate: number): void {
    const row = index.file ? rowOf(index.file.rows.numbers, candidate) : -1;
    if (row < 0 || index.live[row] === 0) return;
    index.live[row] = 0;
    index.dead++;
  }

  async function rewrite(corpus: number): Promise<void> {
    const turn = (writing.get(corpus) ?? Promise.resolve())
      .catch(() => undefined)
      .then(async () => {
        if (closed) return;
        const before = known.get(corpus);
        const next = loadedOf(await writeFile(corpus));
        known.set(corpus, Promise.resolve(next));
        if (before) await before.then(retire, () => undefined);
      });
    writing.set(corpus, turn);
    await turn.finally(() => {
      if (writing.get(corpus) === turn) writing.delete(corpus);
    });
  }

  const mask = ({ file, live, dead }: Loaded, allowed: Int32Array | undefined) => {
    if (!allowed) return dead > 0 ? live : undefined;
    const { numbers } = file!.rows;
    const mayBe = new Uint8Array(numbers.length);
    // Both rise.
    let row = 0;
    for (const candidate of allowed) {
      while (row < numbers.length && numbers[row]! < candidate) row++;
      if (row < numbers.length && numbers[row] === candidate) mayBe[row] = live[row]!;
    }
    return mayBe;
  };

  async function search(
    index: Loaded,
    { query, limit, allowed }: { query: Int8Array; limit: number; allowed?: Int32Array | undefined },
  ): Promise<number[]> {
    const { file, recent } = index;
    const near = file
      ? (await file.vectors.nearest(query, limit, mask(index, allowed))).map(({ row, similarity }) => ({
          candidate: file.rows.numbers[row]!,
          similarity,
        }))
      : [];
    for (const [candidate, vector] of recent) {
      if (!allowed || rowOf(allowed, candidate) >= 0)
        near.push({ candidate, similarity: cosine(query, vector) });
    }
    return near
      .filter(({ similarity }) => similarity > 0)
      .sort((a, b) => b.similarity - a.similarity || a.candidate - b.candidate)
      .slice(0, limit)
      .map(({ candidate }) => candidate);
  }

  /** The same without those who were deleted since. */
  async function searchLiving(
    corpus: number,
    index: Loaded,
    question: Parameters<typeof search>[1],
  ): Promise<number[]> {
    for (let round = 1; ; round++) {
      const found = await search(index, question);
      const there = await vectorsAmong(db, spaceOf(corpus), found);
      const gone = found.filter((candidate) => !there.has(candidate));
      if (gone.length === 0 || round === maxRounds) return found.filter((candidate) => there.has(candidate));
      for (const candidate of gone) {
        leaveOut(index, candidate);
        index.recent.delete(candidate);
      }
    }
  }

  return {
    async nearest({ corpus, query, limit, allowed }): Promise<NearestCandidates> {
      let index: Loaded | undefined;
      do {
        index = (await Promise.race([loaded(corpus), delay(waitMs, undefined, { ref: false })])) ?? undefined;
        if (!index) return { candidates: [], isReady: false };
        // One that was replaced in this moment has no file any more.
      } while (index.isRetired && !closed);
      index.users++;
      try {
        await catchUp(corpus, index);
        return { candidates: await searchLiving(corpus, index, { query, limit, allowed }), isReady: true };
      } finally {
        index.users--;
        if (index.isRetired) retire(index);
      }
    },

    async keepUp(corpus, isAtRest = false) {
      if (closed) return;
      const index = await loaded(corpus);
      await catchUp(corpus, index);
      const most =
        isAtRest && index.file ? inMemory / 8 : Math.max(inMemory, index.live.length * memoryShare);
      if (index.recent.size + index.dead > most) await rewrite(corpus);
    },

    async tidy() {
      let tidied = 0;
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        const [, number, key] = /^(\d+)-(\w+)\.rows$/.exec(name) ?? [];
        if (closed || number === undefined) continue;
        const corpus = Number(number);
        if (key !== modelKey) continue;
        const rows = await readVectorRows(join(folder, name));
        if (!rows || (await isWhole(corpus, rows))) continue;
        await rewrite(corpus);
        tidied++;
      }
      await removeStrays();
      return tidied;
    },

    async close() {
      closed = true;
      await Promise.allSettled(writing.values());
      for (const index of known.values()) await index.then(retire, () => undefined);
      known.clear();
    },
  };

  /** Whether everybody whose vector is in a file still has one. */
  async function isWhole(corpus: number, { numbers }: VectorRows): Promise<boolean> {
    for (let from = 0; from < numbers.length; from += 2000) {
      const some = [...numbers.subarray(from, from + 2000)];
      if ((await vectorsAmong(db, spaceOf(corpus), some)).size < some.length) return false;
    }
    return true;
  }

  /** Files of other models, and what a killed writer left. */
  async function removeStrays(): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    const kept = new Set<string>();
    for (const name of names) {
      if (!name.endsWith(`-${modelKey}.rows`)) continue;
      kept.add(name);
      const rows = await readVectorRows(join(folder, name));
      if (rows) kept.add(basename(rows.file));
    }
    const strays = names.filter((name) => !kept.has(name) && !isBeingWritten(name));
    for (const name of strays) await rm(join(folder, name), { force: true });
  }

  function isBeingWritten(name: string): boolean {
    return writing.has(Number(/^(\d+)-/.exec(name)?.[1]));
  }
}

/** Closes the file once nobody looks into it any more. */
function retire(index: Loaded): void {
  index.isRetired = true;
  if (index.users > 0) return;
  index.file?.vectors.close();
  index.file = null;
}

/** Row of a number in a rising list; -1 where it is missing. */
function rowOf(numbers: Float64Array | Int32Array, wanted: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = numbers[middle]!;
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Of unit vectors × 127. */
function cosine(a: Int8Array, b: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum / (127 * 127);
}
