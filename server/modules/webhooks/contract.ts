import { type Static, Type } from 'typebox';
import { choice, object, orNull, ref, text, time, whole } from '../shapes/schema.ts';
import { type WebhookEvent, type WebhookMessage, webhookEvents, webhookStatuses } from './types.ts';

/** A webhook as the interface description has it. */
export interface DescribedWebhook {
  operationId: string;
  summary: string;
  /** Whose address it is, in words. */
  sentTo: string;
  /** Of the operations that it belongs to. */
  tag: string;
  /** Named, of its body. */
  schema: Type.TSchema;
  example: object;
}
/** An example that is not of the schema does not compile. @param schema named schema of the body */
export const describedWebhook = <Body extends Type.TSchema>(
  about: Omit<DescribedWebhook, 'schema' | 'example'>,
  schema: Body,
  example: Static<Body> & object,
): DescribedWebhook => ({ ...about, schema, example });

export type DescribedWebhooks = Partial<Record<WebhookEvent, DescribedWebhook>>;

/** What an administrator sends to try out a receiver: see `WebhookAdmin.sendTest`. */
export const WebhookSample = Type.Object(
  {
    event: choice(Object.keys(webhookEvents) as WebhookEvent[], 'The event that is tried out.'),
    id: text('Of nothing: begins with "test_".'),
    status: choice(
      [...new Set(Object.values(webhookEvents).map(({ sampleStatus }) => sampleStatus))],
      'As the event would have it.',
    ),
    test: Type.Literal(true, { description: 'Only samples have it.' }),
    message: text('For people.'),
    created_at: time('When it was sent.'),
  },
  { $id: 'WebhookSample', description: 'Sent by hand to try out a receiver; about nothing.' },
);

export const sampleExample: Static<typeof WebhookSample> = {
  event: 'cvdeepmatch.finished',
  id: 'test_0192f3b0-7a33-7c81-8a42-b3c4d5e6f708',
  status: 'finished',
  test: true,
  message: 'A sample, sent to try out this receiver.',
  created_at: '2026-11-23T09:30:00.000Z',
};

export const WebhookStatus = Type.Enum(webhookStatuses, {
  $id: 'WebhookStatus',
  description:
    'pending: a try is due or under way. delivered: answered 2xx. failed: every try was used up. disabled: the receiver answered 410 Gone.',
});

export const webhook = orNull(
  object('The call to `webhook_url`. Null where none was asked for.', {
    url: text('Where it is sent.'),
    message_id: text('The header `webhook-id` of every try.'),
    status: ref(WebhookStatus, 'What became of it.'),
    attempts: whole('Tries made so far.'),
    next_attempt_at: orNull(time('When the next try is due. Null unless `status` is "pending".')),
  }),
);

/** How far it is; null where there is none. */
export function presentDelivery(
  url: string | null,
  announcement: WebhookMessage | undefined,
): Static<typeof webhook> {
  if (url === null || !announcement) return null;
  const { id, status, attempts, nextAttemptAt } = announcement;
  return { url, message_id: id, status, attempts, next_attempt_at: nextAttemptAt };
}
