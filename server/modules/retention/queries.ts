import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { clientIds } from '../identity/queries.ts';
import { candidatesOf, forgetCandidates } from '../search/queries.ts';
import { deleteCandidateRecordsAgain } from './candidate-records.ts';
import { hashedName, insertDeletion } from './deletion-rows.ts';
import type { Deletion, DeletionNote } from './types.ts';

export { effectiveRules } from './rules.ts';
export type { DeletionNote } from './types.ts';

/** Every deletion that was asked for at or after a time, done or not, the oldest first. */
export async function* deletionNotes(db: Db, sinceIso: string): AsyncGenerator<DeletionNote> {
  const rows = await db
    .selectFrom('deletions')
    .select([
      'id',
      'client_id',
      'subject_kind',
      'subject',
      'note',
      'requested_by',
      'created_at',
      'candidate_count',
      'candidate',
    ])
    .where('created_at', '>=', sinceIso)
    .orderBy('sequence')
    .execute();
  for (const row of rows) {
    const items = await db
      .selectFrom('deletion_items')
      .select('run_id')
      .where('deletion_id', '=', row.id)
      .execute();
    yield {
      id: row.id,
      clientId: row.client_id,
      subjectKind: row.subject_kind,
      subject: row.subject,
      note: row.note,
      requestedBy: JSON.parse(row.requested_by) as Deletion['requestedBy'],
      createdAt: row.created_at,
      candidateCount: row.candidate_count,
      candidate: row.candidate === null ? null : (JSON.parse(row.candidate) as Deletion['candidate']),
      runIds: items.map(({ run_id }) => run_id),
    };
  }
}

/** When the newest deletion was asked for; null while there is none. */
export async function newestDeletionAt(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('deletions')
    .select('created_at')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/**
 * Asks once more for a deletion that this database, which is older, does not know: its candidates and what was written of them go at once, its runs with the next
 * round of the worker, which certifies it anew.
 *
 * @returns false when it is known here, or its client is not
 */
export const repeatDeletion = (db: Db, note: DeletionNote, nowIso: string): Promise<boolean> =>
  transaction(db, async (trx) => {
    const known = await trx.selectFrom('deletions').select('id').where('id', '=', note.id).executeTakeFirst();
    if (known || !(await clientIds(trx)).includes(note.clientId)) return false;
    // Notes of earlier releases know nothing of records.
    const hashes = new Set(
      note.subjectKind === 'externalId' ? [note.subject] : (note.candidate?.externalIds ?? []),
    );
    const meant =
      hashes.size === 0
        ? []
        : (await candidatesOf(trx, note.clientId)).filter(({ externalId }) =>
            hashes.has(hashedName(externalId)),
          );
    await forgetCandidates(trx, meant, nowIso);
    const recordRows = await deleteCandidateRecordsAgain(trx, note);
    const candidate = note.candidate ?? null;
    await insertDeletion(trx, { ...note, candidateCount: meant.length, recordRows, candidate }, note.runIds);
    return true;
  });
