import type { DeliveryDetails } from '../../../../modules/console/webhooks/contract.ts';
import { webhookTexts } from '../../texts/webhooks.ts';

/** What is sent, as HTTP would show it: the parts that are the same for every try, and the names of those that are not. */
export function requestText({ id, url, body, signatureHeader }: DeliveryDetails): string {
  const { pathname, search, host } = new URL(url);
  const signed = `<${webhookTexts.details.signedHeaders}>`;
  return [
    `POST ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    'User-Agent: Assay-Webhooks',
    `webhook-id: ${id}`,
    `webhook-timestamp: ${signed}`,
    `webhook-signature: ${signed}`,
    `${signatureHeader}: ${signed}`,
    '',
    indented(body),
  ].join('\n');
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
