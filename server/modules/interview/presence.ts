import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, days, isoTime } from '../../time.ts';
import type { LivePresence } from './types.ts';

/** Of a machine that never came back. */
const FORGOTTEN_AFTER_MS = days(1);

export function createLivePresence({ db, clock }: { db: Db; clock: Clock }): LivePresence {
  const now = () => isoTime(clock.now());
  return {
    async enlist({ id, host, pid, address, languages }) {
      const forgotten = isoTime(clock.now() - FORGOTTEN_AFTER_MS);
      await db.deleteFrom('live_processes').where('heartbeat_at', '<', forgotten).execute();
      const values = {
        ...{ host, pid, address, languages: languages.join(' ') },
        ...{ started_at: now(), heartbeat_at: now() },
      };
      await db
        .insertInto('live_processes')
        .values({ id, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
    },

    async stillHere(id) {
      await db.updateTable('live_processes').set({ heartbeat_at: now() }).where('id', '=', id).execute();
    },

    async leave(id) {
      await db.deleteFrom('live_processes').where('id', '=', id).execute();
    },

    async list() {
      const rows = await db.selectFrom('live_processes').selectAll().orderBy('started_at').execute();
      return rows.map(({ id, host, pid, heartbeat_at }) => ({ id, host, pid, heartbeatAt: heartbeat_at }));
    },

    async address() {
      return (await living(db, clock)).find(({ address }) => address !== '')?.address ?? null;
    },

    async assertHeld(language) {
      const all = await living(db, clock);
      if (all.length === 0) {
        throw new ApiError(
          'INTERVIEWS_NOT_AVAILABLE',
          'This installation holds no live interviews at present, so nobody is invited to one. Ask whoever runs it to start the live process.',
        );
      }
      const held = new Set(all.flatMap(({ languages }) => languages.split(' ')).filter(Boolean));
      if (held.has(language)) return;
      const known = held.size > 0 ? `It holds them in ${[...held].sort().join(', ')}.` : '';
      throw new ApiError(
        'INTERVIEWS_NOT_AVAILABLE',
        `This installation cannot hold interviews in "${language}": it has no recogniser or no voice for it. ${known}`.trim(),
      );
    },
  };
}

/** Seen lately, the newest first: one that was replaced may be listed a while longer. */
const living = (db: Db, clock: Clock) =>
  db
    .selectFrom('live_processes')
    .select(['address', 'languages'])
    .where('heartbeat_at', '>', isoTime(clock.now() - limits.interview.liveSeenMs))
    .orderBy('started_at', 'desc')
    .execute();
