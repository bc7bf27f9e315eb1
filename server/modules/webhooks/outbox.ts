import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import type { SendResult, WebhookSender } from '../../engines/webhook-sender/port.ts';
import { type Clock, isoTime } from '../../time.ts';
import { deleteEndedMessages, endTry, leaseDueMessage, messageLeases } from './outbox-repository.ts';
import { disableUrl, insertAttempt } from './repository.ts';
import { SealError } from './secret-seal.ts';
import type { WebhookSecrets } from './secrets.ts';
import { signedHeaders } from './sign.ts';
import type { LeasedWebhook, WebhookAttempt, WebhookOutbox, WebhookStatus } from './types.ts';
import { judgeTry, type Verdict } from './verdict.ts';

/** Removed in one transaction, so that a sweep never holds the write lock for long. */
const SWEEP_BATCH = 200;

export function createWebhookOutbox({
  db,
  clock,
  sender,
  secrets,
  newId,
}: {
  db: Db;
  clock: Clock;
  sender: Pick<WebhookSender, 'send'>;
  secrets: Pick<WebhookSecrets, 'signing'>;
  newId: () => string;
}): WebhookOutbox {
  /** Without its secrets nothing is sent: an unsigned message would teach receivers to accept those. */
  const trySending = async (
    leased: LeasedWebhook,
    startedAtMs: number,
    signal: AbortSignal,
  ): Promise<{ result: SendResult; verdict: Verdict }> => {
    const judgement = { triesMade: leased.tries + 1, startedAtMs, isTest: leased.isTest };
    let signing: string[];
    try {
      signing = await secrets.signing(leased.clientId);
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      const result = unsent(error.message);
      return { result, verdict: { ...judgeTry(result, judgement), outcome: 'unsigned' } };
    }
    const { id: messageId, clientId, event, url, body } = leased;
    const headers = signedHeaders({ messageId, event, body, sentAtMs: startedAtMs, secrets: signing });
    const result = await sender.send({ clientId, url, headers, body, signal });
    return { result, verdict: judgeTry(result, judgement) };
  };

  const record = (leased: LeasedWebhook, attempt: WebhookAttempt, verdict: Verdict) =>
    transaction(db, async (trx) => {
      const nowIso = isoTime(clock.now());
      const isOurs = await endTry(trx, leased, {
        status: verdict.status,
        nextAttemptAt: verdict.nextAttemptAtMs === null ? null : isoTime(verdict.nextAttemptAtMs),
        endedAt: verdict.nextAttemptAtMs === null ? nowIso : null,
      });
      if (!isOurs) return false;
      await insertAttempt(trx, {
        message_id: leased.id,
        number: attempt.number,
        started_at: attempt.startedAt,
        duration_ms: attempt.durationMs,
        outcome: attempt.outcome,
        status_code: attempt.statusCode,
        remote_address: attempt.remoteAddress,
        error: attempt.error,
        answer_excerpt: attempt.answerExcerpt,
      });
      // A sample that is refused says nothing about the messages a client waits for.
      if (verdict.status === 'disabled' && !leased.isTest) {
        await disableUrl(trx, leased.clientId, leased.url, nowIso);
      }
      return true;
    });

  return {
    claim: ({ owner, fullReceivers, fullClients }) =>
      leaseDueMessage(db, {
        nowIso: isoTime(clock.now()),
        leaseOwner: `${owner}${newId()}`,
        leaseUntil: isoTime(clock.now() + limits.webhooks.leaseMs),
        fullReceivers,
        fullClients,
      }),

    leases: async () =>
      (await messageLeases.held(db)).map(({ key, owner }) => ({ id: key, leaseOwner: owner })),

    async deliver(leased, signal) {
      const startedAtMs = clock.now();
      const { result, verdict } = await trySending(leased, startedAtMs, signal);
      const attempt: WebhookAttempt = {
        number: leased.attempts + 1,
        startedAt: isoTime(startedAtMs),
        durationMs: result.durationMs,
        outcome: verdict.outcome,
        statusCode: result.statusCode,
        remoteAddress: result.remoteAddress,
        error: verdict.error,
        answerExcerpt: result.answerExcerpt,
      };
      const isKept = await record(leased, attempt, verdict);
      return isKept ? { status: verdict.status as WebhookStatus, attempt } : undefined;
    },

    async release({ id, leaseOwner }) {
      await messageLeases.release(db, { key: id, owner: leaseOwner });
    },

    async sweep() {
      const endedBefore = isoTime(clock.now() - limits.webhooks.keptMs);
      for (let removed = 0; ; ) {
        const count = await transaction(db, (trx) => deleteEndedMessages(trx, endedBefore, SWEEP_BATCH));
        removed += count;
        if (count < SWEEP_BATCH) return removed;
      }
    },
  };
}

const unsent = (error: string): SendResult => ({
  statusCode: null,
  failure: null,
  error,
  remoteAddress: null,
  answerExcerpt: null,
  retryAfter: null,
  durationMs: 0,
});
