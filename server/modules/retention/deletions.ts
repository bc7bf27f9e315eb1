import { limits } from '../../config/limits.ts';
import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import { ApiError } from '../../errors.ts';
import { isoTime } from '../../time.ts';
import { wholeCandidate } from '../candidates/queries.ts';
import { runsWithCv } from '../runs/queries.ts';
import { candidatesNamed, forgetCandidates } from '../search/queries.ts';
import { deleteCandidateRecords, recordRowsUnder } from './candidate-records.ts';
import * as rows from './deletion-rows.ts';
import { createDeletionWorker, type DeletionWorkerDeps } from './deletion-worker.ts';
import { measureRunFiles } from './run-files.ts';
import { countRunRows } from './run-rows.ts';
import type { DeletionSubject, DeletionsService, DeletionWorker } from './types.ts';

/** Runs that a preview lists; it counts all. */
const LISTED = 50;
/** Runs whose files a preview looks at. */
const MEASURED = 500;

/** Deletes runs for good when a person asks for it, and certifies what was deleted. */
export function createDeletionsService(
  deps: DeletionWorkerDeps & { newId: () => string },
): DeletionsService & DeletionWorker {
  const { db, types, blobs, cvs, clock, newId } = deps;
  const now = () => isoTime(clock.now());

  const refuseNothing = (subject: DeletionSubject): never => {
    const field = { run: 'runId', externalId: 'externalId', metadata: 'value', candidate: 'candidateId' }[
      subject.kind
    ];
    const message = 'Nothing is stored under this, or all of it is being deleted already.';
    throw new ApiError('INVALID_INPUT', message, { details: { fields: { [field]: message } } });
  };

  return {
    ...createDeletionWorker(deps),

    async preview(clientId, subject) {
      const found = await rows.runsUnder(db, clientId, subject, limits.deletions.maxRuns);
      let files = 0;
      let sizeBytes = 0;
      let webhookMessages = 0;
      for (const run of found.slice(0, MEASURED)) {
        const measured = await measureRunFiles(blobs, types.of(run.service_type).folderOf(run.id));
        files += measured.files;
        sizeBytes += measured.sizeBytes;
        webhookMessages += (await countRunRows(db, { clientId, runId: run.id })).webhook_messages;
      }
      for (const { cvId, runs } of cvsOf(found)) {
        // It stays while a run that is not deleted needs it.
        const cv = (await runsWithCv(db, cvId)) === runs ? await cvs.find(cvId) : undefined;
        if (!cv?.hasFile) continue;
        files++;
        sizeBytes += cv.sizeBytes;
      }
      return {
        runs: found.slice(0, LISTED).map(({ id, service_type, created_at, status }) => ({
          id,
          serviceType: service_type,
          createdAt: created_at,
          status,
        })),
        count: found.length,
        underWay: found.filter(({ status, service_type: serviceType }) =>
          types.isUnderWay({ serviceType, status }),
        ).length,
        files,
        sizeBytes,
        webhookMessages,
        candidates: (await candidatesUnder(db, clientId, subject)).length,
        recordRows: await recordRowsUnder(
          db,
          clientId,
          subject,
          found.map(({ id }) => id),
        ),
      };
    },

    async request({ clientId, subject, note, by }) {
      if ([...note].length > limits.deletions.maxNoteChars || note.includes('\0')) {
        const message = `Must have at most ${limits.deletions.maxNoteChars} characters.`;
        throw new ApiError('INVALID_INPUT', `note: ${message}`, { details: { fields: { note: message } } });
      }
      const id = newId();
      await transaction(db, async (trx) => {
        await lockClient(trx, clientId);
        const found = await rows.runsUnder(trx, clientId, subject, limits.deletions.maxRuns);
        // They have no files and no worker is at them: they go at once.
        const candidates = await candidatesUnder(trx, clientId, subject);
        const records = await deleteCandidateRecords(
          trx,
          clientId,
          subject,
          found.map((run) => run.id),
        );
        if (found.length === 0 && candidates.length === 0 && records.rows === 0) refuseNothing(subject);
        await forgetCandidates(trx, candidates, now());
        const deletion = {
          id,
          clientId,
          subjectKind: subject.kind,
          subject: rows.subjectName(subject),
          note,
          requestedBy: by,
          createdAt: now(),
          candidateCount: candidates.length,
          recordRows: records.rows,
          candidate: records.candidate,
        };
        await rows.insertDeletion(
          trx,
          deletion,
          found.map((run) => run.id),
        );
      });
      return (await rows.findDeletion(db, id, clock.now()))!.deletion;
    },

    async list({ clientId, limit, offset, about }) {
      const filter = { clientId, offset, ...(about && { subject: rows.subjectName(about) }) };
      const found = await rows.listDeletions(db, { ...filter, limit: limit + 1 }, clock.now());
      return { deletions: found.slice(0, limit), hasMore: found.length > limit };
    },

    find: ({ clientId, deletionId }) => rows.findDeletion(db, deletionId, clock.now(), clientId),
  };
}

/** Entries of CV search: under an external id, or under those of a candidate and of their CVs. They are found by nothing else. */
async function candidatesUnder(db: Db, clientId: string, subject: DeletionSubject) {
  const whole = subject.kind === 'candidate' && (await wholeCandidate(db, { clientId, ...subject }));
  const externalIds =
    subject.kind === 'externalId'
      ? [subject.externalId]
      : whole
        ? [...whole.externalIds, ...whole.cvIds]
        : [];
  const found = [];
  for (const externalId of externalIds)
    if (!externalId.includes('\0')) found.push(...(await candidatesNamed(db, clientId, externalId)));
  return found;
}

/** The stored CVs of runs, and how many of the runs need each. */
function cvsOf(found: readonly rows.FoundRun[]): { cvId: string; runs: number }[] {
  const counts = new Map<string, number>();
  for (const { cv_id: cvId } of found) if (cvId !== null) counts.set(cvId, (counts.get(cvId) ?? 0) + 1);
  return [...counts].map(([cvId, runs]) => ({ cvId, runs }));
}
