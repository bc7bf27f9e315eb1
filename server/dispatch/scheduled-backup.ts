import type { ChildProcess } from 'node:child_process';
import { createBackground } from '../background.ts';
import type { Logger } from '../logging.ts';
import { type Clock, minutes, seconds } from '../time.ts';
import { createCommandRunner } from './command-job.ts';

const LOOK_EVERY_MS = seconds(15);
const AGAIN_AFTER_FAULT_MS = minutes(15);

export interface ScheduledBackup {
  start(): void;
  /** A backup under way ends; the next one goes on where it was. */
  stop(): Promise<void>;
}

/** Jobs that one process at a time does. */
interface Schedule {
  claim(
    name: string,
    owner: string,
  ): Promise<
    | {
        renew(): Promise<boolean>;
        finish(nextDueMs: number | null, report: unknown): Promise<void>;
        fail(againInMs: number, reason: string): Promise<unknown>;
      }
    | undefined
  >;
  state(name: string): Promise<unknown>;
}

interface ScheduledBackupDeps {
  schedule: Schedule;
  newestDeletionAt: () => Promise<string | null>;
  /** Runs `assay backup …` with these arguments; it prints one JSON document, or its fault on standard error. */
  start: (args: readonly string[]) => ChildProcess;
  job: string;
  /** Done when an owner has asked for it. */
  verifyJob: string;
  everyMs: number;
  owner: string;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  lookEveryMs?: number;
}

/**
 * Makes backups when they are due, one process of the installation at a time, and writes down beside them at once what was deleted
 * with a certificate. The work is done by a command: encrypting would keep this process from everything else.
 */
export function createScheduledBackup({
  schedule,
  newestDeletionAt,
  start,
  job,
  verifyJob,
  everyMs,
  owner,
  clock,
  logger,
  lookEveryMs = LOOK_EVERY_MS,
}: ScheduledBackupDeps): ScheduledBackup {
  const background = createBackground(logger);
  const { signal } = background;
  /** Deletions up to this one are noted. Null: not known; the command leaves out what it finds noted. */
  let notedUntil: string | null = null;

  const run = createCommandRunner({ start, signal });

  async function backUpIfDue(): Promise<void> {
    const lease = await schedule.claim(job, owner);
    if (!lease) return;
    const startedMs = clock.now();
    const newest = await newestDeletionAt();
    try {
      const report = await run(['create', '--scheduled'], () => lease.renew());
      await lease.finish(startedMs + everyMs, report);
      notedUntil = newest;
      logger.info({ report, tookMs: clock.now() - startedMs }, 'backed up');
    } catch (error) {
      const reason = reasonOf(error);
      // After a stop, the next process goes on at once.
      await lease.fail(signal.aborted ? 0 : Math.min(AGAIN_AFTER_FAULT_MS, everyMs), reason);
      if (!signal.aborted) logger.error({ reason }, 'THE BACKUP FAILED; see "assay doctor"');
    }
  }

  async function verifyIfAsked(): Promise<void> {
    if (!(await schedule.state(verifyJob))) return;
    const lease = await schedule.claim(verifyJob, owner);
    if (!lease) return;
    try {
      const report = (await run(['verify'], () => lease.renew())) as { faults: readonly unknown[] };
      await lease.finish(null, report);
      if (report.faults.length > 0)
        logger.error({ report }, 'BACKUPS ARE DAMAGED; see "assay backup verify"');
      else logger.info({ report }, 'backups verified');
    } catch (error) {
      const reason = reasonOf(error);
      await lease.fail(signal.aborted ? 0 : AGAIN_AFTER_FAULT_MS, reason);
      if (!signal.aborted) logger.error({ reason }, 'backup verification did not finish; tried again');
    }
  }

  async function noteDeletions(): Promise<void> {
    const newest = await newestDeletionAt();
    if (newest === null || (notedUntil !== null && newest <= notedUntil)) return;
    await run(['note-deletions'], async () => true);
    notedUntil = newest;
  }

  return {
    start() {
      background.every(lookEveryMs, 'looking after backups', async () => {
        await backUpIfDue().catch((error) =>
          logger.error({ err: error }, 'could not start the scheduled backup; tried again'),
        );
        if (signal.aborted) return;
        await verifyIfAsked().catch((error) =>
          logger.error({ err: error }, 'could not start the backup verification; tried again'),
        );
        if (signal.aborted) return;
        await noteDeletions().catch((error) =>
          logger.warn({ err: error }, 'could not write deletions beside the backups; tried again'),
        );
      });
    },
    stop: background.stop,
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
