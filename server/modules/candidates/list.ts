import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DecisionKind, Stage, Standing } from '../../domain/candidates/decisions.ts';
import type { Key, Likeness } from '../../domain/candidates/identity.ts';
import { foldName } from '../../domain/candidates/names.ts';
import { runRows } from '../runs/queries.ts';
import type { Run } from '../runs/types.ts';
import {
  externalIdsOf,
  findRecord,
  firstOf,
  keysOfRecords,
  type RecordRow,
  recordsOf,
  recordWith,
  runIdsOf,
  tagsOf,
} from './repository.ts';
import type {
  CandidateDetails,
  CandidateFilter,
  CandidateSummary,
  MergedRecord,
  Note,
  Proposal,
  TakenDecision,
} from './types.ts';

/** Of all the candidates of a page together: a test account may have filed thousands under one id. */
const MOST_RUNS = 2000;
const sortColumns = { active: 'active_at', name: 'sort_name', made: 'created_at' } as const;

export async function listCandidates(
  db: Db,
  filter: CandidateFilter,
): Promise<{ candidates: CandidateSummary[]; total: number; hasMore: boolean }> {
  const { clientId, limit, offset = 0, sorting = { by: 'active', direction: 'desc' } } = filter;
  const found = await matching(db, filter);
  const { total } = await found
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .select('candidate_records.id')
    .orderBy(`candidate_records.${sortColumns[sorting.by]}`, sorting.direction)
    .orderBy('candidate_records.sequence', sorting.direction)
    .limit(limit)
    .offset(offset)
    .execute();
  const candidates = await summaries(
    db,
    clientId,
    rows.map(({ id }) => id),
  );
  return { candidates, total: Number(total), hasMore: offset + rows.length < Number(total) };
}

async function matching(
  db: Db,
  { clientId, search, externalId, stage, standing, doubled, after, shownFor }: CandidateFilter,
) {
  let query = db
    .selectFrom('candidate_records')
    .where('candidate_records.client_id', '=', clientId)
    .where('candidate_records.merged_into', 'is', null);
  if (after !== undefined)
    query = query.where((person) =>
      person.or([
        person('candidate_records.created_at', '<', after.createdAt),
        person.and([
          person('candidate_records.created_at', '=', after.createdAt),
          person('candidate_records.sequence', '<', after.sequence),
        ]),
      ]),
    );
  if (shownFor?.length === 0) query = query.where(sql<boolean>`1 = 0`);
  else if (shownFor !== undefined)
    query = query.where((person) =>
      person.exists(
        person
          .selectFrom('candidate_runs')
          .innerJoin('candidate_records as filed', 'filed.id', 'candidate_runs.record_id')
          .select('candidate_runs.run_id')
          .where('filed.client_id', '=', clientId)
          .whereRef('filed.person', '=', 'candidate_records.id')
          .where('candidate_runs.in_api', '=', 1)
          .where('candidate_runs.service_type', 'in', shownFor),
      ),
    );
  if (stage !== undefined) query = query.where('candidate_records.stage', '=', stage);
  if (standing !== undefined) query = query.where('candidate_records.standing', '=', standing);
  for (const word of search === undefined ? [] : wordsOf(search))
    query = query.where('candidate_records.search_text', 'like', `%${word}%`);
  if (externalId !== undefined) {
    const record = externalId.includes('\0')
      ? undefined
      : await recordWith(db, clientId, { kind: 'externalId', value: externalId });
    const person = record && (await findRecord(db, clientId, record))?.person;
    query = query.where('candidate_records.id', '=', person ?? '');
  }
  if (doubled) {
    query = query.where((person) =>
      person.exists(
        person
          .selectFrom('candidate_proposals')
          .innerJoin('candidate_records as one', 'one.id', 'candidate_proposals.one')
          .innerJoin('candidate_records as other', 'other.id', 'candidate_proposals.other')
          .select('candidate_proposals.id')
          .where('candidate_proposals.client_id', '=', clientId)
          .where('candidate_proposals.status', '=', 'open')
          .whereRef('one.person', '!=', 'other.person')
          .where((pair) =>
            pair.or([
              pair('one.person', '=', pair.ref('candidate_records.id')),
              pair('other.person', '=', pair.ref('candidate_records.id')),
            ]),
          ),
      ),
    );
  }
  return query;
}

/** Each word by itself, folded like what is searched. What folds to nothing, as signs alone, finds nothing. */
function wordsOf(search: string): string[] {
  const given = search.trim();
  if (given === '') return [];
  const words = foldName(given).split(' ').filter(Boolean);
  return words.length > 0 ? words : ['\n\n'];
}

