import { resolve } from 'node:path';
import { openStaticEmbeddings } from '../../../server/engines/embeddings/static/engine.ts';
import { createSearchVectors } from '../../../server/modules/search/index/search-vectors.ts';
import { syntheticPeople } from '../../../testkit/search/synthetic-people.ts';
import { openSearch, type SearchInstallation, titles } from './installation.ts';
import { questions } from './questions.ts';

/** A process of its own each, as ingest and searches have in an installation: `ingest` is the api's part, the others are a worker's. */
export const parts = ['ingest', 'embed', 'search', 'compare'] as const;
export type Part = (typeof parts)[number];

export interface PartRequest {
  part: Part;
  people: number;
  searches: number;
  dataDir: string;
  databaseUrl: string | null;
}

export interface Times {
  p50Ms: number;
  p99Ms: number;
  mostMs: number;
}

export interface PartReport {
  /** Of ingest, embed: as long as all of it took. */
  seconds: number;
  /** Of search: the first time, when no words were counted yet, and again; of compare, once. */
  times: Times[];
  /** Of the process at most. */
  peakMb: number;
  databaseMb: number;
  vectorsMb: number;
}

const batchSize = 500;
/** Every other search leaves out people without a tag that half of the corpus has. */
const tag = 'open';

const timesOf = (times: readonly number[]): Times => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]!;
  return { p50Ms: at(0.5), p99Ms: at(0.99), mostMs: sorted.at(-1)! };
};

/** Milliseconds; people are made outside the time. */
async function ingest(search: SearchInstallation, people: number): Promise<number> {
  let sum = 0;
  for (let from = 0; from < people; from += batchSize) {
    const batch = syntheticPeople(Math.min(batchSize, people - from), { from });
    const began = performance.now();
    await search.ingest(batch);
    sum += performance.now() - began;
  }
  return sum;
}

async function searchAll(search: SearchInstallation, { searches, people }: PartRequest): Promise<Times> {
  const times: number[] = [];
  for (const [n, job] of questions(searches).entries()) {
    const began = performance.now();
    const { warnings, candidates } = await search.retrieve(job, n % 2 ? { tags: [tag] } : {});
    times.push(performance.now() - began);
    if (warnings.length > 0 || candidates.length < Math.min(200, people / 4))
      throw new Error(`A search found ${candidates.length}. ${warnings.join(' ')}`);
  }
  return timesOf(times);
}

async function compareAll(search: SearchInstallation, searches: number): Promise<Times> {
  const times: number[] = [];
  for (const job of questions(searches)) {
    const found = await search.retrieve(job);
    const began = performance.now();
    await search.rank(job, found);
    times.push(performance.now() - began);
  }
  return timesOf(times);
}

async function runPart(request: PartRequest): Promise<PartReport> {
  const engine = await openStaticEmbeddings(resolve(import.meta.dirname, '../../../models/bundled'));
  const search = await openSearch({ ...request, made: createSearchVectors(engine, titles) });
  const began = performance.now();
  let madeInMs: number | undefined;
  const times: Times[] = [];
  try {
    if (request.part === 'ingest') madeInMs = await ingest(search, request.people);
    else if (request.part === 'embed') await search.embed();
    else if (request.part === 'compare') times.push(await compareAll(search, request.searches));
    else for (let round = 0; round < 2; round++) times.push(await searchAll(search, request));
    const ms = madeInMs ?? performance.now() - began;
    const { database, vectors } = await search.sizes();
    return {
      seconds: ms / 1000,
      times,
      // Linux says kibibytes.
      peakMb: (process.resourceUsage().maxRSS * 1024) / 1e6,
      databaseMb: database / 1e6,
      vectorsMb: vectors / 1e6,
    };
  } finally {
    await search.close();
  }
}

process.once('message', (request: PartRequest) => {
  runPart(request).then(
    (report) => process.send!(report, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
      process.disconnect();
    },
  );
});
