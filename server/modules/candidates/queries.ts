import type { Db } from '../../db/db.ts';
import type { Stage, Standing } from '../../domain/candidates/decisions.ts';
import { withoutRecords } from '../../domain/candidates/groups.ts';
import { runRows } from '../runs/queries.ts';
import { findRecord, keysOfRecords, recordsOf, refreshPerson, runIdsOf } from './repository.ts';

/** A candidate's tables for those who keep and delete, inside their transactions. */

/** What a deletion of a candidate is about. */
export interface WholeCandidate {
  /** Of all their records. */
  recordIds: string[];
  externalIds: string[];
  /** Stored CVs that no other candidate is known to have. */
  cvIds: string[];
  runIds: string[];
  /** As their records have them. */
  names: string[];
}

/** Undefined for an unknown candidate and another client's alike. */
export async function wholeCandidate(
  db: Db,
  { clientId, candidateId }: { clientId: string; candidateId: string },
): Promise<WholeCandidate | undefined> {
  const record = await findRecord(db, clientId, candidateId);
  if (!record) return undefined;
  const records = (await recordsOf(db, clientId, [record.person])).get(record.person) ?? [];
  const recordIds = records.map(({ id }) => id);
  const keys = await keysOfRecords(db, recordIds);
  const runs = await db
    .selectFrom('candidate_runs')
    .select('run_id')
    .where('record_id', 'in', recordIds)
    .execute();
  return {
    recordIds,
    externalIds: [...keys.values()]
      .flat()
      .filter(({ kind }) => kind === 'externalId')
      .map(({ value }) => value),
    cvIds: await ownCvs(db, clientId, recordIds),
    names: [...new Set(records.flatMap(({ name }) => name ?? []))],
    runIds: runs.map(({ run_id }) => run_id),
  };
}

async function ownCvs(db: Db, clientId: string, recordIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('candidate_keys as own')
    .select('own.value')
    .where('own.record_id', 'in', recordIds)
    .where('own.kind', '=', 'cv')
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('candidate_keys as other')
            .select('other.record_id')
            .where('other.client_id', '=', clientId)
            .where('other.kind', '=', 'cv')
            .whereRef('other.value', '=', 'own.value')
            .where('other.record_id', 'not in', recordIds),
        ),
      ),
    )
    .execute();
  return [...new Set(rows.map(({ value }) => value))];
}

/** Records of a client that have one of these external ids, as far as a predicate says so. */
export async function recordsByExternalId(
  db: Db,
  clientId: string,
  isMeant: (externalId: string) => boolean,
): Promise<{ recordId: string; externalId: string }[]> {
  const rows = await db
    .selectFrom('candidate_keys')
    .select(['record_id', 'value'])
    .where('client_id', '=', clientId)
    .where('kind', '=', 'externalId')
    .execute();
  return rows
    .filter(({ value }) => isMeant(value))
    .map(({ record_id, value }) => ({ recordId: record_id, externalId: value }));
}

/** Which of these records there are. */
export async function recordsAmong(db: Db, clientId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('candidate_records')
    .select('id')
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id }) => id);
}

const tablesOfRecords = [
  'candidate_keys',
  'candidate_notes',
  'candidate_decisions',
  'candidate_links',
] as const;

/** Rows that records have, in all tables. */
export async function countRecordRows(db: Db, recordIds: readonly string[]): Promise<number> {
  if (recordIds.length === 0) return 0;
  let sum = 0;
  for (const table of [...tablesOfRecords, 'candidate_runs'] as const) {
    const { count } = await db
      .selectFrom(table)
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('record_id', 'in', recordIds)
      .executeTakeFirstOrThrow();
    sum += Number(count);
  }
  const { proposals } = await db
    .selectFrom('candidate_proposals')
    .select((of) => of.fn.countAll<number>().as('proposals'))
    .where((pair) => pair.or([pair('one', 'in', recordIds), pair('other', 'in', recordIds)]))
    .executeTakeFirstOrThrow();
  const { records } = await db
    .selectFrom('candidate_records')
    .select((of) => of.fn.countAll<number>().as('records'))
    .where('id', 'in', recordIds)
    .executeTakeFirstOrThrow();
  return sum + Number(proposals) + Number(records);
}

