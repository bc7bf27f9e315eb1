import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import BetterSqlite from 'better-sqlite3';

/** Another way to find the nearest 10 rows. */
export interface Peer {
  name: string;
  madeInMs: number | null;
  sizeBytes: number | null;
  nearest(query: Int8Array): Promise<number[]>;
  close(): void;
}

type OpenPeer = (values: Int8Array, dimensions: number) => Promise<Peer>;

const depth = 10;

/** The plain loop over a typed array, with the ten best so far in order. */
export function bruteForce(values: Int8Array, dimensions: number): Peer {
  const rows = values.length / dimensions;
  return {
    name: 'JavaScript, every row',
    madeInMs: null,
    sizeBytes: null,
    async nearest(query) {
      const best: { row: number; dot: number }[] = [];
      let least = Number.NEGATIVE_INFINITY;
      for (let row = 0, at = 0; row < rows; row++) {
        let dot = 0;
        for (let d = 0; d < dimensions; d++, at++) dot += query[d]! * values[at]!;
        if (best.length === depth && dot <= least) continue;
        let place = best.length;
        while (place > 0 && best[place - 1]!.dot < dot) place--;
        best.splice(place, 0, { row, dot });
        if (best.length > depth) best.pop();
        least = best.at(-1)!.dot;
      }
      return best.map(({ row }) => row);
    },
    close() {},
  };
}

/** @param folder whose node_modules hold `sqlite-vec` and `usearch` */
export async function openPeers(folder: string, work: string): Promise<OpenPeer[]> {
  const fromFolder = createRequire(join(resolve(folder), 'package.json'));
  const { load } = fromFolder('sqlite-vec') as { load(db: BetterSqlite.Database): void };
  const usearch = fromFolder('usearch') as Usearch;
  return [
    (values, dimensions) => openSqliteVec(load, join(work, 'sqlite-vec.db'), values, dimensions),
    async (values, dimensions) => openUsearch(usearch, values, dimensions),
  ];
}

/** Exact, too: a virtual table of SQLite that is read through for each query. */
async function openSqliteVec(
  load: (db: BetterSqlite.Database) => void,
  path: string,
  values: Int8Array,
  dimensions: number,
): Promise<Peer> {
  const db = new BetterSqlite(path);
  load(db);
  db.pragma('journal_mode = off');
  db.pragma('mmap_size = 2000000000');
  const began = performance.now();
  db.exec(`create virtual table vectors using vec0(embedding int8[${dimensions}] distance_metric=cosine)`);
  const insert = db.prepare('insert into vectors (rowid, embedding) values (?, vec_int8(?))');
  db.transaction(() => {
    for (let row = 0; row < values.length / dimensions; row++) {
      insert.run(BigInt(row + 1), Buffer.from(values.buffer, row * dimensions, dimensions));
    }
  })();
  const madeInMs = performance.now() - began;
  const ask = db
    .prepare('select rowid from vectors where embedding match vec_int8(?) and k = 10 order by distance')
    .pluck();
  const { size } = await stat(path);
  return {
    name: 'sqlite-vec',
    madeInMs,
    sizeBytes: size,
    nearest: async (query) =>
      (ask.all(Buffer.from(query.buffer, query.byteOffset, dimensions)) as number[]).map((id) => id - 1),
    close: () => db.close(),
  };
}

interface Usearch {
  Index: new (
    options: object,
  ) => {
    add(keys: BigUint64Array, vectors: Int8Array, threads: number): void;
    search(query: Int8Array, count: number, threads: number): { keys: BigUint64Array };
  };
}

/** Approximate: a graph of neighbours (HNSW) with its own defaults, made by two threads. */
function openUsearch({ Index }: Usearch, values: Int8Array, dimensions: number): Peer {
  const index = new Index({ dimensions, metric: 'cos', quantization: 'i8' });
  const began = performance.now();
  const chunk = 10_000;
  for (let first = 0; first < values.length / dimensions; first += chunk) {
    const part = values.subarray(first * dimensions, (first + chunk) * dimensions);
    const keys = BigUint64Array.from({ length: part.length / dimensions }, (_, n) => BigInt(first + n));
    index.add(keys, part, 2);
  }
  return {
    name: 'usearch, HNSW',
    madeInMs: performance.now() - began,
    sizeBytes: null,
    nearest: async (query) => Array.from(index.search(query, depth, 1).keys, Number),
    close() {},
  };
}
