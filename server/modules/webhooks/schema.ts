import { Type } from 'typebox';
import { choice, text, time } from '../shapes/schema.ts';
import { type WebhookEvent, webhookEvents } from './types.ts';

/** A webhook as the interface description has it: which named schema its body has, and an example of it. */
export interface DescribedWebhook {
  operationId: string;
  summary: string;
  /** Whose address it is, in words. */
  sentTo: string;
  /** Of the operations that it belongs to. */
  tag: string;
  schema: string;
  example: object;
}
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

export const sampleExample = {
  event: 'cvdeepmatch.finished',
  id: 'test_0192f3b0-7a33-7c81-8a42-b3c4d5e6f708',
  status: 'finished',
  test: true,
  message: 'A sample, sent to try out this receiver.',
  created_at: '2026-11-23T09:30:00.000Z',
};
