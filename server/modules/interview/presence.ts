import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { languageName } from '../../domain/transcript/language.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, days, isoTime } from '../../time.ts';
import type { HeardLanguages } from '../speech/types.ts';
import { hashOfSecret } from './link.ts';
import type { LivePresence } from './live-types.ts';
import { countHeld, holderFor } from './session-repository.ts';

/** Of a machine that never came back. */
const FORGOTTEN_AFTER_MS = days(1);

/** @param heard what the workers recognise, which have the recogniser that live processes have; absent where only they are asked */
export function createLivePresence({
  db,
  clock,
  heard,
}: {
  db: Db;
  clock: Clock;
  heard?: () => Promise<HeardLanguages | null>;
}): LivePresence {
  const now = () => isoTime(clock.now());

  /** @returns how many processes could tell, and the refusal where none of them holds interviews in that language */
  const lookFor = async (language: string): Promise<{ asked: number; refusal?: ApiError }> => {
    const all = await living(db, clock);
    const held = new Set(all.flatMap(({ languages }) => languages.split(' ')));
    if (all.length === 0 || held.has(language)) return { asked: all.length };
    const available = limits.languages.filter((code) => held.has(code));
    const message =
      `This installation holds no interviews in ${languageName(language)} ("${language}") at present: it has ${missingFor(language, (await heard?.()) ?? null)} ` +
      `It holds ${available.length === 0 ? 'none at all' : `them in ${available.join(', ')}`}.`;
    const details = { language, available };
    return { asked: all.length, refusal: new ApiError('LANGUAGE_NOT_AVAILABLE', message, { details }) };
  };
  /** @returns how many processes could tell */
  const assertLanguage = async (language: string): Promise<number> => {
    const { asked, refusal } = await lookFor(language);
    if (refusal) throw refusal;
    return asked;
  };

  return {
    async enlist({ id, host, pid, process: identity, address, languages }) {
      const forgotten = isoTime(clock.now() - FORGOTTEN_AFTER_MS);
      await db.deleteFrom('live_processes').where('heartbeat_at', '<', forgotten).execute();
      const values = {
        ...{ host, pid, process: identity ?? null, address, languages: languages.join(' ') },
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

    async pause(id) {
      await db.updateTable('live_processes').set({ address: '' }).where('id', '=', id).execute();
    },

    async leave(id) {
      await db.deleteFrom('live_processes').where('id', '=', id).execute();
    },

    async list() {
      const rows = await db.selectFrom('live_processes').selectAll().orderBy('started_at').execute();
      return rows.map(({ heartbeat_at, id, host, pid, process: identity }) => ({
        ...{ id, host, pid, process: identity, heartbeatAt: heartbeat_at },
      }));
    },

    async addressFor(device) {
      const reachable = (await living(db, clock)).filter(({ address }) => address !== '');
      const renewedSince = isoTime(clock.now() - limits.interview.lease.leaseMs);
      const fresh = reachable.filter(({ heartbeat_at }) => heartbeat_at > renewedSince);
      const candidates = fresh.length > 0 ? fresh : reachable;
      if (candidates.length <= 1) return candidates[0]?.address ?? null;
      const holder = device === null ? undefined : await holderFor(db, hashOfSecret(device), now());
      const held = await countHeld(db, now());
      const [fewest] = candidates.toSorted((a, b) => (held.get(a.id) ?? 0) - (held.get(b.id) ?? 0));
      return (candidates.find(({ id }) => id === holder) ?? fewest!).address;
    },

    async assertHeld(language) {
      if ((await assertLanguage(language)) > 0) return;
      throw new ApiError(
        'INTERVIEWS_NOT_AVAILABLE',
        'This installation holds no live interviews at present, so nobody is invited to one. Ask whoever runs it to start the live process.',
        { retryAfterSeconds: limits.interview.readyRetrySeconds },
      );
    },

    async assertLanguage(language) {
      await assertLanguage(language);
    },

    async whyNotIn(language) {
      return (await lookFor(language)).refusal?.message ?? null;
    },
  };
}

const missingFor = (language: string, heard: HeardLanguages | null): string => {
  if (!heard) return 'no recogniser or no voice for them. Ask whoever runs it to install what is missing.';
  return heard.available.includes(language)
    ? 'no voice that speaks it. Ask whoever runs it to connect a speech server that does (TTS_HTTP_URL), or to look at "assay doctor"; where the language was installed just now, interviews under way have to end first.'
    : 'no recogniser that knows it. Ask whoever runs it to install one.';
};

/** Seen lately, the newest first: one that was replaced may be listed a while longer. */
const living = (db: Db, clock: Clock) =>
  db
    .selectFrom('live_processes')
    .select(['id', 'address', 'languages', 'heartbeat_at'])
    .where('heartbeat_at', '>', isoTime(clock.now() - limits.interview.liveSeenMs))
    .orderBy('started_at', 'desc')
    .execute();
