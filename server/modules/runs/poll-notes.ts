import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { type Clock, isoTime } from '../../time.ts';
import type { PollNotes } from './types.ts';

/** The oldest is forgotten beyond this many: 100,000 runs polled within 10 s are far above any installation. */
const maxRemembered = 100_000;

/**
 * When unfinished runs were last answered: at once in memory, and soon after in the run's row, where a poll finds it without asking
 * for it. Written for many polls at once, because a durable write each would make polls several times slower.
 */
export function createPollNotes({
  db,
  clock,
  writeAfterMs = 250,
  most = maxRemembered,
}: {
  db: Db;
  clock: Clock;
  writeAfterMs?: number;
  most?: number;
}): PollNotes {
  // A Map keeps the order of insertion: the first entries are the oldest.
  const answeredAtMs = new Map<string, number>();
  let unwritten = new Map<string, number>();
  let writing: Promise<void> = Promise.resolve();
  const { minIntervalMs } = limits.poll;

  const write = async (): Promise<void> => {
    const notes = [...unwritten].sort();
    unwritten = new Map();
    if (notes.length === 0) return;
    await transaction(db, async (trx) => {
      for (const [id, atMs] of notes) {
        await trx
          .updateTable('runs')
          .set({ polled_at: isoTime(atMs) })
          .where('id', '=', id)
          .execute();
      }
      // A full disk must not keep customers from seeing how far their runs are.
    }).catch(() => undefined);
  };
  const writeAfterOthers = () => {
    writing = writing.then(write);
    return writing;
  };

  return {
    note({ id, polledAt }) {
      const nowMs = clock.now();
      for (const [runId, atMs] of answeredAtMs) {
        if (nowMs - atMs < minIntervalMs && answeredAtMs.size < most) break;
        answeredAtMs.delete(runId);
      }
      const lastMs = Math.max(
        answeredAtMs.get(id) ?? 0,
        polledAt === null ? Number.NEGATIVE_INFINITY : Date.parse(polledAt),
      );
      if (lastMs + minIntervalMs > nowMs) return lastMs + minIntervalMs - nowMs;
      answeredAtMs.delete(id);
      answeredAtMs.set(id, nowMs);
      if (unwritten.size === 0) setTimeout(writeAfterOthers, writeAfterMs).unref();
      unwritten.set(id, nowMs);
      return 0;
    },
    written: writeAfterOthers,
  };
}
