import type { Logger } from '../logging.ts';
import type { RunQueue } from '../modules/runs/types.ts';
import type { Death } from '../process/death.ts';
import type { Clock } from '../time.ts';
import { deadWorkersOf } from './host.ts';

/**
 * One round of the watchdog: frees runs whose worker stopped renewing its lease, at once those whose worker on
 * this host is dead, and ends those that no worker survives. Answers how many runs changed.
 *
 * @param deaths how processes before this one ended, as its supervisor saw it
 */
export async function recoverRuns({
  queue,
  host,
  deaths,
  clock,
  logger,
}: {
  queue: Pick<RunQueue, 'workers' | 'recoverLapsed' | 'removeWorker'>;
  host: string;
  deaths: readonly Death[];
  clock: Clock;
  logger: Logger;
}): Promise<number> {
  const dead = deadWorkersOf({ host, nowMs: clock.now() }, await queue.workers(), deaths);
  const { freed, stuck } = await queue.recoverLapsed(dead);
  for (const { id } of dead) await queue.removeWorker(id);
  if (freed.length > 0) logger.warn({ runIds: freed, deadWorkers: dead }, 'freed runs of a lost worker');
  if (stuck.length > 0) logger.error({ runIds: stuck }, 'ended runs that no worker could finish');
  return freed.length + stuck.length;
}
