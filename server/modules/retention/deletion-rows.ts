import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeletionsTable } from '../../db/retention-tables.ts';
import { wholeCandidate } from '../candidates/queries.ts';
import type { Inventory } from './inventory.ts';
import { machinesLeft } from './machines.ts';
import type { Deletion, DeletionSubject } from './types.ts';

/** Rows of one statement: databases limit the parameters of a statement. */
const CHUNK = 100;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** How a record names what was deleted without keeping it. Who knows an external id can find its record. */
export function subjectName(subject: DeletionSubject): string {
  if (subject.kind === 'run') return subject.runId;
  // A random id of ours.
  if (subject.kind === 'candidate') return subject.candidateId;
  return hashedName(
    subject.kind === 'externalId' ? subject.externalId : JSON.stringify([subject.key, subject.value]),
  );
}

/** An external id, or a pair of metadata as JSON, without saying it. */
export const hashedName = (text: string): string => `sha256:${sha256(text)}`;

export interface FoundRun {
  id: string;
  service_type: string;
  created_at: string;
  status: 'queued' | 'processing' | 'success' | 'partial' | 'failed';
  cv_id: string | null;
}

/** A client's runs under a subject, oldest first, the playground's too; not those that are being deleted already. */
export async function runsUnder(
  db: Db,
  clientId: string,
  subject: DeletionSubject,
  most: number,
): Promise<FoundRun[]> {
  let query = db
    .selectFrom('runs')
    .select(['runs.id', 'runs.service_type', 'runs.created_at', 'runs.status', 'runs.cv_id'])
    .where('runs.client_id', '=', clientId)
    .where('runs.playground', 'in', [0, 1, 3])
    .where((run) =>
      run.not(
        run.exists(
          run
            .selectFrom('deletion_items')
            .select('deletion_items.run_id')
            .whereRef('deletion_items.run_id', '=', 'runs.id')
            .where('deletion_items.status', '!=', 'done'),
        ),
      ),
    );
  if (subject.kind === 'run') query = query.where('runs.id', '=', subject.runId);
  else if (subject.kind === 'externalId') query = query.where('runs.external_id', '=', subject.externalId);
  else if (subject.kind === 'candidate') {
    const whole = await wholeCandidate(db, { clientId, ...subject });
    const recordIds = whole?.recordIds.length ? whole.recordIds : [''];
    const externalIds = whole?.externalIds.length ? whole.externalIds : [''];
    query = query.where((run) =>
      run.or([
        run('runs.id', 'in', (of) =>
          of
            .selectFrom('candidate_runs')
            .select('candidate_runs.run_id')
            .where('candidate_runs.record_id', 'in', recordIds),
        ),
        // Come since runs were last filed.
        run.and([
          run('runs.external_id', 'in', externalIds),
          run.not(
            run.exists(
              run
                .selectFrom('candidate_runs')
                .select('candidate_runs.run_id')
                .whereRef('candidate_runs.run_id', '=', 'runs.id')
                .where('candidate_runs.record_id', 'is not', null),
            ),
          ),
        ]),
      ]),
    );
  } else {
    query = query.where('runs.id', 'in', (of) =>
      of
        .selectFrom('run_metadata')
        .select('run_metadata.run_id')
        .where('run_metadata.client_id', '=', clientId)
        .where('run_metadata.key', '=', subject.key)
        .where('run_metadata.value', '=', subject.value),
    );
  }
  return query.orderBy('runs.sequence').limit(most).execute();
}

export async function insertDeletion(
  trx: Db,
  deletion: Pick<
    Deletion,
    | 'id'
    | 'clientId'
    | 'subjectKind'
    | 'subject'
    | 'note'
    | 'requestedBy'
    | 'createdAt'
    | 'candidateCount'
    | 'recordRows'
    | 'candidate'
  >,
  runIds: readonly string[],
): Promise<void> {
  await trx
    .insertInto('deletions')
    .values({
      id: deletion.id,
      client_id: deletion.clientId,
      subject_kind: deletion.subjectKind,
      subject: deletion.subject,
      note: deletion.note,
      requested_by: JSON.stringify(deletion.requestedBy),
      status: 'open',
      created_at: deletion.createdAt,
      run_count: runIds.length,
      candidate_count: deletion.candidateCount,
      record_rows: deletion.recordRows,
      candidate: deletion.candidate && JSON.stringify(deletion.candidate),
    })
    .execute();
  for (let from = 0; from < runIds.length; from += CHUNK) {
    const rows = runIds
      .slice(from, from + CHUNK)
      .map((runId) => ({ deletion_id: deletion.id, run_id: runId, status: 'open' as const }));
    await trx.insertInto('deletion_items').values(rows).execute();
  }
}

