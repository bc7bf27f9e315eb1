import { createBackground } from '../background.ts';
import { limits } from '../config/limits.ts';
import type { Logger } from '../logging.ts';
import type { LeasedWebhook, WebhookOutbox } from '../modules/webhooks/types.ts';
import { hours, seconds } from '../time.ts';
import { isGone, processIdentity, thisHost } from './host.ts';

export interface WebhookDeliveries {
  start(): void;
  /** Orderly: begins no more tries, lets those under way finish for a moment, gives the rest back untried. */
  stop(): Promise<void>;
}

/** Whose tries are counted. */
type Addressee = Pick<LeasedWebhook, 'receiver' | 'clientId'>;

/** Between host, process and the rest of a lease's owner. */
const SEPARATOR = '|';

/** After an unexpected error in the loop, e.g. an unreachable database. */
const TROUBLE_PAUSE_MS = seconds(1);

/**
 * Sends what is due. Tries run side by side; few at a time go to one receiver and for one client, so that a receiver that
 * hangs holds up nothing but its own messages.
 */
export function createWebhookDeliveries({
  outbox,
  logger,
  atOnce = limits.webhooks.atOnce,
  idlePollMs = 200,
  recoverEveryMs = seconds(5),
  sweepEveryMs = hours(1),
  finishWithinMs = seconds(3),
}: {
  outbox: WebhookOutbox;
  logger: Logger;
  atOnce?: { total: number; perClient: number; perReceiver: number };
  /** Longest time a message waits to be noticed while nothing happens. */
  idlePollMs?: number;
  recoverEveryMs?: number;
  sweepEveryMs?: number;
  finishWithinMs?: number;
}): WebhookDeliveries {
  const cutOff = new AbortController();
  const active = new Map<Promise<void>, Addressee>();
  const background = createBackground(logger);
  const { signal, rest } = background;

  const owner = [thisHost(), processIdentity(process.pid), ''].join(SEPARATOR);

  const begin = (leased: LeasedWebhook) => {
    const work = attempt(leased, { outbox, logger, signal: cutOff.signal }).finally(() =>
      active.delete(work),
    );
    active.set(work, { receiver: leased.receiver, clientId: leased.clientId });
  };

  const claimLoop = async () => {
    while (!signal.aborted) {
      try {
        const leased =
          active.size < atOnce.total &&
          (await outbox.claim({
            owner,
            fullReceivers: thoseAtLimit(active.values(), 'receiver', atOnce.perReceiver),
            fullClients: thoseAtLimit(active.values(), 'clientId', atOnce.perClient),
          }));
        if (leased) begin(leased);
        // A try that ends may make room for a message that was passed over.
        else await Promise.race([...active.keys(), rest(idlePollMs)]);
      } catch (error) {
        logger.error({ err: error }, 'could not claim a webhook; tried again');
        await rest(TROUBLE_PAUSE_MS);
      }
    }
  };

  const recover = async () => {
    const lost = (await outbox.leases()).filter(({ leaseOwner }) => isOfDeadProcess(leaseOwner));
    for (const lease of lost) await outbox.release(lease);
    if (lost.length > 0) logger.warn({ count: lost.length }, 'took over webhooks of a lost process');
  };

  const sweep = async () => {
    const removed = await outbox.sweep();
    if (removed > 0) logger.info({ count: removed }, 'removed old webhook messages');
  };

  return {
    start() {
      background.begin(claimLoop);
      background.every(recoverEveryMs, 'recovery of webhooks', recover);
      background.every(sweepEveryMs, 'sweep of webhook messages', sweep);
    },

    async stop() {
      await background.stop();
      const timer = setTimeout(() => cutOff.abort(new Error('The process stops.')), finishWithinMs);
      await Promise.all(active.keys());
      clearTimeout(timer);
    },
  };
}

/** One try, and a line of the log about how it ended. */
async function attempt(
  leased: LeasedWebhook,
  { outbox, logger, signal }: { outbox: WebhookOutbox; logger: Logger; signal: AbortSignal },
): Promise<void> {
  const about = { messageId: leased.id, subjectId: leased.subjectId, host: new URL(leased.url).host };
  try {
    const end = await outbox.deliver(leased, signal);
    if (!end) return logger.warn(about, 'webhook lease lost; another process goes on with the message');
    const { number, outcome, statusCode, durationMs } = end.attempt;
    const facts = { ...about, status: end.status, try: number, outcome, statusCode, durationMs };
    if (end.status === 'delivered') logger.info(facts, 'webhook delivered');
    else
      logger.warn(
        facts,
        end.status === 'pending'
          ? 'webhook try failed'
          : 'webhook given up; fix the receiver, then send it again',
      );
  } catch (error) {
    // On any other trouble the lease is left to lapse: what could not be stored must not be sent in a loop.
    if (signal.aborted) await outbox.release(leased).catch(() => undefined);
    else logger.error({ ...about, err: error }, 'could not try a webhook');
  }
}

/** Those who have as many tries under way as they may. */
function thoseAtLimit(active: Iterable<Addressee>, of: keyof Addressee, most: number): string[] {
  const counts = new Map<string, number>();
  for (const { [of]: name } of active) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= most).map(([name]) => name);
}

/** Only processes of this host, since its boot, can be looked up; leases of others lapse. */
function isOfDeadProcess(leaseOwner: string): boolean {
  const [host, identity] = leaseOwner.split(SEPARATOR);
  if (!host || !identity) return false;
  return isGone(thisHost(), { host, pid: Number(identity.split('/')[1]), process: identity });
}
