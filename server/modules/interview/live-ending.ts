import { createReadStream } from 'node:fs';
import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { isoTime } from '../../time.ts';
import { addToFailed, reopenRun } from '../runs/queries.ts';
import type { Settlement } from '../runs/types.ts';
import { holds, type LiveDeps, type Locked, leaseUntil, withSession } from './live-lock.ts';
import type { LiveInterviews, Outcome } from './live-types.ts';
import { findPersona } from './persona-repository.ts';
import { recordingKey } from './run-type.ts';
import { interviewCharge } from './service.ts';
import * as rows from './session-repository.ts';
import { runStatusOf, sessionStateOf, stateAfter } from './session-state.ts';
import type { InterviewResult, InterviewSummary } from './stored.ts';

const { settlingMs, maxEvents } = limits.interview;

const timedOut: Settlement['error'] = {
  code: 'SESSION_TIMEOUT',
  message: 'The interview did not come to its end within its time.',
};

/** How an interview ends. */
export function createLiveEndings(
  deps: LiveDeps,
): Pick<LiveInterviews, 'complete' | 'fail' | 'startOver' | 'keepLate' | 'timeOut'> {
  return {
    complete: (sessionId, outcome) => finish(deps, sessionId, 'complete', outcome, null),

    fail: (sessionId, error, outcome) => finish(deps, sessionId, 'fail', outcome, error),

    async startOver(sessionId, because) {
      const isWaiting = await withSession(deps, sessionId, async (trx, locked) => {
        if (!holds(deps, locked) || stateAfter('startOver', sessionStateOf(locked.run)) === undefined)
          return false;
        const error: Settlement['error'] = { code: 'CANDIDATE_LEFT', message: 'It is begun again.' };
        const hasEnded = await end(deps, trx, locked, 'fail', { outcome: undefined, error });
        if (!hasEnded || !(await reopenRun(trx, sessionId))) {
          throw new Error(`Interview ${sessionId} is not as it was.`);
        }
        await rows.waitAgain(trx, sessionId);
        const event = { kind: 'started-over', at: isoTime(deps.clock.now()), data: { because } };
        await rows.appendEvents(trx, sessionId, [event], maxEvents);
        return true;
      });
      return isWaiting ?? false;
    },

    async keepLate(sessionId, outcome) {
      const hasNothing = ({ session, run }: Locked) =>
        sessionStateOf(run) === 'failed' && !session.hasRecording && !session.hasTranscript;
      if (!(await withSession(deps, sessionId, async (_, locked) => hasNothing(locked)))) return false;
      await storeRecording(deps, sessionId, outcome);
      const isKept = await withSession(deps, sessionId, async (trx, locked) => {
        if (!hasNothing(locked)) return false;
        const { result, summary, durationMs, left } = leftOf(outcome);
        await addToFailed(trx, sessionId, { result, summary, audioDurationMs: durationMs ?? 0 });
        await rows.setEnded(trx, sessionId, left);
        return true;
      });
      return isKept ?? false;
    },

    async timeOut() {
      const look = () => {
        const nowMs = deps.clock.now();
        return { nowIso: isoTime(nowMs), settledIso: isoTime(nowMs - settlingMs) };
      };
      const ended: string[] = [];
      for (const { runId } of await rows.overdue(deps.db, look())) {
        const isEnded = await withSession(deps, runId, async (trx, locked) => {
          const isStill = (await rows.overdue(trx, look())).some((one) => one.runId === runId);
          if (!isStill) return false;
          return end(deps, trx, locked, 'fail', { outcome: undefined, error: timedOut });
        });
        if (isEnded) ended.push(runId);
      }
      return ended;
    },
  };
}

/** Ends an active session; the caller has looked who may. */
async function end(
  { queue }: Pick<LiveDeps, 'queue'>,
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

async function storeRecording(
  { blobs }: Pick<LiveDeps, 'blobs'>,
  sessionId: string,
  outcome: Outcome | undefined,
): Promise<void> {
  const path = outcome?.recordingPath ?? null;
  if (path !== null) await blobs.put(recordingKey(sessionId), createReadStream(path));
}

/** The file first: what is cut off after that is done again, over the same file. */
async function finish(
  deps: LiveDeps,
  sessionId: string,
  move: 'complete' | 'fail',
  outcome: Outcome | undefined,
  error: Settlement['error'],
): Promise<boolean> {
  const owner = { key: sessionId, owner: deps.processId };
  if (!(await rows.sessionLeases.renew(deps.db, owner, leaseUntil(deps)))) return false;
  await storeRecording(deps, sessionId, outcome);
  const isDone = await withSession(deps, sessionId, async (trx, locked) =>
    holds(deps, locked) ? end(deps, trx, locked, move, { outcome, error }) : false,
  );
  return isDone ?? false;
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