export interface OpenDeletion {
  id: string;
  clientId: string;
}

export async function openDeletions(db: Db): Promise<OpenDeletion[]> {
  const rows = await db
    .selectFrom('deletions')
    .select(['id', 'client_id'])
    .where('status', '=', 'open')
    .orderBy('sequence')
    .execute();
  return rows.map((row) => ({ id: row.id, clientId: row.client_id }));
}

export interface OpenItem {
  runId: string;
  inventory: Inventory | null;
}

export async function openItems(db: Db, deletionId: string): Promise<OpenItem[]> {
  const rows = await db
    .selectFrom('deletion_items')
    .select(['run_id', 'inventory'])
    .where('deletion_id', '=', deletionId)
    .where('status', '!=', 'done')
    .orderBy('run_id')
    .execute();
  return rows.map(({ run_id, inventory }) => ({
    runId: run_id,
    inventory: inventory === null ? null : (JSON.parse(inventory) as Inventory),
  }));
}

export async function setItem(
  trx: Db,
  { deletionId, runId }: { deletionId: string; runId: string },
  change: { status: 'done' | 'listed'; inventory: Inventory },
): Promise<void> {
  await trx
    .updateTable('deletion_items')
    .set({ status: change.status, inventory: JSON.stringify(change.inventory) })
    .where('deletion_id', '=', deletionId)
    .where('run_id', '=', runId)
    .execute();
}

export async function inventoriesOf(db: Db, deletionId: string): Promise<Inventory[]> {
  const rows = await db
    .selectFrom('deletion_items')
    .select('inventory')
    .where('deletion_id', '=', deletionId)
    .orderBy('run_id')
    .execute();
  return rows.map(({ inventory }) => JSON.parse(inventory!) as Inventory);
}

/** False when another process was quicker. */
export async function endDeletion(
  trx: Db,
  deletionId: string,
  end: { finishedAt: string; certificate: string; certificateSha256: string },
): Promise<boolean> {
  const row = await trx
    .updateTable('deletions')
    .set({
      status: 'done',
      finished_at: end.finishedAt,
      certificate: end.certificate,
      certificate_sha256: end.certificateSha256,
    })
    .where('id', '=', deletionId)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

async function toDeletion(
  db: Db,
  row: Omit<Selectable<DeletionsTable>, 'certificate'>,
  nowMs: number,
): Promise<Deletion> {
  return {
    id: row.id,
    clientId: row.client_id,
    subjectKind: row.subject_kind,
    subject: row.subject,
    note: row.note,
    requestedBy: JSON.parse(row.requested_by) as Deletion['requestedBy'],
    status: row.status,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    runCount: row.run_count,
    candidateCount: row.candidate_count,
    recordRows: row.record_rows,
    candidate: row.candidate === null ? null : (JSON.parse(row.candidate) as Deletion['candidate']),
    doneCount: await doneItems(db, row),
    waitsForMachines: row.status === 'done' ? [] : (await machinesLeft(db, row.id, nowMs)).awaited,
    certificateSha256: row.certificate_sha256,
  };
}

const shownColumns = [
  'id',
  'sequence',
  'client_id',
  'subject_kind',
  'subject',
  'note',
  'requested_by',
  'status',
  'created_at',
  'finished_at',
  'run_count',
  'candidate_count',
  'record_rows',
  'candidate',
  'certificate_sha256',
] as const;

export async function listDeletions(
  db: Db,
  { clientId, subject, limit, offset }: { clientId: string; subject?: string; limit: number; offset: number },
  nowMs: number,
): Promise<Deletion[]> {
  let query = db.selectFrom('deletions').select(shownColumns).where('client_id', '=', clientId);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  const rows = await query.orderBy('sequence', 'desc').limit(limit).offset(offset).execute();
  return Promise.all(rows.map((row) => toDeletion(db, row, nowMs)));
}

export async function findDeletion(
  db: Db,
  deletionId: string,
  nowMs: number,
  clientId?: string,
): Promise<{ deletion: Deletion; certificate: string | null } | undefined> {
  if (deletionId.includes('\0')) return undefined;
  let query = db.selectFrom('deletions').selectAll().where('id', '=', deletionId);
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  const row = await query.executeTakeFirst();
  return row && { deletion: await toDeletion(db, row, nowMs), certificate: row.certificate };
}

async function doneItems(db: Db, row: { id: string; status: string; run_count: number }): Promise<number> {
  if (row.status === 'done') return row.run_count;
  const { count } = await db
    .selectFrom('deletion_items')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('deletion_id', '=', row.id)
    .where('status', '=', 'done')
    .executeTakeFirstOrThrow();
  return count;
}
