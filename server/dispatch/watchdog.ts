import type { Logger } from '../logging.ts';
import type { RunQueue } from '../modules/runs/types.ts';
import { deadWorkersOf } from './host.ts';

/**
 * One round of the watchdog: frees runs whose worker stopped renewing its lease, at once those whose worker on
 * this host is dead, and ends those that lapsed too often. Answers how many runs changed.
 */
export async function recoverRuns({
  queue,
  host,
  logger,
}: {
  queue: Pick<RunQueue, 'workers' | 'recoverLapsed' | 'removeWorker'>;
  host: string;
  logger: Logger;
}): Promise<number> {
  const dead = deadWorkersOf(host, await queue.workers());
  const { freed, stuck } = await queue.recoverLapsed(dead);
  for (const workerId of dead) await queue.removeWorker(workerId);
  if (freed.length > 0) logger.warn({ runIds: freed, deadWorkers: dead }, 'freed runs of a lost worker');
  if (stuck.length > 0) logger.error({ runIds: stuck }, 'ended runs that no worker could finish');
  return freed.length + stuck.length;
}
