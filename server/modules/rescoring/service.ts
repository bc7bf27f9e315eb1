import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import { ApiError } from '../../errors.ts';
import { type Clock, isoTime } from '../../time.ts';
import type { AuditRecorder } from '../audit/types.ts';
import type { Run, RunsService } from '../runs/types.ts';
import { speechRuns } from '../speech/run-type.ts';
import * as rows from './repository.ts';
import type { RescoreQueue, RescoringService, WhenRescored } from './types.ts';

const stuck = {
  code: 'STUCK_TIMEOUT',
  message: 'Scoring it again stopped several times without getting to its end. The earlier result stays.',
} as const;

/** Notes in the audit log that a result was replaced, in the transaction that replaces it. */
export const recordRescoring =
  (audit: AuditRecorder): WhenRescored =>
  (trx, { id, runId, clientId, speaker }) =>
    audit.record(trx, {
      actor: { kind: 'system', id: 'rescoring', name: 'Rescoring' },
      action: 'run.rescored',
      clientId,
      target: `run:${runId}`,
      details: { speaker, rescoringId: id },
      ipAddress: null,
    });

const notNow = (message: string) => new ApiError('NOT_POSSIBLE_NOW', message);

/** Scoring a run again for another candidate, without hearing the recording again. */
export function createRescoringService({
  db,
  clock,
  runs,
  newId,
  whenRescored,
}: {
  db: Db;
  clock: Clock;
  runs: Pick<RunsService, 'find'>;
  newId: () => string;
  whenRescored?: WhenRescored;
}): RescoringService & { queue: RescoreQueue } {
  const now = () => isoTime(clock.now());
  const leaseUntil = () => isoTime(clock.now() + limits.lease.leaseMs);
  const maxTries = limits.lease.maxLapsesPerStep;

  return {
    async request({ clientId, runId, speaker, userId, obstacle }) {
      const run = await runs.find({ clientId, runId });
      if (!run) throw new ApiError('NOT_FOUND', `There is no run "${runId}".`);
      const reason = await obstacle(run);
      if (reason !== null) throw notNow(reason);
      requireOtherSpeaker(run, speaker);
      return transaction(db, async (trx) => {
        // Whoever asks for a deletion holds the same lock: either it sees this request, or this sees it.
        await lockClient(trx, clientId);
        if (await rows.isBeingDeleted(trx, runId)) throw notNow('This run is being deleted.');
        const rescore = { id: newId(), runId, clientId, speaker, createdAt: now(), requestedBy: userId };
        if (!(await rows.insertRescore(trx, rescore))) {
          throw notNow('This run is being scored again already; wait until that is done.');
        }
        return (await rows.newestRescore(trx, runId))!;
      });
    },

    newest: (runId) => rows.newestRescore(db, runId),

    versions: (runId) => rows.versionsOf(db, runId),

    queue: {
      async claim(workerId) {
        const lease = { workerId, nowIso: now(), leaseUntil: leaseUntil(), maxTries };
        const rescore = await rows.leaseNextRescore(db, lease);
        if (!rescore) return undefined;
        const run = await runs.find({ clientId: rescore.clientId, runId: rescore.runId });
        return run && { rescore, run };
      },

      heartbeat: (rescoreId, workerId, progress) =>
        rows.renewRescoreLease(db, { rescoreId, workerId, leaseUntil: leaseUntil() }, progress),

      finish: (rescore, workerId, settlement) =>
        transaction(db, async (trx) => {
          const { id: rescoreId, runId } = rescore;
          const end = { rescoreId, workerId, finishedAt: now() };
          const ended = await rows.endRescore(trx, end, settlement.error);
          if (!ended) return false;
          if (settlement.error) return true;
          const replaced = { runId, replacedAt: now(), replacedBy: ended.requestedBy };
          await rows.replaceResult(trx, replaced, settlement);
          await whenRescored?.(trx, rescore);
          return true;
        }),

      release: (rescoreId, workerId) => rows.giveUpRescoreLease(db, rescoreId, workerId),

      giveUpStuck: () => rows.endStuckRescores(db, { nowIso: now(), maxTries }, stuck),

      openAmong: (ids) => rows.openRescoresAmong(db, ids),
    },
  };
}

function requireOtherSpeaker(run: Run, speaker: string): void {
  if (!speechRuns.is(run) || !run.result) throw notNow('Only a run with a result can be scored again.');
  const { candidateDetection, transcript } = run.result;
  const refusal = (message: string) =>
    new ApiError('INVALID_INPUT', message, { details: { fields: { speaker: message } } });
  if (!transcript.speakers.some(({ id }) => id === speaker)) {
    throw refusal(`Nobody in this recording is called "${speaker}".`);
  }
  if (candidateDetection?.speaker === speaker) throw refusal('This speaker is the candidate already.');
}
