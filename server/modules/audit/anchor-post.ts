import { createHmac } from 'node:crypto';
import { createBackground } from '../../background.ts';
import type { AuditAnchor } from './types.ts';

/** A post that fails is tried again after this, and so is the look whether the log went on. */
const EVERY_MS = 60_000;
const TIMEOUT_MS = 10_000;

export interface AnchorPost {
  start(): void;
  stop(): Promise<void>;
}

/**
 * Says where the log ends whenever it went on, at most once a minute: in the server's own log, and to `url` where there is one. An operator
 * who keeps either elsewhere can tell a log that was cut, rolled back or written anew.
 *
 * The post's body is a line of the anchor file; its signature (`X-Assay-Signature: sha256=…`) is HMAC-SHA-256 of that body with `key`
 * itself.
 */
export function createAnchorPost({
  current,
  url,
  key,
  log,
  everyMs = EVERY_MS,
}: {
  /** Null while the log is empty. */
  current: () => Promise<AuditAnchor | null>;
  url: string | null;
  key: string;
  log: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;
  everyMs?: number;
}): AnchorPost {
  const background = createBackground(log);
  const { signal } = background;
  let said = 0;
  let posted = 0;

  const post = async (anchor: AuditAnchor): Promise<void> => {
    const body = `${JSON.stringify(anchor)}\n`;
    const signature = createHmac('sha256', key).update(body).digest('hex');
    const answer = await fetch(url!, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-assay-signature': `sha256=${signature}` },
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`It answered ${answer.status}.`);
  };

  const look = async (): Promise<void> => {
    const anchor = await current();
    if (!anchor) return;
    if (anchor.sequence !== said) log.info({ anchor }, 'the audit log ends here');
    said = anchor.sequence;
    if (url === null || anchor.sequence === posted) return;
    await post(anchor);
    posted = anchor.sequence;
  };

  return {
    start() {
      background.every(everyMs, 'looking at the end of the audit log', () =>
        look().catch((error: unknown) => {
          if (!signal.aborted) log.warn({ err: error }, 'could not post the audit log anchor; tried again');
        }),
      );
    },
    stop: background.stop,
  };
}
