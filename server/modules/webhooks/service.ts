import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import type { WebhookSender } from '../../engines/webhook-sender/port.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime } from '../../time.ts';
import { createWebhookOutbox } from './outbox.ts';
import { restartMessage } from './outbox-repository.ts';
import {
  attemptsOf,
  enableUrl,
  findMessage,
  insertMessage,
  isUrlDisabled,
  listDisabledUrls,
  listMessages,
  newestMessageAbout,
} from './repository.ts';
import { createWebhookSecrets } from './secrets.ts';
import { type NewWebhook, type WebhooksService, webhookEvents } from './types.ts';

/** Signed announcements of results, for every module: see `WebhookAnnouncer`, `WebhookAdmin` and `WebhookOutbox`. */
export function createWebhooksService({
  db,
  clock,
  sender,
  keyPepper,
  newId,
}: {
  db: Db;
  clock: Clock;
  sender: WebhookSender;
  /** From `loadKeyPepper`; the secrets are encrypted with a key derived from it. */
  keyPepper: string;
  newId: () => string;
}): WebhooksService {
  const now = () => isoTime(clock.now());
  const secrets = createWebhookSecrets({ db, clock, keyPepper, newId });
  const outbox = createWebhookOutbox({ db, clock, sender, secrets, newId });

  const rowOf = ({ clientId, url, event, subjectId, status, data }: NewWebhook) => ({
    id: `msg_${newId()}`,
    client_id: clientId,
    event,
    subject_id: subjectId,
    url,
    // By client, because many share the hosts of automation services.
    receiver: `${clientId}@${new URL(url).host}`,
    status: 'pending' as const,
    is_test: 0,
    attempts: 0,
    tries: 0,
    next_attempt_at: now(),
    lease_owner: null,
    lease_until: null,
    created_at: now(),
    ended_at: null,
    body: bodyOf({ event, id: subjectId, status }, data),
  });

  const requireMessage = async (connection: Db, messageId: string, clientId?: string) =>
    (await findMessage(connection, messageId, clientId)) ?? unknownMessage(messageId);

  return {
    outbox,

    checkUrl: sender.checkUrl,

    async enqueue(trx, webhook) {
      const row = rowOf(webhook);
      const isDisabled = await isUrlDisabled(trx, webhook.clientId, webhook.url);
      const messageId = await insertMessage(
        trx,
        isDisabled ? { ...row, status: 'disabled', next_attempt_at: null, ended_at: row.created_at } : row,
      );
      return { messageId };
    },

    standing: (request) => newestMessageAbout(db, request),

    async list({ limit, ...filter }) {
      const rows = await listMessages(db, { ...filter, limit: limit + 1 });
      return { messages: rows.slice(0, limit), hasMore: rows.length > limit };
    },

    async show(messageId, clientId) {
      const found = await requireMessage(db, messageId, clientId);
      return { ...found, attempts: await attemptsOf(db, messageId) };
    },

    resend: (messageId, clientId) =>
      transaction(db, async (trx) => {
        const { message } = await requireMessage(trx, messageId, clientId);
        if (!(await restartMessage(trx, messageId, now()))) {
          throw new ApiError('INVALID_INPUT', `The message "${messageId}" is being sent at this moment.`);
        }
        await enableUrl(trx, message.clientId, message.url);
        return (await requireMessage(trx, messageId)).message;
      }),

    async sendTest({ clientId, url, event }) {
      const checked = sender.checkUrl(url, clientId);
      if ('fault' in checked) throw new ApiError('INVALID_INPUT', `The URL cannot be used: ${checked.fault}`);
      const status = webhookEvents[event].sampleStatus;
      const sample: NewWebhook = {
        clientId,
        url: checked.url,
        event,
        subjectId: `test_${newId()}`,
        status,
        data: { test: true, message: 'A sample, sent to try out this receiver.', created_at: now() },
      };
      const row = {
        ...rowOf(sample),
        is_test: 1,
        // Leased from the start: it is tried here and by no worker.
        lease_owner: newId(),
        lease_until: isoTime(clock.now() + limits.webhooks.leaseMs),
      };
      await transaction(db, async (trx) => {
        await lockClient(trx, clientId);
        await insertMessage(trx, row);
      });
      const { id, url: keptUrl, receiver, body, attempts, tries, lease_owner: leaseOwner } = row;
      const end = await outbox.deliver(
        {
          id,
          clientId,
          event,
          subjectId: sample.subjectId,
          url: keptUrl,
          receiver,
          isTest: true,
          body,
          attempts,
          tries,
          leaseOwner,
        },
        new AbortController().signal,
      );
      if (!end) throw new Error('The sample took longer than its lease.');
      return { message: (await requireMessage(db, id)).message, attempt: end.attempt };
    },

    disabledUrls: (clientId) => listDisabledUrls(db, clientId),

    enableUrl: ({ clientId, url }) => enableUrl(db, clientId, url),

    async secrets(clientId) {
      await transaction(db, (trx) => lockClient(trx, clientId));
      return secrets.list(clientId);
    },

    rotateSecret: (clientId, overlapHours) => secrets.rotate(clientId, overlapHours),

    defaultSecret: () => secrets.current(),

    rotateDefaultSecret: (overlapHours) => secrets.rotate(null, overlapHours),
  };
}

function unknownMessage(messageId: string): never {
  throw new ApiError('NOT_FOUND', `There is no webhook message "${messageId}".`);
}

/** The three members that every receiver may rely on come first, and nothing in `data` can replace them. */
const bodyOf = (head: Record<string, string>, data: Record<string, unknown>): string =>
  JSON.stringify({ ...head, ...data, ...head });
