import type { SendResult, WebhookSender } from '#server/engines/webhook-sender/port.ts';
import { createDataLayer } from '#test/support/data-layer.ts';
import type { DialectTest } from '#test/support/dialect-test.ts';
import { loopbackSender, webhooksOn } from '#test/support/webhooks.ts';

export const url = 'https://hooks.example.com/cv';
export const noSignal = () => new AbortController().signal;

export interface Sent {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** A network that answers as told; what was sent is kept. */
function scriptedSender(answers: (number | Partial<SendResult>)[]): WebhookSender & { sent: Sent[] } {
  const sent: Sent[] = [];
  return {
    sent,
    checkUrl: loopbackSender().checkUrl,
    async send({ signal: _signal, ...message }) {
      sent.push(message);
      const answer = answers[Math.min(sent.length, answers.length) - 1] ?? 200;
      const told = typeof answer === 'number' ? { statusCode: answer } : answer;
      return {
        statusCode: null,
        failure: null,
        error: null,
        remoteAddress: '93.184.216.34',
        answerExcerpt: null,
        retryAfter: null,
        durationMs: 12,
        ...told,
      };
    },
  };
}

export async function installation(
  { db }: Pick<DialectTest, 'db'>,
  answers: (number | Partial<SendResult>)[] = [],
) {
  const layer = createDataLayer(db);
  const sender = scriptedSender(answers);
  const { id: clientId } = await layer.identity.createClient({ name: 'Acme', credits: 10 });
  return { ...layer, clientId, sender, webhooks: webhooksOn(layer, { sender }) };
}
