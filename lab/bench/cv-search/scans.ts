import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unitVector } from '../../../server/domain/vectors/unit-vectors.ts';
import { createVectorFiles } from '../../../server/engines/vectors/files.ts';
import { loadNative } from '../../../server/native.ts';
import { gaussian, seededRandom } from '../../../testkit/random.ts';
import { bruteForce, openPeers, type Peer } from './peers.ts';
import { openPgvector } from './pgvector.ts';

export const dimensions = 256;
const depth = 10;
/** What a search asks for before it compares people. */
const limit = 200;
/** JavaScript takes a second for a million rows. */
const fewQueries = 20;

interface ScanLine {
  name: string;
  /** Of the 10 nearest by the bytes, the share found; null where it is not asked for 10. */
  recall: number | null;
  /** The same of the 10 nearest before anything was rounded. */
  recallOfWhole: number | null;
  p50Ms: number;
  p99Ms: number;
  queries: number;
  /** Of making the index, or the file. */
  madeInMs: number | null;
  sizeBytes: number | null;
}

export interface ScanReport {
  rows: number;
  dimensions: number;
  processors: readonly string[];
  lines: ScanLine[];
}

/** People come in kinds: vectors around some thousand centres, queries near one of them. Random directions would have no neighbours to miss. */
function* pointsAround(
  centres: readonly Float64Array[],
  count: number,
  seed: number,
): Generator<Float32Array> {
  const random = seededRandom(seed);
  for (let n = 0; n < count; n++) {
    const centre = centres[Math.floor(random() * centres.length)]!;
    const point = Float32Array.from(centre, (value) => value + 0.8 * gaussian(random));
    const length = Math.hypot(...point);
    for (let d = 0; d < dimensions; d++) point[d] = point[d]! / length;
    yield point;
  }
}

/** The nearest rows of each query so far, best first. */
function createNearest(queries: readonly Float32Array[]) {
  const best = queries.map((): { row: number; product: number }[] => []);
  return {
    add(row: number, point: Float32Array) {
      for (const [q, query] of queries.entries()) {
        let product = 0;
        for (let d = 0; d < dimensions; d++) product += query[d]! * point[d]!;
        const kept = best[q]!;
        if (kept.length === depth && product <= kept.at(-1)!.product) continue;
        kept.push({ row, product });
        kept.sort((one, other) => other.product - one.product);
        if (kept.length > depth) kept.pop();
      }
    },
    rows: () => best.map((kept) => kept.map(({ row }) => row)),
  };
}

