import type { Kysely } from 'kysely';
import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime, minutes, seconds } from '../../time.ts';
import * as rows from './repository.ts';
import type { Answer, HeldKey, IdempotencyService, IdempotentRequest } from './types.ts';

/** A living holder renews its reservation far more often: an older one is of a dead process. */
const ABANDONED_MS = minutes(2);
const RENEW_EVERY_MS = seconds(15);
const WAIT_MS = seconds(20);
const LOOK_AGAIN_MS = 50;
const SWEEP_EVERY_MS = minutes(10);

export function createIdempotencyService({
  db,
  clock,
  renewEveryMs = RENEW_EVERY_MS,
}: {
  db: Kysely<Tables>;
  clock: Clock;
  renewEveryMs?: number;
}): IdempotencyService {
  let sweptAtMs = Number.NEGATIVE_INFINITY;

  /** Undefined once the key is ours; else the answer of the request that had it. */
  async function reserve<Body>(
    request: rows.Reservation,
  ): Promise<{ answer?: Answer<Body>; unfinished?: string }> {
    for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
      const nowMs = clock.now();
      if (await rows.reserve(db, request, isoTime(nowMs))) return {};
      const found = await rows.find(db, request);
      if (!found) continue;
      const ageMs = nowMs - Date.parse(found.createdAt);
      if (ageMs >= limits.idempotency.keptMs) {
        await rows.remove(db, request, found.createdAt);
        continue;
      }
      if (found.fingerprint !== request.fingerprint) {
        throw new ApiError(
          'IDEMPOTENCY_CONFLICT',
          'This Idempotency-Key belongs to another request; send a new one, or the same request as before.',
        );
      }
      if (found.status !== null) {
        // The fingerprint says that the same route answered it.
        return { answer: { status: found.status, body: JSON.parse(found.body ?? 'null') } };
      }
      if (ageMs >= ABANDONED_MS) {
        const taken = await rows.takeOver(db, request, found.createdAt, isoTime(nowMs));
        if (taken) return found.body === null ? {} : { unfinished: found.body };
        continue;
      }
      if (waitedMs >= WAIT_MS) {
        throw new ApiError(
          'IDEMPOTENCY_CONFLICT',
          'The first request with this Idempotency-Key is being served; send it again for its answer.',
          { retryAfterSeconds: 5 },
        );
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  const renew = (handle: Db, reservation: rows.Reservation) =>
    rows.renew(handle, reservation, isoTime(clock.now()));

  async function hold(trx: Db, reservation: rows.Reservation): Promise<void> {
    if (await renew(trx, reservation)) return;
    throw new ApiError(
      'IDEMPOTENCY_CONFLICT',
      'Another request with this Idempotency-Key went on in place of this one; send it again for its answer.',
      { retryAfterSeconds: 5 },
    );
  }

  function keepRenewed(reservation: rows.Reservation): { end(): Promise<unknown> } {
    let renewing: Promise<unknown> = Promise.resolve();
    const timer = setInterval(() => {
      // One that fails is made good by the next, or found out by `hold`.
      renewing = renewing.then(() => renew(db, reservation)).catch(() => undefined);
    }, renewEveryMs);
    return {
      end() {
        clearInterval(timer);
        return renewing;
      },
    };
  }

  async function sweep() {
    const nowMs = clock.now();
    if (nowMs - sweptAtMs < SWEEP_EVERY_MS) return;
    sweptAtMs = nowMs;
    await rows.removeOlderThan(db, isoTime(nowMs - limits.idempotency.keptMs));
  }

  return {
    async isKnown(request) {
      const found = await rows.find(db, request);
      return found !== undefined && clock.now() - Date.parse(found.createdAt) < limits.idempotency.keptMs;
    },

    async once<Body>(
      { clientId, key, fingerprint, resourceId }: IdempotentRequest,
      serve: (held: HeldKey) => Promise<Answer<Body>>,
    ) {
      if (key === undefined) {
        const free = { unfinishedResourceId: undefined, hold: async () => undefined };
        return { ...(await serve(free)), replayed: false };
      }
      await sweep();
      const reservation = { clientId, key, fingerprint, resourceId };
      const { answer: earlier, unfinished } = await reserve<Body>(reservation);
      if (earlier) return { ...earlier, replayed: true };
      const keeper = keepRenewed(reservation);
      let answer: Answer<Body>;
      try {
        answer = await serve({ unfinishedResourceId: unfinished, hold: (trx) => hold(trx, reservation) });
      } catch (error) {
        await keeper.end();
        await rows.release(db, reservation);
        throw error;
      }
      await keeper.end();
      await rows.complete(db, reservation, answer.status, JSON.stringify(answer.body));
      return { ...answer, replayed: false };
    },
  };
}
