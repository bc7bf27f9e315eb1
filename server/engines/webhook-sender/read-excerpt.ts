import type { IncomingMessage } from 'node:http';
import { limits } from '../../config/limits.ts';

/**
 * The beginning of an answer for the delivery log, or null when there is none. Waits briefly and reads little: what
 * a receiver says matters to people only.
 */
export function readExcerpt(response: IncomingMessage): Promise<string | null> {
  const { excerptChars, excerptWaitMs } = limits.webhooks;
  // A character has at most four bytes.
  const enoughBytes = excerptChars * 4;
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  const finish = () => {
    clearTimeout(timer);
    resolve(readable(Buffer.concat(chunks).toString('utf8'), excerptChars));
    response.destroy();
  };
  const timer = setTimeout(finish, excerptWaitMs);
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, enoughBytes));
    sizeBytes += chunk.length;
    if (sizeBytes >= enoughBytes) finish();
  });
  for (const end of ['end', 'close', 'error'] as const) response.on(end, finish);
  return promise;
}

/** Safe for a terminal and for the database: a receiver must not write to either. */
function readable(text: string, maxChars: number): string | null {
  const cleaned = [...text]
    .map((character) => (/\p{C}/u.test(character) ? ' ' : character))
    .slice(0, maxChars)
    .join('')
    .trim();
  return cleaned === '' ? null : cleaned;
}
