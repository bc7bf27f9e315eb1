import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime } from '../../time.ts';

/** What is counted, how often it may happen, and in which time. */
export interface Allowance {
  subject: string;
  count: number;
  windowMs: number;
}

export interface Attempts {
  /**
   * Counts a try of each before it is made, so that any number of tries at once are no more than allowed.
   *
   * @throws ApiError RATE_LIMIT_EXCEEDED with the seconds to wait
   */
  take(allowances: readonly Allowance[]): Promise<void>;
  /** It was no guess: takes the last try off. */
  giveBack(subjects: readonly string[]): Promise<void>;
  /** Begins anew. */
  forget(subject: string): Promise<void>;
}

/** Counts in the database: a restart does not begin anew, and several api processes count together. */
export function createAttempts({ db, clock }: { db: Db; clock: Clock }): Attempts {
  const count = async ({ subject, count: allowed, windowMs }: Allowance): Promise<void> => {
    const nowMs = clock.now();
    const now = isoTime(nowMs);
    const end = isoTime(nowMs + windowMs);
    const row = await db
      .insertInto('sign_in_attempts')
      .values({ subject, count: 1, window_ends_at: end })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet({
          count: sql<number>`case when sign_in_attempts.window_ends_at <= ${now} then 1 else sign_in_attempts.count + 1 end`,
          window_ends_at: sql<string>`case when sign_in_attempts.window_ends_at <= ${now} then ${end} else sign_in_attempts.window_ends_at end`,
        }),
      )
      .returning(['count', 'window_ends_at'])
      .executeTakeFirstOrThrow();
    if (row.count <= allowed) return;
    const waitMs = Date.parse(row.window_ends_at) - nowMs;
    throw new ApiError('RATE_LIMIT_EXCEEDED', `Too many tries. Wait ${inWords(waitMs)}, then try again.`, {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    });
  };

  return {
    async take(allowances) {
      await db.deleteFrom('sign_in_attempts').where('window_ends_at', '<=', isoTime(clock.now())).execute();
      for (const allowance of allowances) await count(allowance);
    },
    async giveBack(subjects) {
      await db
        .updateTable('sign_in_attempts')
        .set((row) => ({ count: row('count', '-', 1) }))
        .where('subject', 'in', subjects)
        .where('count', '>', 0)
        .execute();
    },
    async forget(subject) {
      await db.deleteFrom('sign_in_attempts').where('subject', '=', subject).execute();
    },
  };
}

const inWords = (ms: number): string => {
  const minutes = Math.ceil(ms / 60_000);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
};

/** People type passwords into the wrong field: what was typed is never stored as it is. */
export const subjectOf = (kind: string, ...parts: readonly string[]): string =>
  `${kind}:${createHash('sha256').update(parts.join('\n')).digest('hex')}`;

/** The part of an address that belongs to one visitor: of IPv6 the whole /64. */
export function addressGroup(ipAddress: string): string {
  if (!ipaddr.isValid(ipAddress)) return ipAddress;
  const address = ipaddr.process(ipAddress);
  return address.kind() === 'ipv4'
    ? address.toString()
    : `${(address as ipaddr.IPv6).parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`;
}