/**
 * Deletes records with all that was written of them; their runs stay, and belong to no candidate. What was merged with them goes on hanging
 * together. Answers how many rows went.
 */
export async function deleteRecords(
  trx: Db,
  clientId: string,
  recordIds: readonly string[],
): Promise<number> {
  const gone = await recordsAmong(trx, clientId, recordIds);
  if (gone.length === 0) return 0;
  const rows = await countRecordRows(trx, gone);
  const people = await trx
    .selectFrom('candidate_records')
    .select('person')
    .distinct()
    .where('id', 'in', gone)
    .execute();
  const left = await recordsOf(
    trx,
    clientId,
    people.map(({ person }) => person),
  );
  for (const table of tablesOfRecords) await trx.deleteFrom(table).where('record_id', 'in', gone).execute();
  await trx
    .deleteFrom('candidate_proposals')
    .where((pair) => pair.or([pair('one', 'in', gone), pair('other', 'in', gone)]))
    .execute();
  await trx
    .updateTable('candidate_runs')
    .set({ record_id: null, pending: 0 })
    .where('record_id', 'in', gone)
    .execute();
  await trx.deleteFrom('candidate_records').where('id', 'in', gone).execute();
  for (const records of left.values()) {
    const links = records.map(({ id, merged_into: mergedInto }) => ({ id, mergedInto }));
    const kept = withoutRecords(links, new Set(gone));
    const first = kept.find(({ mergedInto }) => mergedInto === null)?.id;
    if (first === undefined) continue;
    for (const { id, mergedInto } of kept) {
      await trx
        .updateTable('candidate_records')
        .set({
          merged_into: mergedInto,
          person: first,
          ...(mergedInto === null && { merged_at: null, merged_by: null }),
        })
        .where('id', '=', id)
        .execute();
    }
    await refreshPerson(trx, { clientId, person: first });
  }
  return rows;
}

/** The person whose run it is; undefined where nothing says it. */
export async function personOfRun(trx: Db, runId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('candidate_runs')
    .innerJoin('candidate_records', 'candidate_records.id', 'candidate_runs.record_id')
    .select('candidate_records.person')
    .where('candidate_runs.run_id', '=', runId)
    .executeTakeFirst();
  return row?.person;
}

/** A candidate that was made from runs alone, and of whom no person has written anything, goes with the last of the runs. */
export async function deleteIfNothingIsLeft(
  trx: Db,
  { clientId, person }: { clientId: string; person: string },
): Promise<void> {
  const records = (await recordsOf(trx, clientId, [person])).get(person) ?? [];
  const ids = records.map(({ id }) => id);
  if (records.some(({ touched }) => touched === 1) || (await runIdsOf(trx, ids, 1)).size > 0) return;
  await deleteRecords(trx, clientId, ids);
}

/**
 * What a deletion by external id takes of candidates: those of whom nothing else is known go whole; of the others this id goes. Answers
 * the records that went and how many rows.
 */
export async function deleteExternalId(
  trx: Db,
  clientId: string,
  { isMeant, runIds }: { isMeant: (externalId: string) => boolean; runIds: ReadonlySet<string> },
): Promise<{ recordIds: string[]; rows: number }> {
  const gone = { recordIds: [] as string[], rows: 0 };
  for (const { recordId, externalId } of await recordsByExternalId(trx, clientId, isMeant)) {
    const whole = await wholeCandidate(trx, { clientId, candidateId: recordId });
    if (!whole) continue;
    const hasMore =
      whole.externalIds.some((id) => !isMeant(id)) || whole.runIds.some((runId) => !runIds.has(runId));
    if (!hasMore) {
      gone.recordIds.push(...whole.recordIds);
      gone.rows += await deleteRecords(trx, clientId, whole.recordIds);
      continue;
    }
    await trx
      .deleteFrom('candidate_keys')
      .where('record_id', '=', recordId)
      .where('kind', '=', 'externalId')
      .where('value', '=', externalId)
      .execute();
    // How the id is written is a key of its own; where another id of the record is written alike, the next run brings it back.
    await trx
      .deleteFrom('candidate_keys')
      .where('record_id', '=', recordId)
      .where('kind', '=', 'id')
      .execute();
    gone.rows++;
    const person = (await findRecord(trx, clientId, recordId))!.person;
    await refreshPerson(trx, { clientId, person });
  }
  return gone;
}

