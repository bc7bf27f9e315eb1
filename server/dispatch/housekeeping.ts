import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../logging.ts';
import type { DeletionWorker, RetentionKeeper } from '../modules/retention/types.ts';
import { seconds } from '../time.ts';

export interface Housekeeping {
  start(): void;
  /** Orderly: what is under way stops between two runs and is gone on with later. */
  stop(): Promise<void>;
}

/** Carries out deletions within a second or two, and looks whether retention is due. Needs no engines. */
export function createHousekeeping({
  deletions,
  retention,
  owner,
  logger,
  deleteEveryMs = seconds(1),
  retainEveryMs = seconds(15),
}: {
  deletions: DeletionWorker;
  retention: RetentionKeeper;
  /** Of leases: this process. */
  owner: string;
  logger: Logger;
  deleteEveryMs?: number;
  retainEveryMs?: number;
}): Housekeeping {
  const stopping = new AbortController();
  const { signal } = stopping;
  const background: Promise<void>[] = [];

  const repeat = async (everyMs: number, what: string, round: () => Promise<void>) => {
    while (!signal.aborted) {
      await round().catch((error: unknown) => logger.error({ err: error }, `${what} failed`));
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };

  return {
    start() {
      background.push(
        repeat(deleteEveryMs, 'deletion', async () => {
          const deletionIds = await deletions.work(owner, signal);
          if (deletionIds.length > 0) logger.info({ deletionIds }, 'deleted for good');
        }),
        repeat(retainEveryMs, 'retention', async () => {
          const deleted = await retention.enforceIfDue(owner, signal);
          if (deleted) logger.info({ deleted }, 'enforced retention');
        }),
      );
    },
    async stop() {
      stopping.abort();
      await Promise.all(background);
    },
  };
}
