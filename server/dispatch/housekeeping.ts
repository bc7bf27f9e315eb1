import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../logging.ts';
import type { DeletionWorker, MachineKeeper, RetentionKeeper } from '../modules/retention/types.ts';
import { minutes, seconds } from '../time.ts';
import type { WorkFolders } from './work-folders.ts';

export interface Housekeeping {
  /** Resolves once deletions wait for this machine: no work folder may be made before. */
  start(): Promise<void>;
  /** Orderly: what is under way stops between two runs and is gone on with later. */
  stop(): Promise<void>;
}

/** Carries out deletions within a second or two, and looks whether retention is due. Needs no engines. */
export function createHousekeeping({
  deletions,
  retention,
  machines,
  machine,
  workFolders,
  owner,
  logger,
  deleteEveryMs = seconds(1),
  retainEveryMs = seconds(15),
  enlistEveryMs = minutes(10),
}: {
  deletions: DeletionWorker;
  retention: RetentionKeeper;
  machines: MachineKeeper;
  /** The one this process runs on. */
  machine: { id: string; host: string };
  workFolders: Pick<WorkFolders, 'sweep'>;
  /** Of leases: this process. */
  owner: string;
  logger: Logger;
  deleteEveryMs?: number;
  retainEveryMs?: number;
  enlistEveryMs?: number;
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
    async start() {
      await machines.enlist(machine);
      background.push(
        repeat(enlistEveryMs, 'enlisting this machine', () => machines.enlist(machine)),
        repeat(deleteEveryMs, 'sweep for deletions', async () => {
          const deletionIds = await machines.clear(machine.id, workFolders.sweep);
          if (deletionIds.length > 0) logger.info({ deletionIds }, 'removed work folders of deleted runs');
        }),
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
