import { createReadStream } from 'node:fs';
import type { Kysely } from 'kysely';
import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import type { Tables } from '../../db/tables.ts';
import { transaction } from '../../db/transaction.ts';
import { ApiError, type InterviewFailureCode } from '../../errors.ts';
import type { BlobStore } from '../../storage/port.ts';
import { type Clock, isoTime, minutes } from '../../time.ts';
import type { CreditsService } from '../credits/types.ts';
import { addToFailed, beginRun, countActive, reopenRun, runOf } from '../runs/queries.ts';
import type { RunQueue, Settlement } from '../runs/types.ts';
import { hashOfSecret } from './link.ts';
import { createLiveSessions, type LiveSessionDeps } from './live-session.ts';
import type { DeadLink, LiveInterviews, LiveSession, Outcome, Refused, Visitor } from './live-types.ts';
import { findPersona } from './persona-repository.ts';
import { type InterviewRun, interviewRuns, recordingKey } from './run-type.ts';
import { interviewCharge } from './service.ts';
import * as rows from './session-repository.ts';
import { runStatusOf, sessionStateOf, stateAfter } from './session-state.ts';
import type { InterviewResult, InterviewSummary } from './stored.ts';

const { lease, settlingMs, maxEvents } = limits.interview;

export interface LiveDeps extends LiveSessionDeps {
  db: Kysely<Tables>;
  blobs: Pick<BlobStore, 'put'>;
  queue: Pick<RunQueue, 'end'>;
  credits: Pick<CreditsService, 'hold'>;
  clock: Clock;
  /** Of the process that holds interviews; in leases. */
  processId: string;
}

/** A session under its client's lock: nothing of it changes until the transaction ends, but its lease. */
interface Locked {
  session: rows.SessionRow;
  run: InterviewRun;
  isClientActive: boolean;
  maxConcurrentRuns: number;
}

/**
 * Everything that the holder of a conversation does to a session. Each change is one transaction under the client's lock, the
 * one order of locks everywhere; each relies on the state it finds there.
 */
