import type { Db } from '../../db/db.ts';
import { ApiError } from '../../errors.ts';
import { isoTime, minutes } from '../../time.ts';
import { beginRun, countActive, runOf } from '../runs/queries.ts';
import { hashOfSecret } from './link.ts';
import { asVisitor, holds, type LiveDeps, type Locked, leaseUntil, linkRefusal } from './live-lock.ts';
import type { createLiveSessions } from './live-session.ts';
import type { DeadLink, LiveInterviews, Refused } from './live-types.ts';
import { interviewRuns } from './run-type.ts';
import * as rows from './session-repository.ts';
import { sessionStateOf, stateAfter } from './session-state.ts';

/** What candidates do who come with a link. */
export function createLiveVisits(
  deps: LiveDeps,
  { invitationOf, liveSession }: ReturnType<typeof createLiveSessions>,
): Pick<LiveInterviews, 'look' | 'admit' | 'consent' | 'decline' | 'begin'> {
  const { db, identity, clock, processId } = deps;
  const now = () => isoTime(clock.now());
  return {
    async look(token) {
      const session = await rows.findByToken(db, hashOfSecret(token));
      const run = session && (await runOf(db, session.runId));
      if (!run) return { refusal: 'LINK_INVALID' };
      const own = interviewRuns.of(run);
      const client = await identity.findClient(own.clientId);
      return linkRefusal(session, own, client?.active ?? false, now()) ?? invitationOf({ session, run: own });
    },

    async admit(visitor) {
      const admitted = await asVisitor(deps, visitor, async (trx, locked): Promise<Refused | string> => {
        const { session, run } = locked;
        if (sessionStateOf(run) === 'active') {
          const isOthers = !holds(deps, locked) && session.leaseUntil !== null && session.leaseUntil >= now();
          if (isOthers) return { refusal: 'CAPACITY_REACHED', because: 'another process' };
          await rows.takeLease(trx, run.id, { owner: processId, until: leaseUntil(deps) });
          return run.id;
        }
        if (session.openedAt === null) await rows.noteOpened(trx, run.id, now());
        if (await isFull(trx, locked)) return { refusal: 'CAPACITY_REACHED', because: 'too many interviews' };
        return run.id;
      });
      return typeof admitted === 'string' ? liveSession(admitted) : admitted;
    },

    consent: (visitor, notice) =>
      asVisitor(deps, visitor, async (trx, { session, run }, bind): Promise<DeadLink | undefined> => {
        if (sessionStateOf(run) !== 'initiated') return { refusal: 'LINK_USED' };
        await bind();
        if (session.consent) return undefined;
        await rows.keepConsent(trx, run.id, { at: now(), language: notice.language, notice });
        return undefined;
      }),

    decline: (visitor) =>
      asVisitor(deps, visitor, async (trx, { run }): Promise<DeadLink | undefined> => {
        if (sessionStateOf(run) !== 'initiated') return { refusal: 'LINK_USED' };
        await rows.noteDeclined(trx, run.id, now());
        return undefined;
      }),

    async begin(visitor) {
      const begun = await asVisitor(deps, visitor, (trx, locked, bind) => begin(deps, trx, locked, bind));
      return typeof begun === 'string' ? liveSession(begun) : begun;
    },
  };
}

/** @returns the session's id where it has begun */
async function begin(
  deps: LiveDeps,
  trx: Db,
  locked: Locked,
  bind: () => Promise<void>,
): Promise<Refused<'LINK_USED' | 'CAPACITY_REACHED' | 'CONSENT_MISSING'> | string> {
  const { session, run } = locked;
  if (stateAfter('begin', sessionStateOf(run)) === undefined) return { refusal: 'LINK_USED' };
  if (run.input.consentMode === 'explicit' && !session.consent) return { refusal: 'CONSENT_MISSING' };
  if (await isFull(trx, locked)) return { refusal: 'CAPACITY_REACHED', because: 'too many interviews' };
  try {
    await deps.credits.hold(trx, { clientId: run.clientId, runId: run.id, amount: run.costCredits });
  } catch (error) {
    const isShort = error instanceof ApiError && error.code === 'INSUFFICIENT_CREDITS';
    if (isShort) return { refusal: 'CAPACITY_REACHED', because: 'credits' };
    throw error;
  }
  const startedAtMs = deps.clock.now();
  if (!(await beginRun(trx, run.id, isoTime(startedAtMs)))) {
    throw new Error(`Interview ${run.id} is not as it was.`);
  }
  await bind();
  await rows.setActive(trx, run.id, {
    endsBy: isoTime(startedAtMs + minutes(run.input.maxMinutes)),
    owner: deps.processId,
    leaseUntil: leaseUntil(deps),
  });
  return run.id;
}

const isFull = async (trx: Db, { run, maxConcurrentRuns }: Locked): Promise<boolean> =>
  (await countActive(trx, run)) >= maxConcurrentRuns;