/** In the order of the ids, which are of first records. */
async function summaries(db: Db, clientId: string, people: readonly string[]): Promise<CandidateSummary[]> {
  const groups = await recordsOf(db, clientId, people);
  const recordIds = [...groups.values()].flat().map(({ id }) => id);
  const keys = await keysOfRecords(db, recordIds);
  const runIds = await runIdsOf(db, recordIds, MOST_RUNS);
  const runs = new Map((await runRows(db, [...runIds.values()].flat())).map((run) => [run.id, run]));
  return people.flatMap((person) => {
    const records = groups.get(person);
    return records ? [summary(records, keys, runsOf(records, runIds, runs))] : [];
  });
}

const runsOf = (
  records: readonly RecordRow[],
  runIds: ReadonlyMap<string, string[]>,
  runs: ReadonlyMap<string, Run>,
): Run[] =>
  records
    .flatMap(({ id }) => runIds.get(id) ?? [])
    .flatMap((id) => runs.get(id) ?? [])
    .sort((a, b) => b.sequence - a.sequence);

function summary(
  records: readonly RecordRow[],
  keys: ReadonlyMap<string, Key[]>,
  runs: Run[],
): CandidateSummary {
  const first = records[0]!;
  return {
    id: first.id,
    clientId: first.client_id,
    name: firstOf(records, 'name'),
    email: firstOf(records, 'email'),
    phone: firstOf(records, 'phone'),
    externalIds: externalIdsOf(records, keys),
    tags: tagsOf(records),
    stage: first.stage as Stage,
    standing: first.standing as Standing,
    version: first.version,
    sequence: first.sequence,
    createdAt: first.created_at,
    updatedAt: first.updated_at,
    activeAt: first.active_at,
    runs,
  };
}

export async function findCandidate(
  db: Db,
  { clientId, candidateId }: { clientId: string; candidateId: string },
): Promise<CandidateDetails | undefined> {
  const record = await findRecord(db, clientId, candidateId);
  if (!record) return undefined;
  const records = (await recordsOf(db, clientId, [record.person])).get(record.person) ?? [];
  const recordIds = records.map(({ id }) => id);
  const keys = await keysOfRecords(db, recordIds);
  const runIds = await runIdsOf(db, recordIds, MOST_RUNS);
  const runs = new Map((await runRows(db, [...runIds.values()].flat())).map((run) => [run.id, run]));
  return {
    ...summary(records, keys, runsOf(records, runIds, runs)),
    notes: await notesOf(db, recordIds),
    decisions: await decisionsOf(db, recordIds),
    merged: records.flatMap((one): MergedRecord[] =>
      one.merged_at === null
        ? []
        : [
            {
              id: one.id,
              name: one.name,
              externalIds: externalIdsOf([one], keys),
              mergedAt: one.merged_at,
              mergedBy: one.merged_by,
              runs: runIds.get(one.id)?.length ?? 0,
            },
          ],
    ),
    proposals: await proposalsOf(db, record.person, clientId, recordIds),
  };
}

async function notesOf(db: Db, recordIds: readonly string[]): Promise<Note[]> {
  const rows = await db
    .selectFrom('candidate_notes')
    .selectAll()
    .where('record_id', 'in', recordIds)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    author: { id: row.author_id, name: row.author_name },
    createdAt: row.created_at,
  }));
}

export async function decisionsOf(db: Db, recordIds: readonly string[]): Promise<TakenDecision[]> {
  const rows = await db
    .selectFrom('candidate_decisions')
    .selectAll()
    .where('record_id', 'in', recordIds)
    .orderBy('sequence', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as DecisionKind,
    reason: row.reason,
    from: { stage: row.from_stage as Stage, standing: row.from_standing as Standing },
    to: { stage: row.to_stage as Stage, standing: row.to_standing as Standing },
    author: { id: row.author_id, name: row.author_name },
    createdAt: row.created_at,
    undone: row.undone_at === null ? null : { at: row.undone_at, by: row.undone_by ?? '' },
  }));
}

/** Open questions; several about the same two people are one. */
async function proposalsOf(
  db: Db,
  person: string,
  clientId: string,
  recordIds: readonly string[],
): Promise<Proposal[]> {
  const rows = await db
    .selectFrom('candidate_proposals')
    .innerJoin('candidate_records as one', 'one.id', 'candidate_proposals.one')
    .innerJoin('candidate_records as other', 'other.id', 'candidate_proposals.other')
    .select(['candidate_proposals.id', 'likeness', 'one.person as person', 'other.person as otherPerson'])
    .where('candidate_proposals.status', '=', 'open')
    .where((pair) => pair.or([pair('one', 'in', recordIds), pair('other', 'in', recordIds)]))
    .orderBy('candidate_proposals.created_at')
    .execute();
  const others = new Map<string, { id: string; likeness: Likeness }>();
  for (const row of rows) {
    const other = row.person === person ? row.otherPerson : row.person;
    if (other !== person && !others.has(other))
      others.set(other, { id: row.id, likeness: row.likeness as Likeness });
  }
  const known = await summaries(db, clientId, [...others.keys()]);
  return known.map(({ id, name, email, externalIds, runs }) => ({
    ...others.get(id)!,
    other: { id, name, email, externalIds, runs: runs.length },
  }));
}
