import { randomUUID } from 'node:crypto';
import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { ApiError } from '../../errors.ts';
import type { BlobStore } from '../../storage/port.ts';
import type { IdentityService } from '../identity/types.ts';
import { runOf } from '../runs/queries.ts';
import type { SpeechService } from '../speech/types.ts';
import { type InterviewRun, interviewRuns, recordingKey } from './run-type.ts';
import * as rows from './session-repository.ts';
import type { InterviewAnalysis } from './types.ts';

const { silenceThresholdDb, minSilenceMs, keepSilenceMs } = limits.cutSettings;
const cutSettings = {
  silenceThresholdDb: silenceThresholdDb.default,
  minSilenceMs: minSilenceMs.default,
  keepSilenceMs: keepSilenceMs.default,
};

/** Has completed interviews analysed by the speech module whose persona says so; see `InterviewAnalysis`. */
export function createInterviewAnalysis({
  db,
  blobs,
  speech,
  identity,
}: {
  db: Db;
  blobs: Pick<BlobStore, 'open'>;
  speech: Pick<SpeechService, 'submit' | 'storeUpload'>;
  identity: Pick<IdentityService, 'findClient'>;
}): InterviewAnalysis {
  const submit = async (session: InterviewRun): Promise<void> => {
    const client = await identity.findClient(session.clientId);
    const recording = await blobs.open(recordingKey(session.id));
    const turns = session.result?.transcript?.turns;
    if (!client || !recording || !turns) {
      await rows.refuseAnalysis(db, session.id, 'The recording is no longer kept.');
      return;
    }
    const runId = randomUUID();
    await speech.storeUpload(runId, recording.stream());
    await speech.submit({
      caller: { client, key: null },
      projectId: session.projectId,
      runId,
      fileName: 'interview.wav',
      language: session.input.language,
      externalId: session.externalId,
      metadata: session.metadata,
      tags: session.tags,
      cutSettings,
      includeCutAudio: false,
      analysis: true,
      slowTurns: (await rows.findSession(db, session.id))?.slowTurns ?? 0,
      heldTurns: turns.map(({ speaker, startMs, endMs }) => ({ speaker, startMs, endMs })),
      holdKey: (trx) => rows.keepAnalysis(trx, session.id, runId),
    });
  };

  return {
    async submitWanted() {
      const submitted: string[] = [];
      for (const sessionId of await rows.wantAnalysis(db)) {
        const session = await runOf(db, sessionId);
        if (!session) continue;
        try {
          await submit(interviewRuns.of(session));
          submitted.push(sessionId);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          // Too short, a language that is not heard, no credits: a person has to decide.
          await rows.refuseAnalysis(db, sessionId, error.message);
        }
      }
      return submitted;
    },
  };
}
