import { limits } from '../../config/limits.ts';
import type { SendResult } from '../../engines/webhook-sender/port.ts';
import type { AttemptOutcome, WebhookStatus } from './types.ts';

/** What one try means for its message. `nextAttemptAtMs` is set exactly when `status` is pending. */
export interface Verdict {
  outcome: AttemptOutcome;
  error: string | null;
  status: WebhookStatus;
  nextAttemptAtMs: number | null;
}

/**
 * Judges a try. Only 2xx is a delivery, 410 Gone ends all messages to the address, anything else is tried again until
 * the schedule is used up. A Retry-After of 429 and 503 can put the next try off, never forward.
 *
 * The schedule counts from the first try, but each gap from the try before: after a night without power the remaining
 * tries are spread as usual instead of being used up at once.
 *
 * @param triesMade including this one, since the message or its resend
 */
export function judgeTry(
  result: Pick<SendResult, 'statusCode' | 'failure' | 'error' | 'retryAfter'>,
  { triesMade, startedAtMs, isTest }: { triesMade: number; startedAtMs: number; isTest: boolean },
): Verdict {
  const { statusCode, failure } = result;
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) {
    return { outcome: 'delivered', error: null, status: 'delivered', nextAttemptAtMs: null };
  }
  const told = {
    outcome: failure ?? ('status' as const),
    error: result.error ?? aboutStatus(statusCode),
  };
  if (statusCode === 410) return { ...told, status: 'disabled', nextAttemptAtMs: null };
  const gapMs = isTest ? undefined : gapAfter(triesMade);
  if (gapMs === undefined) return { ...told, status: 'failed', nextAttemptAtMs: null };
  const wishedMs =
    statusCode === 429 || statusCode === 503 ? retryAfterMs(result.retryAfter, startedAtMs) : 0;
  return { ...told, status: 'pending', nextAttemptAtMs: startedAtMs + Math.max(gapMs, wishedMs) };
}

/** Undefined when there is no further try. */
export function gapAfter(triesMade: number): number | undefined {
  const { retryAfterMs: schedule } = limits.webhooks;
  const next = schedule[triesMade - 1];
  return next === undefined ? undefined : next - (schedule[triesMade - 2] ?? 0);
}

/** Seconds or an HTTP date; what cannot be read asks for nothing. */
function retryAfterMs(header: string | null, nowMs: number): number {
  if (header === null) return 0;
  const text = header.trim();
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isFinite(waitMs) ? Math.min(Math.max(0, waitMs), limits.webhooks.maxRetryAfterMs) : 0;
}

function aboutStatus(statusCode: number | null): string {
  if (statusCode === 410) return 'The receiver answered 410: it wants no more messages at this address.';
  if (statusCode !== null && statusCode >= 300 && statusCode < 400) {
    return `The receiver answered ${statusCode}; redirects are not followed.`;
  }
  return `The receiver answered ${statusCode ?? 'nothing'}.`;
}
