import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Checks the signature of a request (AWS Signature Version 4) and of its body.
 *
 * @returns the code of what is wrong with it, as S3 names it; null when it is right
 */
export function signatureFault(
  request: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretAccessKey }: { accessKeyId: string; secretAccessKey: string },
): string | null {
  const { headers, method = '', url = '' } = request;
  const [, id, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (id === undefined) return 'AccessDenied';
  if (id !== accessKeyId) return 'InvalidAccessKeyId';
  const { pathname, searchParams } = new URL(url, 'http://any');
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const signed = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const bodyHash = String(headers['x-amz-content-sha256'] ?? '');
  const canonical = [method, pathname, query, signed.join(''), names, bodyHash].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  const [date = '', region = '', service = '', last = ''] = scope.split('/');
  const key = [region, service, last].reduce<Buffer>(hmac, hmac(`AWS4${secretAccessKey}`, date));
  if (hmac(key, text).toString('hex') !== signature) return 'SignatureDoesNotMatch';
  const isHashed = /^[0-9a-f]{64}$/.test(bodyHash);
  if (isHashed && createHash('sha256').update(body).digest('hex') !== bodyHash) {
    return 'XAmzContentSHA256Mismatch';
  }
  return null;
}
