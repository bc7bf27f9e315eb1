import type { Db } from '../../db/db.ts';
import {
  countRecordRows,
  deleteExternalId,
  deleteRecords,
  recordsByExternalId,
  wholeCandidate,
} from '../candidates/queries.ts';
import { deleteUntakenFiles, untakenFilesOf } from '../uploads/queries.ts';
import { hashedName } from './deletion-rows.ts';
import type { DeletedCandidate, DeletionNote, DeletionSubject } from './types.ts';

interface Deleted {
  rows: number;
  candidate: DeletedCandidate | null;
}

/** Rows of candidates' own records that a deletion would take. */
export async function recordRowsUnder(
  db: Db,
  clientId: string,
  subject: DeletionSubject,
  runIds: readonly string[],
): Promise<number> {
  if (subject.kind === 'candidate') {
    const whole = await wholeCandidate(db, { clientId, ...subject });
    if (!whole) return 0;
    const untaken = await untakenFilesOf(db, { clientId, names: whole.names });
    return (await countRecordRows(db, whole.recordIds)) + untaken.length;
  }
  if (subject.kind !== 'externalId') return 0;
  let rows = 0;
  for (const { recordId } of await recordsByExternalId(db, clientId, (id) => id === subject.externalId)) {
    const whole = await wholeCandidate(db, { clientId, candidateId: recordId });
    if (!whole) continue;
    const isAll =
      whole.externalIds.every((id) => id === subject.externalId) &&
      whole.runIds.every((runId) => runIds.includes(runId));
    rows += isAll ? await countRecordRows(db, whole.recordIds) : 1;
  }
  return rows;
}

/** What is written of a person goes at once when their deletion is asked for; their runs go as the worker gets to them. */
export async function deleteCandidateRecords(
  trx: Db,
  clientId: string,
  subject: DeletionSubject,
  runIds: readonly string[],
): Promise<Deleted> {
  if (subject.kind === 'externalId') {
    const isMeant = (id: string) => id === subject.externalId;
    const gone = await deleteExternalId(trx, clientId, { isMeant, runIds: new Set(runIds) });
    const candidate = { recordIds: gone.recordIds, externalIds: [hashedName(subject.externalId)] };
    return { rows: gone.rows, candidate: gone.rows > 0 ? candidate : null };
  }
  const whole = subject.kind === 'candidate' && (await wholeCandidate(trx, { clientId, ...subject }));
  if (!whole) return { rows: 0, candidate: null };
  // Uploads that were refused have no run, and are called after people.
  const untaken = await untakenFilesOf(trx, { clientId, names: whole.names });
  await deleteUntakenFiles(trx, untaken);
  const rows = (await deleteRecords(trx, clientId, whole.recordIds)) + untaken.length;
  const externalIds = whole.externalIds.map(hashedName);
  return { rows, candidate: { recordIds: whole.recordIds, externalIds } };
}

/** The same in a database that is older than the deletion: records by their ids, and whatever has one of the external ids. */
export async function deleteCandidateRecordsAgain(
  trx: Db,
  { clientId, subjectKind, subject, candidate, runIds }: DeletionNote,
): Promise<number> {
  const meant = new Set(candidate?.externalIds ?? (subjectKind === 'externalId' ? [subject] : []));
  const byId = await deleteRecords(trx, clientId, candidate?.recordIds ?? []);
  if (meant.size === 0) return byId;
  const isMeant = (externalId: string) => meant.has(hashedName(externalId));
  const gone = await deleteExternalId(trx, clientId, { isMeant, runIds: new Set(runIds) });
  return byId + gone.rows;
}
