import type { ChildProcess } from 'node:child_process';
import { createBackground } from '../background.ts';
import type { Logger } from '../logging.ts';
import { seconds } from '../time.ts';
import { createCommandRunner } from './command-job.ts';

const LOOK_EVERY_MS = seconds(5);

/** The job that the console asks for: more languages. */
export const LANGUAGES_JOB = 'languages';

export interface RequestedInstall {
  start(): void;
  /** An installation under way ends; the next process goes on where it was. */
  stop(): Promise<void>;
}

interface InstallLease {
  renew(): Promise<boolean>;
  finish(nextDueMs: number | null, report: unknown): Promise<void>;
  /** @returns false where it was not ours any more: another process has it, or a person has stopped it */
  fail(againInMs: number | null, reason: string): Promise<boolean>;
}

/**
 * Installs the recogniser of more languages when an owner has asked for it in the console, in one process of the installation at a time, and chooses it
 * where it fits. Every process that works with recognisers then makes room for a new one, which takes it.
 *
 * @param start runs `assay models …` with these arguments
 * @param requireFit throws where this machine cannot run the model that was installed
 * @param bornAt when this process chose its recogniser, ISO 8601
 */
export function createRequestedInstall({
  schedule,
  start,
  requireFit,
  model,
  bornAt,
  renew,
  logger,
  lookEveryMs = LOOK_EVERY_MS,
}: {
  schedule: {
    claim(name: string): Promise<InstallLease | undefined>;
    state(name: string): Promise<{ finishedAt: string | null } | undefined>;
  };
  start: (args: readonly string[]) => ChildProcess;
  requireFit: () => Promise<unknown>;
  model: string;
  bornAt: string;
  renew: (reason: string) => void;
  logger: Pick<Logger, 'info' | 'error'>;
  lookEveryMs?: number;
}): RequestedInstall {
  const background = createBackground(logger);
  const { signal, rest } = background;
  const run = createCommandRunner({ start, signal });

  async function install(lease: InstallLease): Promise<void> {
    const goOn = () => lease.renew();
    try {
      await run(['pull', model, '--json'], goOn);
      await requireFit();
      if (!(await lease.renew())) throw new Error('It was stopped.');
      await run(['use', `asr=${model}`, '--json'], goOn);
      await lease.finish(null, { model });
      logger.info({ model }, 'more languages are installed');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // After a stop, the next process goes on at once; after a fault it waits until an owner asks again.
      if (!(await lease.fail(signal.aborted ? 0 : null, reason))) {
        logger.info({ model }, 'language installation was stopped, or another process goes on with it');
      } else if (!signal.aborted)
        logger.error({ model, reason }, 'language installation failed; start it again in the console');
    }
  }

  /** @returns whether this process has what was installed behind it */
  async function look(): Promise<boolean> {
    if (!(await schedule.state(LANGUAGES_JOB))) return false;
    const lease = await schedule.claim(LANGUAGES_JOB);
    if (lease) await install(lease);
    const finishedAt = (await schedule.state(LANGUAGES_JOB))?.finishedAt ?? null;
    return finishedAt !== null && finishedAt >= bornAt;
  }

  return {
    start() {
      background.begin(async () => {
        while (!signal.aborted) {
          const isOutdated = await look().catch((error) => {
            logger.error(
              { err: error },
              'could not check for a requested language installation; tried again',
            );
            return false;
          });
          if (isOutdated) return renew('more languages were installed');
          await rest(lookEveryMs);
        }
      });
    },
    stop: background.stop,
  };
}
