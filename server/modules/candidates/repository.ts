import type { Insertable, Selectable } from 'kysely';
import type { CandidateRecordsTable } from '../../db/candidate-tables.ts';
import type { Db } from '../../db/db.ts';
import type { Key, KeyKind } from '../../domain/candidates/identity.ts';
import { foldName } from '../../domain/candidates/names.ts';

export type RecordRow = Selectable<CandidateRecordsTable>;

/** Comes after every letter. */
const NO_NAME = '~';

export const insertRecord = async (
  trx: Db,
  given: Pick<Insertable<CandidateRecordsTable>, 'id' | 'client_id' | 'name' | 'email' | 'phone'> &
    Partial<Pick<RecordRow, 'tags' | 'touched' | 'split_from' | 'active_at'>>,
  nowIso: string,
): Promise<void> => {
  await trx
    .insertInto('candidate_records')
    .values({
      tags: '[]',
      touched: 0,
      active_at: nowIso,
      ...given,
      person: given.id,
      stage: 'new',
      standing: 'active',
      version: 1,
      created_at: nowIso,
      updated_at: nowIso,
      sort_name: NO_NAME,
      search_text: '',
    })
    .execute();
};

export async function findRecord(db: Db, clientId: string, id: string): Promise<RecordRow | undefined> {
  if (id.includes('\0')) return undefined;
  return db
    .selectFrom('candidate_records')
    .selectAll()
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/** All records of people, by the first of each, which comes first. */
export async function recordsOf(
  db: Db,
  clientId: string,
  people: readonly string[],
): Promise<Map<string, RecordRow[]>> {
  const rows =
    people.length === 0
      ? []
      : await db
          .selectFrom('candidate_records')
          .selectAll()
          .where('client_id', '=', clientId)
          .where('person', 'in', people)
          .orderBy('sequence')
          .execute();
  return Map.groupBy(
    rows.toSorted((a, b) => Number(b.id === b.person) - Number(a.id === a.person)),
    ({ person }) => person,
  );
}

/** Keys by record. */
export async function keysOfRecords(db: Db, recordIds: readonly string[]): Promise<Map<string, Key[]>> {
  const rows =
    recordIds.length === 0
      ? []
      : await db
          .selectFrom('candidate_keys')
          .select(['record_id', 'kind', 'value'])
          .where('record_id', 'in', recordIds)
          .orderBy('value')
          .execute();
  return Map.groupBy(
    rows.map((row) => ({ ...row, kind: row.kind as KeyKind })),
    ({ record_id }) => record_id,
  );
}

export async function addKeys(
  trx: Db,
  { clientId, recordId }: { clientId: string; recordId: string },
  keys: readonly Key[],
): Promise<void> {
  if (keys.length === 0) return;
  await trx
    .insertInto('candidate_keys')
    .values(keys.map(({ kind, value }) => ({ record_id: recordId, client_id: clientId, kind, value })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records that have a key, the oldest first. */
const withKey = (db: Db, clientId: string, { kind, value }: Key) =>
  db
    .selectFrom('candidate_keys')
    .innerJoin('candidate_records', 'candidate_records.id', 'candidate_keys.record_id')
    .where('candidate_keys.client_id', '=', clientId)
    .where('candidate_keys.kind', '=', kind)
    .where('candidate_keys.value', '=', value)
    .orderBy('candidate_records.sequence');

/** People who have a key, the oldest first. */
export async function peopleWith(db: Db, clientId: string, key: Key, most: number): Promise<string[]> {
  const rows = await withKey(db, clientId, key).select('candidate_records.person').limit(most).execute();
  return [...new Set(rows.map(({ person }) => person))];
}

/** The first record that has an external id. */
export async function recordWith(db: Db, clientId: string, key: Key): Promise<string | undefined> {
  const row = await withKey(db, clientId, key).select('candidate_records.id').limit(1).executeTakeFirst();
  return row?.id;
}

/** Ids of the runs of records, by record: of all together the newest so many. */
export async function runIdsOf(
  db: Db,
  recordIds: readonly string[],
  most: number,
): Promise<Map<string, string[]>> {
  const rows =
    recordIds.length === 0
      ? []
      : await db
          .selectFrom('candidate_runs')
          .select(['run_id', 'record_id'])
          .where('record_id', 'in', recordIds)
          .orderBy('run_sequence', 'desc')
          .limit(most)
          .execute();
  const ids = new Map<string, string[]>();
  for (const { run_id, record_id } of rows) ids.set(record_id!, [...(ids.get(record_id!) ?? []), run_id]);
  return ids;
}

/** The value of the first record that has one: that of the person itself comes first. */
export const firstOf = (records: readonly RecordRow[], field: 'name' | 'email' | 'phone'): string | null =>
  records.map((record) => record[field]).find((value) => value !== null) ?? null;

export const tagsOf = (records: readonly RecordRow[]): string[] => [
  ...new Set(records.flatMap(({ tags }) => JSON.parse(tags) as string[])),
];

export const externalIdsOf = (records: readonly RecordRow[], keys: ReadonlyMap<string, Key[]>): string[] => [
  ...new Set(
    records.flatMap(({ id }) =>
      (keys.get(id) ?? []).filter(({ kind }) => kind === 'externalId').map(({ value }) => value),
    ),
  ),
];

/**
 * Writes anew what lists sort and search by, after whatever has changed of a person.
 *
 * @param activeAt when something came of the person; only ever moves on
 * @param changedAt when a person wrote something: the version counts up, and the record stays when its last run goes
 */
export async function refreshPerson(
  trx: Db,
  { clientId, person }: { clientId: string; person: string },
  { activeAt, changedAt }: { activeAt?: string; changedAt?: string } = {},
): Promise<void> {
  const records = (await recordsOf(trx, clientId, [person])).get(person);
  const first = records?.[0];
  if (!records || !first) return;
  const keys = await keysOfRecords(
    trx,
    records.map(({ id }) => id),
  );
  const name = firstOf(records, 'name');
  const values = [
    ...records.flatMap((record) => [record.name, record.email, record.phone]),
    ...externalIdsOf(records, keys),
    ...records.flatMap(({ id }) =>
      (keys.get(id) ?? []).filter(({ kind }) => kind === 'email').map(({ value }) => value),
    ),
    ...tagsOf(records),
  ].filter((value): value is string => value !== null);
  // An id is also looked for as it is written, with its signs.
  const words = [...new Set(values.flatMap((value) => [foldName(value), value.toLowerCase()]))];
  const moments = [first.active_at, activeAt, changedAt].filter((moment) => moment !== undefined);
  await trx
    .updateTable('candidate_records')
    .set({
      sort_name: name === null ? NO_NAME : foldName(name) || NO_NAME,
      search_text: words.join('\n'),
      active_at: moments.sort().at(-1)!,
      ...(changedAt !== undefined && { updated_at: changedAt, version: first.version + 1, touched: 1 }),
    })
    .where('id', '=', person)
    .execute();
}
