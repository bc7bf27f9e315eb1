import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newDataDir } from './installation.ts';
import type { PartReport, PartRequest, Times } from './scale-part.ts';

/** Comparing takes longer than all else: as many say enough. */
const compared = 50;

export interface ScaleReport {
  people: number;
  database: 'SQLite' | 'PostgreSQL';
  searches: number;
  ingest: PartReport;
  embed: PartReport;
  search: PartReport;
  compare: PartReport;
}

/**
 * Stores so many synthetic people in batches, gives them their vectors, then searches for different jobs, one after the other: the
 * product's own services, without HTTP and the queue of runs.
 *
 * @param databaseUrl of an empty PostgreSQL database; null: SQLite
 */
export async function measureScale({
  people,
  searches,
  databaseUrl,
}: Pick<PartRequest, 'people' | 'searches' | 'databaseUrl'>): Promise<ScaleReport> {
  const dataDir = await newDataDir();
  const run = (part: PartRequest['part']) =>
    runPart({
      part,
      people,
      searches: part === 'compare' ? Math.min(compared, searches) : searches,
      dataDir,
      databaseUrl,
    });
  try {
    return {
      people,
      database: databaseUrl ? 'PostgreSQL' : 'SQLite',
      searches,
      ingest: await run('ingest'),
      embed: await run('embed'),
      search: await run('search'),
      compare: await run('compare'),
    };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function runPart(request: PartRequest): Promise<PartReport> {
  const child = fork(join(import.meta.dirname, 'scale-part.ts'), { serialization: 'advanced' });
  return new Promise((resolve, reject) => {
    child.once('message', (report) => resolve(report as PartReport));
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The part "${request.part}" gave nothing.`)));
    child.send(request);
  });
}

export function printScale({
  people,
  database,
  searches,
  ingest,
  embed,
  search,
  compare,
}: ScaleReport): void {
  const shown = ({ p50Ms, p99Ms, mostMs }: Times) =>
    `p50 ${p50Ms.toFixed(1).padStart(6)}  p99 ${p99Ms.toFixed(1).padStart(6)}  most ${mostMs.toFixed(1).padStart(6)} ms`;
  const line = (name: string, what: string, { peakMb }: PartReport) =>
    console.log(`${name.padEnd(34)} ${what.padEnd(50)} ${peakMb.toFixed(0)} MB at most`);
  console.log(`\n${people} people, ${database}, ${searches} searches one after the other`);
  line('ingest', `${(people / ingest.seconds).toFixed(0)} candidates/s`, ingest);
  line('embedding', `${(people / embed.seconds).toFixed(0)} candidates/s`, embed);
  line('retrieval, words not yet counted', shown(search.times[0]!), search);
  line('retrieval, again', shown(search.times[1]!), search);
  line('comparing 200 CVs', shown(compare.times[0]!), compare);
  console.log(
    `database ${search.databaseMb.toFixed(0)} MB, file of vectors ${search.vectorsMb.toFixed(0)} MB`,
  );
}
