import type { Db } from '../../db/db.ts';
import { ApiError } from '../../errors.ts';
import type { AuditRecorder } from '../audit/types.ts';
import type { RunsService, WhenEnded } from '../runs/types.ts';
import * as rows from './rescoring-repository.ts';
import { type RescoringRun, rescoringRuns, type SpeechRun, speechRuns } from './run-type.ts';
import type { Rescore, RescoringService } from './types.ts';

/**
 * Puts the result of a rescoring in the place of its run's, in the transaction that ends it. One that failed leaves the run as it is.
 * How it ended is noted in the audit log either way.
 */
export const createResultReplacer =
  (audit?: AuditRecorder): WhenEnded =>
  async (trx, ended, settlement) => {
    const { id, clientId, finishedAt, input } = rescoringRuns.of(ended);
    const { runId, speaker, requestedBy } = input;
    const failed = settlement.status === 'failed';
    if (!failed) {
      await rows.replaceResult(trx, { runId, replacedAt: finishedAt!, replacedBy: requestedBy }, settlement);
    }
    await audit?.record(trx, {
      actor: { kind: 'system', id: 'rescoring', name: 'Rescoring' },
      action: failed ? 'run.rescoring-failed' : 'run.rescored',
      clientId,
      target: `run:${runId}`,
      details: {
        speaker,
        rescoringId: id,
        outcome: failed ? 'failed' : 'succeeded',
        ...(settlement.error && { code: settlement.error.code }),
      },
      ipAddress: null,
    });
  };

const notNow = (message: string) => new ApiError('NOT_POSSIBLE_NOW', message);

/** Scoring a run again for another candidate, without hearing the recording again. */
export function createRescoringService({
  db,
  runs,
  newId,
}: {
  db: Db;
  runs: Pick<RunsService, 'find' | 'submit' | 'newestPart'>;
  newId: () => string;
}): RescoringService {
  return {
    async request({ clientId, runId, speaker, userId, obstacle }) {
      const run = await runs.find({ clientId, runId });
      if (!run) throw new ApiError('NOT_FOUND', `There is no run "${runId}".`);
      const reason = await obstacle(run);
      if (reason !== null) throw notNow(reason);
      if (!speechRuns.is(run) || !run.result) throw notNow('Only a run with a result can be scored again.');
      requireOtherSpeaker(run.result, speaker);
      const asked = await runs.submit(rescoringOf(run, { id: newId(), speaker, userId }), async (trx) => {
        // The deletion service holds the same lock: either it sees this request, or this sees the deletion.
        if (await rows.isBeingDeleted(trx, runId)) throw notNow('This run is being deleted.');
        const earlier = await runs.newestPart(runId, trx);
        if (earlier && earlier.finishedAt === null) {
          throw notNow('This run is being scored again already; wait until that is done.');
        }
        return {};
      });
      return presented(rescoringRuns.of(asked.run));
    },

    async newest(runId) {
      const part = await runs.newestPart(runId);
      return part && presented(rescoringRuns.of(part));
    },

    versions: (runId) => rows.versionsOf(db, runId),
  };
}

/** With all that it needs of the run but the file's name, which people choose after candidates. */
function rescoringOf(
  { id: runId, clientId, audioDurationMs, language, input }: SpeechRun,
  { id, speaker, userId }: { id: string; speaker: string; userId: string },
) {
  const { fileName: _, ...recording } = input;
  const own: RescoringRun['input'] = { ...recording, runId, speaker, requestedBy: userId };
  return {
    id,
    serviceType: rescoringRuns.name,
    partOf: runId,
    clientId,
    projectId: null,
    apiKeyId: null,
    externalId: null,
    playground: false,
    metadata: {},
    tags: [],
    input: own,
    audioDurationMs,
    language,
    // The run was paid for when it was first scored.
    costCredits: 0,
  };
}

const presented = ({ id, clientId, input, status, createdAt, finishedAt, error }: RescoringRun): Rescore => ({
  id,
  runId: input.runId,
  clientId,
  speaker: input.speaker,
  status: finishedAt === null ? 'open' : status === 'failed' ? 'failed' : 'done',
  createdAt,
  finishedAt,
  error,
});

function requireOtherSpeaker(
  { candidateDetection, transcript }: NonNullable<SpeechRun['result']>,
  speaker: string,
): void {
  const refusal = (message: string) =>
    new ApiError('INVALID_INPUT', message, { details: { fields: { speaker: message } } });
  if (!transcript.speakers.some(({ id }) => id === speaker)) {
    throw refusal(`Nobody in this recording is called "${speaker}".`);
  }
  if (candidateDetection?.speaker === speaker) throw refusal('This speaker is the candidate already.');
}
