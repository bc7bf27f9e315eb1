import { createHmac, randomBytes } from 'node:crypto';
import { type WebhookEvent, webhookEvents } from './types.ts';

const SECRET_PREFIX = 'whsec_';
/** A multiple of three, so that the base64 text has no padding: 264 bits, 44 characters. */
const SECRET_BYTES = 33;

export const generateSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/**
 * The headers of one try. Signed twice, for two kinds of receivers:
 *
 * - `X-CVDM-Signature` or `X-Interview-Signature`: `t=<seconds since 1970>,v1=<hex>`, HMAC-SHA-256 over `<t>.<body>`
 *   with the secret's text as it was shown, "whsec_" included.
 * - `webhook-id`, `webhook-timestamp`, `webhook-signature` of standardwebhooks.com: `v1,<base64>` over
 *   `<id>.<t>.<body>` with the bytes that follow "whsec_" in base64.
 *
 * With several secrets (while one is rotated) each signs, the newest first; a receiver needs to know one of them.
 */
export function signedHeaders({
  messageId,
  event,
  body,
  sentAtMs,
  secrets,
}: {
  messageId: string;
  event: WebhookEvent;
  body: string;
  sentAtMs: number;
  secrets: readonly string[];
}): Record<string, string> {
  const timestamp = Math.floor(sentAtMs / 1000);
  const hex = secrets.map((secret) => hmac(secret, `${timestamp}.${body}`).toString('hex'));
  const standard = secrets.map((secret) =>
    hmac(secretBytes(secret), `${messageId}.${timestamp}.${body}`).toString('base64'),
  );
  return {
    'content-type': 'application/json',
    // Whatever is compressed would be unreadable in the delivery log.
    'accept-encoding': 'identity',
    'user-agent': 'Assay-Webhooks',
    'webhook-id': messageId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.map((digest) => `v1,${digest}`).join(' '),
    [webhookEvents[event].signatureHeader]: [`t=${timestamp}`, ...hex.map((digest) => `v1=${digest}`)].join(
      ',',
    ),
  };
}

const secretBytes = (secret: string): Buffer => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
