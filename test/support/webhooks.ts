import { randomUUID } from 'node:crypto';
import type { Db } from '#server/db/db.ts';
import { transaction } from '#server/db/transaction.ts';
import { createAddressPolicy } from '#server/engines/webhook-sender/address-policy.ts';
import { createPinnedSender } from '#server/engines/webhook-sender/pinned-sender.ts';
import type { WebhookSender } from '#server/engines/webhook-sender/port.ts';
import { createHostResolver } from '#server/engines/webhook-sender/resolve-host.ts';
import { createWebhooksService } from '#server/modules/webhooks/service.ts';
import type { NewWebhook } from '#server/modules/webhooks/types.ts';
import type { Clock } from '#server/time.ts';

export const testPepper = 'a pepper for tests, 32 characters';

/** The real sender, which may also go to this machine. */
export const loopbackSender = (options: { timeoutMs?: number; dns?: string } = {}): WebhookSender =>
  createPinnedSender({
    policy: createAddressPolicy({ allowedNetworks: ['127.0.0.0/8'], ownAddresses: () => [] }),
    resolveHost: createHostResolver(options.dns ? { nameServers: [options.dns] } : {}),
    hasAllowedNetworks: true,
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
  });

/** The real webhooks on the layer's database and clock. */
export const webhooksOn = (
  { db, clock }: { db: Db; clock: Clock },
  options: { sender?: WebhookSender; keyPepper?: string } = {},
) =>
  createWebhooksService({
    db,
    clock,
    sender: options.sender ?? loopbackSender(),
    keyPepper: options.keyPepper ?? testPepper,
    newId: randomUUID,
  });

/** Puts a message into the outbox as a module does when a run ends. */
export const announce = (
  { db }: { db: Db },
  webhooks: ReturnType<typeof webhooksOn>,
  given: Partial<NewWebhook> & Pick<NewWebhook, 'clientId' | 'url'>,
): Promise<{ messageId: string }> =>
  transaction(db, (trx) =>
    webhooks.enqueue(trx, {
      event: 'cvdeepmatch.finished',
      subjectId: randomUUID(),
      status: 'finished',
      data: { score: 71 },
      ...given,
    }),
  );

/** Tries whatever is due now, once each, one after the other. */
export async function deliverDue(webhooks: ReturnType<typeof webhooksOn>): Promise<number> {
  const due = [];
  for (;;) {
    const leased = await webhooks.outbox.claim({ owner: '', fullReceivers: [], fullClients: [] });
    if (!leased) break;
    due.push(leased);
  }
  for (const leased of due) await webhooks.outbox.deliver(leased, new AbortController().signal);
  return due.length;
}