export async function measureScans({
  rows,
  queries: queryCount,
  peers: peersFolder,
  pgvector,
}: {
  rows: number;
  queries: number;
  peers: string | null;
  /** A PostgreSQL database that has the extension. */
  pgvector: string | null;
}): Promise<ScanReport> {
  const random = seededRandom(1);
  const centres = Array.from({ length: 2000 }, () =>
    Float64Array.from({ length: dimensions }, () => gaussian(random)),
  );
  const asked = [...pointsAround(centres, queryCount, 3)];
  const queries = asked.map(unitVector);
  const nearest = createNearest(asked);
  const values = new Int8Array(rows * dimensions);
  let row = 0;
  for (const point of pointsAround(centres, rows, 2)) {
    nearest.add(row, point);
    values.set(unitVector(point), row * dimensions);
    row++;
  }
  const whole = nearest.rows();
  const folder = await mkdtemp(join(tmpdir(), 'assay-scan-'));
  try {
    const { lines, rounded } = await measureOurs(join(folder, 'vectors'), values, queries, whole);
    const truth = { rounded, whole };
    const js = bruteForce(values, dimensions);
    lines.push(await measure(js, queries.slice(0, fewQueries), truth));
    if (pgvector) {
      for await (const peer of openPgvector(pgvector, values, dimensions))
        lines.push(await measure(peer, queries, truth));
    }
    for (const open of peersFolder ? await openPeers(peersFolder, folder) : []) {
      const peer = await open(values, dimensions);
      lines.push(await measure(peer, queries, truth));
      peer.close();
    }
    return { rows, dimensions, processors: loadNative().vectorProcessors(), lines };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureOurs(
  path: string,
  values: Int8Array,
  queries: readonly Int8Array[],
  whole: readonly (readonly number[])[],
) {
  const rows = values.length / dimensions;
  const files = createVectorFiles();
  const began = performance.now();
  function* each() {
    for (let row = 0; row < rows; row++) yield values.subarray(row * dimensions, (row + 1) * dimensions);
  }
  await files.write(path, dimensions, each());
  const writtenMs = performance.now() - began;
  const file = await files.open(path, dimensions);
  const openedMs = performance.now() - began - writtenMs;
  const { size } = await stat(path);
  const allowed = Uint8Array.from({ length: rows }, (_, row) => (row % 10 === 3 ? 1 : 0));
  const ask = (count: number, mask?: Uint8Array) => async (query: Int8Array) =>
    (await file.nearest(query, count, mask)).map(({ row }) => row);
  const made = { madeInMs: writtenMs, sizeBytes: size };
  const rounded = await Promise.all(queries.map((query) => ask(depth)(query)));
  const truth = { rounded, whole };
  const lines = [
    await measure({ name: `ours, ${depth} nearest`, ...made, nearest: ask(depth) }, queries, truth),
    await measure(
      { name: `ours, ${limit} nearest`, madeInMs: openedMs, sizeBytes: size, nearest: ask(limit) },
      queries,
      null,
    ),
    await measure(
      {
        name: `ours, ${limit} nearest of a tenth`,
        madeInMs: null,
        sizeBytes: null,
        nearest: ask(limit, allowed),
      },
      queries,
      null,
    ),
  ];
  file.close();
  for (const processor of loadNative().vectorProcessors()) {
    const mapped = loadNative().mapVectors(path, { offset: 64, rows, dimensions, processor });
    const nearest = async (query: Int8Array) => [...(await mapped.nearest(query, depth)).rows];
    lines.push(
      await measure({ name: `ours, ${processor}`, madeInMs: null, sizeBytes: null, nearest }, queries, truth),
    );
    mapped.close();
  }
  return { lines, rounded };
}

async function measure(
  { name, madeInMs, sizeBytes, nearest }: Omit<Peer, 'close'>,
  queries: readonly Int8Array[],
  truth: Readonly<Record<'rounded' | 'whole', readonly (readonly number[])[]>> | null,
): Promise<ScanLine> {
  const times: number[] = [];
  const found = { rounded: 0, whole: 0 };
  for (const query of queries.slice(0, 3)) await nearest(query);
  for (const [n, query] of queries.entries()) {
    const began = performance.now();
    const rows = await nearest(query);
    times.push(performance.now() - began);
    if (truth) {
      found.rounded += sharedRows(rows, truth.rounded[n]!);
      found.whole += sharedRows(rows, truth.whole[n]!);
    }
  }
  times.sort((a, b) => a - b);
  return {
    name,
    recall: truth && found.rounded / (queries.length * depth),
    recallOfWhole: truth && found.whole / (queries.length * depth),
    p50Ms: times[Math.floor(times.length / 2)]!,
    p99Ms: times[Math.ceil(times.length * 0.99) - 1]!,
    queries: queries.length,
    madeInMs,
    sizeBytes,
  };
}

const sharedRows = (rows: readonly number[], right: readonly number[]): number =>
  rows.filter((row) => right.includes(row)).length;

const share = (value: number | null) => (value === null ? '–    ' : value.toFixed(3));

export function printScans({ rows, lines, processors }: ScanReport): void {
  console.log(`\n${rows} rows of ${dimensions} numbers; this machine has ${processors.join(', ')}`);
  for (const { name, recall, recallOfWhole, p50Ms, p99Ms, queries, madeInMs, sizeBytes } of lines) {
    const made = madeInMs === null ? '' : `   made in ${(madeInMs / 1000).toFixed(2)} s`;
    const size = sizeBytes === null ? '' : `   ${(sizeBytes / 1e6).toFixed(0)} MB`;
    console.log(
      `${name.padEnd(34)} recall@10 ${share(recall)}, unrounded ${share(recallOfWhole)}   p50 ${p50Ms.toFixed(2).padStart(8)} ms   ` +
        `p99 ${p99Ms.toFixed(2).padStart(8)} ms   ${queries} queries${made}${size}`,
    );
  }
}
