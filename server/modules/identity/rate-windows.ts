import { sql } from 'kysely';
import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { type Clock, isoTime } from '../../time.ts';
import type { Bound, RateWindows } from './types.ts';

/** Ended windows are dropped once this many are remembered: memory stays bounded whatever callers do. */
const sweepAtWindows = 10_000;
/** Of what is left, so many shares at once: processes write seldom, and what one holds and others miss gets small at the end. */
const shares = 20;

interface Window {
  endsMs: number;
  /** By all processes, what this one still has to spare included. */
  reserved: number;
  spare: number;
}

/**
 * Counts requests in windows of a minute that begin with the first one. The database holds the count, so that all processes
 * share a limit and a restart keeps it; each reserves a share of what is left, and counts within it in memory.
 */
export function createRateWindows({ db, clock }: { db: Db; clock: Clock }): RateWindows {
  const { windowMs } = limits.rateLimit;
  const windows = new Map<string, Window>();
  const underWay = new Map<string, Promise<void>>();

  const current = (subject: string) => {
    const window = windows.get(subject);
    return window && clock.now() < window.endsMs ? window : undefined;
  };

  const reserve = async ({ subject, perWindow }: Bound): Promise<void> => {
    const nowMs = clock.now();
    const known = current(subject);
    const share = Math.ceil((perWindow - (known?.reserved ?? 0)) / shares);
    const now = isoTime(nowMs);
    const fresh = { count: share, ends_at: isoTime(nowMs + windowMs) };
    const row = await db
      .insertInto('rate_windows')
      .values({ subject, ...fresh })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet({
          count: sql<number>`case when rate_windows.ends_at <= ${now} then ${share} else rate_windows.count + ${share} end`,
          ends_at: sql<string>`case when rate_windows.ends_at <= ${now} then ${fresh.ends_at} else rate_windows.ends_at end`,
        }),
      )
      .returning(['count', 'ends_at'])
      .executeTakeFirstOrThrow()
      // A full disk must not keep customers from reading their results: this process counts by itself.
      .catch(() => (known ? { count: known.reserved + share, ends_at: isoTime(known.endsMs) } : fresh));
    if (windows.size >= sweepAtWindows) {
      for (const [key, { endsMs }] of windows) if (endsMs <= nowMs) windows.delete(key);
    }
    const reserved = Math.min(row.count, perWindow);
    const spare = Math.max(0, reserved - (row.count - share));
    windows.set(subject, { endsMs: Date.parse(row.ends_at), reserved, spare });
  };

  const reserveOnce = (bound: Bound): Promise<void> => {
    const pending =
      underWay.get(bound.subject) ?? reserve(bound).finally(() => underWay.delete(bound.subject));
    underWay.set(bound.subject, pending);
    return pending;
  };

  const look = ({ subject, perWindow }: Bound) => {
    const nowMs = clock.now();
    const { endsMs, reserved, spare } = current(subject) ?? {
      endsMs: nowMs + windowMs,
      reserved: 0,
      spare: 0,
    };
    return {
      remaining: Math.max(0, perWindow - reserved + spare),
      resetSeconds: Math.max(1, Math.ceil((endsMs - nowMs) / 1000)),
    };
  };

  return {
    look,
    async take(bounds) {
      for (;;) {
        // Before anything is counted: a request that one of them refuses counts for none.
        const refusing = bounds.find((bound) => look(bound).remaining === 0);
        if (refusing) return refusing;
        const lacking = bounds.filter(({ subject }) => !current(subject)?.spare);
        if (lacking.length === 0) break;
        await Promise.all(lacking.map(reserveOnce));
      }
      for (const { subject } of bounds) windows.get(subject)!.spare--;
      return undefined;
    },
  };
}
