import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/env.ts';
import type { Logger } from '../logging.ts';
import { isDatabaseAway } from '../outages.ts';
import { minutes, seconds } from '../time.ts';

const PATIENCE_MS = minutes(2);
const AGAIN_AFTER_MS = seconds(2);

/**
 * Does something of a start again while PostgreSQL starts, too: a server that comes up, or goes once more while it does, cuts whatever is
 * asked of it just then. `work` must leave nothing behind when it fails.
 *
 * @param signal no more tries once it is aborted
 */
export async function whileDatabaseStarts<Result>(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  {
    logger,
    signal,
    againAfterMs = AGAIN_AFTER_MS,
  }: { logger: Pick<Logger, 'warn'>; signal?: AbortSignal; againAfterMs?: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const mayPass = databaseUrl !== null && isDatabaseAway(error) && performance.now() < giveUpAt;
      if (!mayPass || signal?.aborted) throw error;
      logger.warn({ err: error }, 'waiting for the database');
      await delay(againAfterMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
