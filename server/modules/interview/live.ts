import { limits } from '../../config/limits.ts';
import { transaction } from '../../db/transaction.ts';
import { isoTime } from '../../time.ts';
import { runOf } from '../runs/queries.ts';
import { createLiveEndings } from './live-ending.ts';
import { type LiveDeps, leaseUntil } from './live-lock.ts';
import { createLiveSessions } from './live-session.ts';
import type { LiveInterviews, LiveSession } from './live-types.ts';
import { createLiveVisits } from './live-visits.ts';
import { interviewRuns } from './run-type.ts';
import * as rows from './session-repository.ts';
import { sessionStateOf } from './session-state.ts';
import { createTrialLinks } from './trials.ts';

/**
 * Everything that the holder of a conversation does to a session. Each change is one transaction under the client's lock, the
 * one order of locks everywhere; each relies on the state it finds there.
 */
export function createLiveInterviews(deps: LiveDeps): LiveInterviews {
  const { db, clock, processId } = deps;
  const sessions = createLiveSessions(deps);
  const now = () => isoTime(clock.now());
  const trials = createTrialLinks(deps.keyPepper);
  return {
    ...createLiveVisits(deps, sessions),
    ...createLiveEndings(deps),

    async trial(token) {
      const trial = trials.read(token);
      if (!trial) return null;
      if (trial.expiresAtMs <= clock.now()) return { refusal: 'LINK_EXPIRED' };
      return (await sessions.trialSession(trial)) ?? { refusal: 'LINK_INVALID' };
    },

    keepAlive: (sessionId) =>
      rows.sessionLeases.renew(db, { key: sessionId, owner: processId }, leaseUntil(deps)),

    note: (sessionId, events) =>
      transaction(db, async (trx) => {
        // The renewal also locks the session's row: events of two calls get numbers of their own.
        const isOurs = await rows.sessionLeases.renew(
          trx,
          { key: sessionId, owner: processId },
          leaseUntil(deps),
        );
        if (!isOurs) return false;
        const at = now();
        const complete = events.map((event) => ({ at, ...event }));
        await rows.appendEvents(trx, sessionId, complete, limits.interview.maxEvents);
        return true;
      }),

    async recover(dead = []) {
      for (const held of await rows.sessionLeases.held(db)) {
        if (dead.includes(held.owner)) await rows.sessionLeases.free(db, held);
      }
      const recovered: LiveSession[] = [];
      for (;;) {
        const own = { owner: processId, nowIso: now(), untilIso: leaseUntil(deps) };
        const runId = await rows.leaseForsaken(db, own);
        if (runId === undefined) return recovered;
        recovered.push(await sessions.liveSession(runId));
      }
    },

    async letGo(sessionId) {
      await rows.sessionLeases.release(db, { key: sessionId, owner: processId });
    },

    async isUnderWay(sessionId) {
      const run = await runOf(db, sessionId);
      return run !== undefined && sessionStateOf(interviewRuns.of(run)) === 'active';
    },
  };
}
