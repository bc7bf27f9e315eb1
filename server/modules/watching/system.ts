import { statfs } from 'node:fs/promises';
import { availableParallelism, cpus, freemem, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config/env.ts';
import type { Db } from '../../db/db.ts';
import { describeDatabase } from '../../db/dialects/describe.ts';
import { type Clock, isoTime, seconds } from '../../time.ts';
import { folderSize } from './folder-size.ts';
import type { BucketUse, FolderSize, FoundProgram, SystemFacts, SystemService } from './types.ts';

/** Sizes of folders and versions of programs change slowly and are asked for by impatient people. */
const CACHED_MS = seconds(30);
const MOST_FILES = 20_000;

/** The machine, and what Assay takes of it. */
export function createSystemService({
  db,
  clock,
  config,
  version,
  startedAtMs,
  findPrograms,
  bucket,
}: {
  db: Db;
  clock: Clock;
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'modelsDir'>;
  /** Version of Assay. */
  version: string;
  startedAtMs: number;
  findPrograms: () => Promise<readonly FoundProgram[]>;
  /** Where files of runs live in a bucket; null: in the data folder. */
  bucket: {
    label: string;
    measure(mostFiles: number): Promise<FolderSize>;
    check(): Promise<{ ok: boolean; detail: string }>;
  } | null;
}): SystemService {
  const { dataDir } = config;

  const disk = async () => {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  };

  const bucketFacts = async (known: NonNullable<typeof bucket>): Promise<BucketUse> => {
    const { ok, detail } = await known.check();
    // A page does not wait for a server that is away.
    const size = ok ? await known.measure(MOST_FILES).catch(() => null) : null;
    return { place: known.label, size, fault: ok ? null : detail };
  };

  const slowly = async () => {
    const [database, programs, recordings, models, work, use] = await Promise.all([
      describeDatabase(db, config),
      findPrograms(),
      folderSize(join(dataDir, 'blobs'), MOST_FILES),
      folderSize(config.modelsDir, MOST_FILES),
      folderSize(join(dataDir, 'work'), MOST_FILES),
      bucket && bucketFacts(bucket),
    ]);
    const parts: SystemFacts['disk']['parts'] = [
      { name: 'database', sizeBytes: database.sizeBytes, isAtLeast: false },
      { name: 'recordings', ...recordings },
      { name: 'models', ...models },
      { name: 'work', ...work },
    ];
    parts.sort((a, b) => b.sizeBytes - a.sizeBytes);
    return { database, programs: [...programs], parts, bucket: use };
  };
  let last: { atMs: number; found: ReturnType<typeof slowly> } | undefined;
  const found = () => {
    const nowMs = clock.now();
    if (!last || nowMs - last.atMs >= CACHED_MS) {
      const looking = slowly();
      last = { atMs: nowMs, found: looking };
      // What could not be found out is asked again, not remembered.
      looking.catch(() => {
        last = undefined;
      });
    }
    return last.found;
  };

  return {
    disk,
    async describe() {
      const [{ database, programs, parts, bucket: use }, space] = await Promise.all([found(), disk()]);
      const limit = process.constrainedMemory();
      return {
        version,
        node: process.version,
        platform: `${type()} ${release()} ${process.arch}`,
        startedAt: isoTime(startedAtMs),
        cpu: {
          model: cpus()[0]?.model.trim() ?? '',
          cores: availableParallelism(),
          loadAverage: loadavg(),
        },
        memory: {
          totalBytes: totalmem(),
          freeBytes: freemem(),
          limitBytes: limit > 0 && limit < totalmem() ? limit : null,
          apiBytes: process.memoryUsage.rss(),
        },
        disk: { folder: dataDir, ...space, parts },
        bucket: use,
        database,
        programs,
      };
    },
  };
}
