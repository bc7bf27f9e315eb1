import { createBackground } from '../background.ts';
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

interface HousekeepingDeps {
  deletions: DeletionWorker;
  retention: RetentionKeeper;
  machines: MachineKeeper;
  /** Fails those whose time is over and that no living process has; answers their ids. */
  interviews: { timeOut(): Promise<string[]> };
  /** Gives completed interviews to the speech module where that is wanted; answers their ids. */
  analysis: { submitWanted(): Promise<string[]> };
  /** Files runs under the people they are about; answers how many. */
  candidates: { catchUpAll(signal: AbortSignal): Promise<number> };
  /** Takes CVs that were read into CV search; answers how many. */
  pool: { fill(signal: AbortSignal): Promise<number> };
  /** Sends what is due by mail, writes reminders, and forgets addresses. */
  invitations: {
    send(owner: string, signal: AbortSignal): Promise<readonly object[]>;
    remind(): Promise<number>;
    forget(): Promise<number>;
  };
  /** The one this process runs on. */
  machine: { id: string; host: string };
  workFolders: Pick<WorkFolders, 'sweep'>;
  /** Of leases: this process. */
  owner: string;
  logger: Logger;
  deleteEveryMs?: number;
  retainEveryMs?: number;
  enlistEveryMs?: number;
  timeOutEveryMs?: number;
  analyseEveryMs?: number;
  fileEveryMs?: number;
  mailEveryMs?: number;
  remindEveryMs?: number;
  /** When everything starts anew, live processes come first: they have what was recorded. */
  timeOutFirstMs?: number;
}

/** Carries out deletions within a second or two, looks whether retention is due, ends interviews whose time is over, sends mails. Needs no engines. */
export function createHousekeeping({
  deletions,
  retention,
  machines,
  interviews,
  analysis,
  candidates,
  pool,
  invitations,
  machine,
  workFolders,
  owner,
  logger,
  deleteEveryMs = seconds(1),
  retainEveryMs = seconds(15),
  enlistEveryMs = minutes(10),
  timeOutEveryMs = seconds(5),
  timeOutFirstMs = minutes(1),
  analyseEveryMs = seconds(5),
  fileEveryMs = seconds(5),
  mailEveryMs = seconds(5),
  remindEveryMs = minutes(1),
}: HousekeepingDeps): Housekeeping {
  const background = createBackground(logger);
  const { signal } = background;

  return {
    async start() {
      await machines.enlist(machine);
      background.every(enlistEveryMs, 'enlisting this machine', () => machines.enlist(machine));
      background.every(deleteEveryMs, 'sweep for deletions', async () => {
        const deletionIds = await machines.clear(machine.id, workFolders.sweep);
        if (deletionIds.length > 0) logger.info({ deletionIds }, 'removed work folders of deleted runs');
      });
      background.every(deleteEveryMs, 'deletion', async () => {
        const deletionIds = await deletions.work(owner, signal);
        if (deletionIds.length > 0) logger.info({ deletionIds }, 'completed deletions');
      });
      background.every(retainEveryMs, 'retention', async () => {
        const deleted = await retention.enforceIfDue(owner, signal);
        if (deleted) logger.info({ deleted }, 'deleted what retention rules no longer keep');
      });
      background.every(
        timeOutEveryMs,
        'ending of interviews',
        async () => {
          const sessionIds = await interviews.timeOut();
          if (sessionIds.length > 0)
            logger.warn({ sessionIds }, 'ended interviews that were past their time limit');
        },
        { firstMs: timeOutFirstMs },
      );
      background.every(analyseEveryMs, 'analysis of interviews', async () => {
        const sessionIds = await analysis.submitWanted();
        if (sessionIds.length > 0) logger.info({ sessionIds }, 'submitted interviews for analysis');
      });
      background.every(fileEveryMs, 'filing of runs under candidates', async () => {
        const filed = await candidates.catchUpAll(signal);
        if (filed > 0) logger.info({ filed }, 'assigned runs to candidates');
      });
      background.every(fileEveryMs, 'taking CVs into CV search', async () => {
        const taken = await pool.fill(signal);
        if (taken > 0) logger.info({ taken }, 'added CVs to CV search');
      });
      background.every(mailEveryMs, 'sending of invitations', async () => {
        const mails = await invitations.send(owner, signal);
        if (mails.length > 0) logger.info({ mails }, 'processed invitation mails');
      });
      background.every(remindEveryMs, 'reminders of invitations', async () => {
        const reminders = await invitations.remind();
        const forgotten = await invitations.forget();
        if (reminders + forgotten > 0)
          logger.info({ reminders, forgotten }, 'queued invitation reminders, removed old addresses');
      });
    },
    stop: background.stop,
  };
}
