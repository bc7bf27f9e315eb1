import type { Kysely } from 'kysely';
import { limits } from '../../config/limits.ts';
import type { Tables } from '../../db/tables.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime, minutes, seconds } from '../../time.ts';
import * as rows from './repository.ts';

export interface IdempotentRequest {
  clientId: string;
  /** The Idempotency-Key; undefined serves the request as it is. */
  key: string | undefined;
  /** Hash of method, path, query and body. */
  fingerprint: string;
  /** Id of what the request is about to create. */
  resourceId: string;
}

export interface Answer {
  status: number;
  body: unknown;
}

export interface IdempotencyService {
  /** Whether a request with this key was answered within 24 hours, or is being served. */
  isKnown(request: { clientId: string; key: string }): Promise<boolean>;
  /**
   * Serves a request once per key: the same key with the same fingerprint gets the first answer again for
   * 24 hours, with another fingerprint ApiError IDEMPOTENCY_CONFLICT. A second request that comes while the
   * first is being served waits for its answer. Only answers that created something are remembered: a refusal
   * (thrown) frees the key, because repeating it does no harm and may succeed after a top-up.
   *
   * @param serve gets the id that an attempt cut off by a crash was about to create, to look whether it did
   */
  once(
    request: IdempotentRequest,
    serve: (unfinishedResourceId: string | undefined) => Promise<Answer>,
  ): Promise<Answer & { replayed: boolean }>;
}

/** Nothing between the end of an upload and its answer takes longer: an older reservation is of a dead process. */
const ABANDONED_MS = minutes(2);
const WAIT_MS = seconds(20);
const LOOK_AGAIN_MS = 50;
const SWEEP_EVERY_MS = minutes(10);

export function createIdempotencyService({
  db,
  clock,
}: {
  db: Kysely<Tables>;
  clock: Clock;
}): IdempotencyService {
  let sweptAtMs = Number.NEGATIVE_INFINITY;

  /** Undefined once the key is ours; else the answer of whoever had it. */
  async function reserve(request: rows.Reservation): Promise<{ answer?: Answer; unfinished?: string }> {
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
        throw new ApiError('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key belongs to another request.');
      }
      if (found.status !== null) {
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
          'The first request with this Idempotency-Key is being served.',
          { retryAfterSeconds: 5 },
        );
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
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

    async once({ clientId, key, fingerprint, resourceId }, serve) {
      if (key === undefined) return { ...(await serve(undefined)), replayed: false };
      await sweep();
      const reservation = { clientId, key, fingerprint, resourceId };
      const { answer: earlier, unfinished } = await reserve(reservation);
      if (earlier) return { ...earlier, replayed: true };
      let answer: Answer;
      try {
        answer = await serve(unfinished);
      } catch (error) {
        await rows.release(db, reservation);
        throw error;
      }
      await rows.complete(db, reservation, answer.status, JSON.stringify(answer.body));
      return { ...answer, replayed: false };
    },
  };
}