/** Deletes people of whom nothing has come and nothing was written for so long, and whose runs are gone. Answers how many. */
export async function deleteStalePeople(
  trx: Db,
  { clientId, activeBefore, most }: { clientId: string; activeBefore: string; most: number },
): Promise<number> {
  const people = await trx
    .selectFrom('candidate_records')
    .select('person')
    .where('client_id', '=', clientId)
    .where('merged_into', 'is', null)
    .where('active_at', '<', activeBefore)
    .where((record) =>
      record.not(
        record.exists(
          record
            .selectFrom('candidate_runs')
            .innerJoin('candidate_records as of', 'of.id', 'candidate_runs.record_id')
            .select('candidate_runs.run_id')
            .whereRef('of.person', '=', 'candidate_records.id'),
        ),
      ),
    )
    .limit(most)
    .execute();
  const records = await recordsOf(
    trx,
    clientId,
    people.map(({ person }) => person),
  );
  await deleteRecords(
    trx,
    clientId,
    [...records.values()].flat().map(({ id }) => id),
  );
  return records.size;
}

/** What people call candidates, by the ids of their records; those without a name are left out. */
export async function candidateNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('candidate_records')
    .innerJoin('candidate_records as of', 'of.person', 'candidate_records.person')
    .select(['candidate_records.id', 'of.name'])
    .where('candidate_records.id', 'in', ids)
    .orderBy('of.sequence', 'desc')
    .execute();
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}

/** Whose these runs of a client are; runs of no candidate are left out. */
export async function peopleOfRuns(
  db: Db,
  clientId: string,
  runIds: readonly string[],
): Promise<Map<string, { id: string; name: string | null }>> {
  const people = new Map<string, { id: string; name: string | null }>();
  if (runIds.length === 0) return people;
  const rows = await db
    .selectFrom('candidate_runs')
    .innerJoin('candidate_records as filed', 'filed.id', 'candidate_runs.record_id')
    .select(['candidate_runs.run_id', 'filed.person'])
    .where('candidate_runs.client_id', '=', clientId)
    .where('candidate_runs.run_id', 'in', runIds)
    .execute();
  const names = await candidateNames(db, [...new Set(rows.map(({ person }) => person))]);
  for (const { run_id, person } of rows) people.set(run_id, { id: person, name: names.get(person) ?? null });
  return people;
}

/** How far the people are that these runs of a client are about; runs of no candidate are left out. */
export async function standingsOfRuns(
  db: Db,
  clientId: string,
  runIds: readonly string[],
): Promise<Map<string, { id: string; stage: Stage; standing: Standing; version: number }>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('candidate_runs')
    .innerJoin('candidate_records as filed', 'filed.id', 'candidate_runs.record_id')
    .innerJoin('candidate_records as first', 'first.id', 'filed.person')
    .select(['candidate_runs.run_id', 'first.id', 'first.stage', 'first.standing', 'first.version'])
    .where('candidate_runs.client_id', '=', clientId)
    .where('candidate_runs.run_id', 'in', runIds)
    .execute();
  return new Map(
    rows.map(({ run_id, id, stage, standing, version }) => [
      run_id,
      { id, stage: stage as Stage, standing: standing as Standing, version },
    ]),
  );
}

/** The record that a run is filed under; null where nothing says whose it is. */
export async function recordOfRun(db: Db, runId: string): Promise<string | null> {
  const row = await db
    .selectFrom('candidate_runs')
    .select('record_id')
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return row?.record_id ?? null;
}

/** Files a new run under a record before its content is compared: the person who made it knows whose it is. */
export async function fileUnder(
  db: Db,
  { clientId, runId, recordId }: { clientId: string; runId: string; recordId: string },
): Promise<void> {
  const [run] = await runRows(db, [runId]);
  if (!run) return;
  await db
    .insertInto('candidate_runs')
    .values({
      run_id: runId,
      client_id: clientId,
      record_id: recordId,
      run_sequence: run.sequence,
      service_type: run.serviceType,
      in_api: run.playground ? 0 : 1,
      pending: 1,
    })
    .onConflict((conflict) => conflict.column('run_id').doNothing())
    .execute();
}
