import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { createIdentityService } from '#server/modules/identity/service.ts';
import { systemClock } from '#server/time.ts';

export interface Customer {
  id: string;
  apiKey: string;
  credits: number;
}

export async function makeCustomers(
  db: Kysely<Tables>,
  {
    count,
    credits,
    maxConcurrentRuns = 8,
    keyPepper,
  }: { count: number; credits: number; maxConcurrentRuns?: number; keyPepper: string },
): Promise<Customer[]> {
  const identity = createIdentityService({ db, clock: systemClock, keyPepper });
  const made: Customer[] = [];
  for (let number = 1; number <= count; number++) {
    const client = await identity.createClient({ name: `Customer ${number}`, credits, maxConcurrentRuns });
    const { apiKey } = await identity.createKey({ clientId: client.id, rateLimitPerMinute: 100_000 });
    made.push({ id: client.id, apiKey, credits });
  }
  return made;
}

/** What came of sending recordings. */
export interface Sent {
  /** Ids that were answered with 202. */
  accepted: Set<string>;
  /** Requests that were repeated under the same Idempotency-Key, by status; `none`: without an answer. */
  repeated: Map<string, number>;
  /** Other answers, which should not be. */
  refused: string[];
}

/**
 * Sends one recording as a customer's program does: the same Idempotency-Key until it is answered for good, each try at the next
 * address.
 *
 * @param signal given up when it is aborted
 */
export async function send({
  apis,
  customer,
  wav,
  sent,
  signal,
}: {
  apis: () => readonly string[];
  customer: Customer;
  wav: Buffer;
  sent: Sent;
  signal: AbortSignal;
}): Promise<void> {
  const key = randomUUID();
  const again = (why: number | 'none') =>
    sent.repeated.set(String(why), (sent.repeated.get(String(why)) ?? 0) + 1);
  for (let attempt = Math.floor(Math.random() * 2); !signal.aborted; attempt++) {
    const all = apis();
    const form = new FormData();
    form.append('audio', new Blob([new Uint8Array(wav)]), 'interview.wav');
    try {
      const response = await fetch(`${all[attempt % all.length]}/api/v1/speech/analyze`, {
        method: 'POST',
        headers: { 'x-api-key': customer.apiKey, 'idempotency-key': key },
        body: form,
        signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
      });
      const body = (await response.json()) as { id?: string };
      if (response.status === 202 && body.id) {
        sent.accepted.add(body.id);
        return;
      }
      // Busy or away, or the first try with this key is under way.
      if (![429, 503, 409].includes(response.status)) {
        sent.refused.push(`${response.status} ${JSON.stringify(body).slice(0, 200)}`);
        return;
      }
      again(response.status);
    } catch {
      // Cut off: whether it was taken, the next try tells.
      again('none');
    }
    await delay(300, undefined, { signal }).catch(() => undefined);
  }
}

export const nothingSent = (): Sent => ({ accepted: new Set(), repeated: new Map(), refused: [] });

export const repeatedOf = ({ repeated }: Sent): string =>
  [...repeated].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none';