export function createLiveInterviews(deps: LiveDeps): LiveInterviews {
  const { db, blobs, queue, credits, identity, clock, processId } = deps;
  const { invitationOf, liveSession } = createLiveSessions(deps);
  const now = () => isoTime(clock.now());
  const leaseUntil = () => isoTime(clock.now() + lease.leaseMs);

  async function lock(
    trx: Db,
    { clientId, runId }: { clientId: string; runId: string },
  ): Promise<Locked | undefined> {
    const { isActive: isClientActive, maxConcurrentRuns } = await lockClient(trx, clientId);
    const session = await rows.findSession(trx, runId);
    const run = session && (await runOf(trx, runId));
    return run && { session, run: interviewRuns.of(run), isClientActive, maxConcurrentRuns };
  }

  /** The same by the session's id alone. */
  async function withSession<Answer>(
    runId: string,
    work: (trx: Db, locked: Locked) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const known = await rows.findSession(db, runId);
    if (!known) return undefined;
    return transaction(db, async (trx) => {
      const locked = await lock(trx, known);
      return locked && work(trx, locked);
    });
  }

  /** Whoever comes with a link, at every step they take. @param bind whether nobody else can take it from here on */
  async function asVisitor<Answer>(
    { token, device }: Visitor,
    work: (trx: Db, locked: Locked, bind: () => Promise<void>) => Promise<Answer>,
  ): Promise<Answer | DeadLink> {
    const known = await rows.findByToken(db, hashOfSecret(token));
    if (!known) return { refusal: 'LINK_INVALID' };
    const deviceHash = hashOfSecret(device);
    return transaction(db, async (trx): Promise<Answer | DeadLink> => {
      const locked = await lock(trx, known);
      // Invited anew, or deleted, since it was looked up.
      if (!locked || locked.session.linkNumber !== known.linkNumber) return { refusal: 'LINK_INVALID' };
      const { session, run } = locked;
      const refusal = linkRefusal(session, run, locked.isClientActive);
      if (refusal) return refusal;
      if (session.deviceHash !== null && session.deviceHash !== deviceHash) return { refusal: 'LINK_USED' };
      return work(trx, locked, async () => {
        if (session.deviceHash === null) await rows.bindDevice(trx, run.id, deviceHash);
      });
    });
  }

  /** Why a link leads nowhere any more, whoever opens it; undefined while it leads somewhere. */
  function linkRefusal(
    { linkExpiresAt }: rows.SessionRow,
    run: InterviewRun,
    isClientActive: boolean,
  ): DeadLink | undefined {
    const state = sessionStateOf(run);
    if (state === 'completed' || state === 'failed') return { refusal: 'LINK_USED' };
    if (!isClientActive) return { refusal: 'LINK_INVALID' };
    // An interview under way goes on when its link expires.
    if (state === 'initiated' && linkExpiresAt <= now()) return { refusal: 'LINK_EXPIRED' };
    return undefined;
  }

  const isFull = async (trx: Db, { run, maxConcurrentRuns }: Locked): Promise<boolean> =>
    (await countActive(trx, run)) >= maxConcurrentRuns;

  const holds = ({ session }: Locked): boolean => session.leaseOwner === processId;

  /** Ends an active session; the caller has looked who may. */
  async function end(
    trx: Db,
    { run, session }: Locked,
    move: 'complete' | 'fail',
    { outcome, error }: { outcome: Outcome | undefined; error: Settlement['error'] },
  ): Promise<boolean> {
    const to = stateAfter(move, sessionStateOf(run));
    if (to === undefined) return false;
    const { result, summary, durationMs, left } = leftOf(outcome);
    const hasEnded = await queue.end(
      trx,
      { ...run, audioDurationMs: durationMs },
      {
        status: runStatusOf[to] as Settlement['status'],
        charge: move === 'complete' ? interviewCharge(run.input, outcome!.durationSec) : 0,
        error,
        result,
        summary,
      },
    );
    if (!hasEnded) return false;
    const persona = await findPersona(trx, run.clientId, run.input.personaId);
    // What a candidate was told will not be done is not done, whatever the persona says by now.
    const isToldNot = session.consent?.notice?.isScored === false;
    const analyse = move === 'complete' && left.hasRecording && persona!.analyse && !isToldNot;
    await rows.setEnded(trx, run.id, { ...left, analyse, slowTurns: outcome?.slowTurns ?? 0 });
    return true;
  }

  async function storeRecording(sessionId: string, outcome: Outcome | undefined): Promise<void> {
    const path = outcome?.recordingPath ?? null;
    if (path !== null) await blobs.put(recordingKey(sessionId), createReadStream(path));
  }

  /** The file first: what is cut off after that is done again, over the same file. */
  async function finish(
    sessionId: string,
    move: 'complete' | 'fail',
    outcome: Outcome | undefined,
    error: Settlement['error'],
  ): Promise<boolean> {
    const owner = { key: sessionId, owner: processId };
    if (!(await rows.sessionLeases.renew(db, owner, leaseUntil()))) return false;
    await storeRecording(sessionId, outcome);
    const isDone = await withSession(sessionId, async (trx, locked) =>
      holds(locked) ? end(trx, locked, move, { outcome, error }) : false,
    );
    return isDone ?? false;
  }

  const timedOut = (code: InterviewFailureCode): Settlement['error'] => ({
    code,
    message: 'The interview did not come to its end within its time.',
  });

  return {
    async look(token) {
      const session = await rows.findByToken(db, hashOfSecret(token));
      const run = session && (await runOf(db, session.runId));
      if (!run) return { refusal: 'LINK_INVALID' };
      const own = interviewRuns.of(run);
      const client = await identity.findClient(own.clientId);
      return linkRefusal(session, own, client?.active ?? false) ?? invitationOf({ session, run: own });
    },

    async admit(visitor) {
      const admitted = await asVisitor(visitor, async (trx, locked): Promise<Refused | string> => {
        const { session, run } = locked;
        if (sessionStateOf(run) === 'active') {
          const isOthers = !holds(locked) && session.leaseUntil !== null && session.leaseUntil >= now();
          if (isOthers) return { refusal: 'CAPACITY_REACHED', because: 'another process' };
          await rows.takeLease(trx, run.id, { owner: processId, until: leaseUntil() });
          return run.id;
        }
        if (session.openedAt === null) await rows.noteOpened(trx, run.id, now());
        if (await isFull(trx, locked)) return { refusal: 'CAPACITY_REACHED', because: 'too many interviews' };
        return run.id;
      });
      return typeof admitted === 'string' ? liveSession(admitted) : admitted;
    },

    consent: (visitor, notice) =>
      asVisitor(visitor, async (trx, { session, run }, bind): Promise<DeadLink | undefined> => {
        if (sessionStateOf(run) !== 'initiated') return { refusal: 'LINK_USED' };
        await bind();
        if (session.consent) return undefined;
        await rows.keepConsent(trx, run.id, { at: now(), language: notice.language, notice });
        return undefined;
      }),

    decline: (visitor) =>
      asVisitor(visitor, async (trx, { run }): Promise<DeadLink | undefined> => {
        if (sessionStateOf(run) !== 'initiated') return { refusal: 'LINK_USED' };
        await rows.noteDeclined(trx, run.id, now());
        return undefined;
      }),

    async begin(visitor) {
      const begun = await asVisitor(
        visitor,
        async (
          trx,
          locked,
          bind,
        ): Promise<Refused<'LINK_USED' | 'CAPACITY_REACHED' | 'CONSENT_MISSING'> | string> => {
          const { session, run } = locked;
          if (stateAfter('begin', sessionStateOf(run)) === undefined) return { refusal: 'LINK_USED' };
          if (run.input.consentMode === 'explicit' && !session.consent) {
            return { refusal: 'CONSENT_MISSING' };
          }
          if (await isFull(trx, locked)) {
            return { refusal: 'CAPACITY_REACHED', because: 'too many interviews' };
          }
          try {
            await credits.hold(trx, { clientId: run.clientId, runId: run.id, amount: run.costCredits });
          } catch (error) {
            const isShort = error instanceof ApiError && error.code === 'INSUFFICIENT_CREDITS';
            if (isShort) return { refusal: 'CAPACITY_REACHED', because: 'credits' };
            throw error;
          }
          const startedAtMs = clock.now();
          if (!(await beginRun(trx, run.id, isoTime(startedAtMs)))) {
            throw new Error(`Interview ${run.id} is not as it was.`);
          }
          await bind();
          await rows.setActive(trx, run.id, {
            endsBy: isoTime(startedAtMs + minutes(run.input.maxMinutes)),
            owner: processId,
            leaseUntil: leaseUntil(),
          });
          return run.id;
        },
      );
      return typeof begun === 'string' ? liveSession(begun) : begun;
    },

    keepAlive: (sessionId) =>
      rows.sessionLeases.renew(db, { key: sessionId, owner: processId }, leaseUntil()),

    note: (sessionId, events) =>
      transaction(db, async (trx) => {
        // The renewal also locks the session's row: events of two calls get numbers of their own.
        const isOurs = await rows.sessionLeases.renew(
          trx,
          { key: sessionId, owner: processId },
          leaseUntil(),
        );
        if (!isOurs) return false;
        const at = now();
        const complete = events.map((event) => ({ at, ...event }));
        await rows.appendEvents(trx, sessionId, complete, maxEvents);
        return true;
      }),

    complete: (sessionId, outcome) => finish(sessionId, 'complete', outcome, null),

    fail: (sessionId, error, outcome) => finish(sessionId, 'fail', outcome, error),

    async startOver(sessionId, because) {
      const isWaiting = await withSession(sessionId, async (trx, locked) => {
        if (!holds(locked) || stateAfter('startOver', sessionStateOf(locked.run)) === undefined) return false;
        const error: Settlement['error'] = { code: 'CANDIDATE_LEFT', message: 'It is begun again.' };
        const hasEnded = await end(trx, locked, 'fail', { outcome: undefined, error });
        if (!hasEnded || !(await reopenRun(trx, sessionId))) {
          throw new Error(`Interview ${sessionId} is not as it was.`);
        }
        await rows.waitAgain(trx, sessionId);
        const event = { kind: 'started-over', at: now(), data: { because } };
        await rows.appendEvents(trx, sessionId, [event], maxEvents);
        return true;
      });
      return isWaiting ?? false;
    },

    async recover(dead = []) {
      for (const held of await rows.sessionLeases.held(db)) {
        if (dead.includes(held.owner)) await rows.sessionLeases.free(db, held);
      }
      const recovered: LiveSession[] = [];
      for (;;) {
        const own = { owner: processId, nowIso: now(), untilIso: leaseUntil() };
        const runId = await rows.leaseForsaken(db, own);
        if (runId === undefined) return recovered;
        recovered.push(await liveSession(runId));
      }
    },

    async keepLate(sessionId, outcome) {
      const hasNothing = ({ session, run }: Locked) =>
        sessionStateOf(run) === 'failed' && !session.hasRecording && !session.hasTranscript;
      if (!(await withSession(sessionId, async (_, locked) => hasNothing(locked)))) return false;
      await storeRecording(sessionId, outcome);
      const isKept = await withSession(sessionId, async (trx, locked) => {
        if (!hasNothing(locked)) return false;
        const { result, summary, durationMs, left } = leftOf(outcome);
        await addToFailed(trx, sessionId, { result, summary, audioDurationMs: durationMs ?? 0 });
        await rows.setEnded(trx, sessionId, left);
        return true;
      });
      return isKept ?? false;
    },

    async letGo(sessionId) {
      await rows.sessionLeases.release(db, { key: sessionId, owner: processId });
    },

    async isUnderWay(sessionId) {
      const run = await runOf(db, sessionId);
      return run !== undefined && sessionStateOf(interviewRuns.of(run)) === 'active';
    },

    async timeOut() {
      const look = () => ({ nowIso: now(), settledIso: isoTime(clock.now() - settlingMs) });
      const ended: string[] = [];
      for (const { runId } of await rows.overdue(db, look())) {
        const isEnded = await withSession(runId, async (trx, locked) => {
          const isStill = (await rows.overdue(trx, look())).some((one) => one.runId === runId);
          if (!isStill) return false;
          return end(trx, locked, 'fail', { outcome: undefined, error: timedOut('SESSION_TIMEOUT') });
        });
        if (isEnded) ended.push(runId);
      }
      return ended;
    },
  };
}

/** What is stored of an interview, and of which kinds there is something. */
function leftOf(outcome: Outcome | undefined): {
  result: InterviewResult;
  summary: InterviewSummary;
  durationMs: number | null;
  left: { hasRecording: boolean; hasTranscript: boolean };
} {
  const { transcript = null, recordingPath = null } = outcome ?? {};
  const candidateTurns = transcript?.turns.filter(({ speaker }) => speaker === 'candidate').length ?? 0;
  return {
    result: { transcript },
    summary: { candidateTurns },
    durationMs: outcome ? Math.max(0, Math.round(outcome.durationSec * 1000)) : null,
    left: { hasRecording: recordingPath !== null, hasTranscript: transcript !== null },
  };
}
