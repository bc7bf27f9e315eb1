import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import type { BlobStore } from '../../storage/port.ts';
import type { Clock } from '../../time.ts';
import type { RunQueue, WorkerRecord } from '../runs/types.ts';
import type { CheckStatus } from './types.ts';

/** Checks that workers make of themselves, by the name they report them under. */
const workerChecks = ['recogniser', 'ffmpeg'] as const;

/** What the service needs to do its work: `database, storage, worker, recogniser, ffmpeg, sandbox`, and `language_model` and `backup` where one is configured. */
export function createHealthChecks({
  db,
  databaseFile = null,
  blobs,
  workers,
  sandboxHolds,
  languageModel,
  backup = null,
  clock,
}: {
  db: Db;
  /** Of SQLite, as it was opened: a file that was moved away takes what is written to it along. Null: none. */
  databaseFile?: string | null;
  blobs: Pick<BlobStore, 'check'>;
  workers: RunQueue['workers'];
  /** Of this process, which looks at uploads, too. */
  sandboxHolds: boolean;
  /** Null: none is configured. */
  languageModel: { check(): Promise<CheckStatus> } | null;
  /** Whether the newest is as new as it should be. Null: the server makes none. */
  backup?: { check(): Promise<CheckStatus> } | null;
  clock: Clock;
}): Record<string, () => Promise<CheckStatus>> {
  const opened = databaseFile === null ? null : inodeOf(databaseFile);
  const living = async () => {
    const since = clock.now() - limits.lease.leaseMs;
    return (await workers()).filter(({ heartbeatAt }) => Date.parse(heartbeatAt) >= since);
  };
  return {
    database: async () => {
      await sql`select 1`.execute(db);
      return databaseFile !== null && inodeOf(databaseFile) !== opened ? 'unhealthy' : 'healthy';
    },
    storage: async () => ((await blobs.check()).ok ? 'healthy' : 'unhealthy'),
    worker: async () => {
      const found = await living();
      if (found.length === 0) return 'unreachable';
      return found.some(({ readyAt }) => readyAt !== null) ? 'healthy' : 'unhealthy';
    },
    ...Object.fromEntries(
      workerChecks.map((name) => [name, async () => worst((await living()).map((w) => reported(w, name)))]),
    ),
    // Work goes on without it: where it must not, REQUIRE_SANDBOX stops each process at its start.
    sandbox: async () => {
      const holds = sandboxHolds && (await living()).every((w) => reported(w, 'sandbox') === 'healthy');
      return holds ? 'healthy' : 'configured';
    },
    ...(languageModel && { language_model: () => languageModel.check() }),
    ...(backup && { backup: () => backup.check() }),
  };
}

const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino;

function reported({ capabilities }: WorkerRecord, name: string): CheckStatus {
  const checks = capabilities.checks as Record<string, { ok?: unknown } | undefined> | undefined;
  const check = checks?.[name];
  if (!check) return 'unreachable';
  return check.ok === true ? 'healthy' : 'unhealthy';
}

/** One worker that lacks something is enough to show it: runs may land there. */
const worst = (statuses: readonly CheckStatus[]): CheckStatus =>
  statuses.find((status) => status === 'unhealthy') ??
  (statuses.includes('healthy') ? 'healthy' : 'unreachable');
