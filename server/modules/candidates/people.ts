import type { Db } from '../../db/db.ts';
import { merge, separate } from '../../domain/candidates/groups.ts';
import {
  isWorthAsking,
  joinsSilently,
  type Known,
  type Likeness,
  likenesses,
} from '../../domain/candidates/identity.ts';
import {
  externalIdsOf,
  firstOf,
  keysOfRecords,
  type RecordRow,
  recordsOf,
  refreshPerson,
} from './repository.ts';

/** Of one key; more would be a key that says nothing. */
const MOST_ALIKE = 5;

interface Links {
  id: string;
  mergedInto: string | null;
}

const linksOf = (records: readonly RecordRow[]): Links[] =>
  records.map(({ id, merged_into: mergedInto }) => ({ id, mergedInto }));

/** Hangs one person below another. What is written of the whole, as stage and standing, is that of `person`. */
export async function mergePeople(
  trx: Db,
  { clientId, person, other }: { clientId: string; person: string; other: string },
  { by, nowIso }: { by: string | null; nowIso: string },
): Promise<void> {
  const groups = await recordsOf(trx, clientId, [person, other]);
  merge(linksOf([...groups.values()].flat()), person, other);
  await trx
    .updateTable('candidate_records')
    .set({ merged_into: person, merged_at: nowIso, merged_by: by })
    .where('id', '=', other)
    .execute();
  await setPerson(
    trx,
    groups.get(other)!.map(({ id }) => id),
    person,
  );
  // A person who has seen either of them has not seen this.
  const version = 1 + Math.max(groups.get(person)![0]!.version, groups.get(other)![0]!.version);
  await trx.updateTable('candidate_records').set({ version }).where('id', '=', person).execute();
  await refreshPerson(
    trx,
    { clientId, person },
    { activeAt: groups.get(other)![0]!.active_at, ...(by !== null && { changedAt: nowIso }) },
  );
}

/** Undoes the merge of a record. Answers false when it is not merged into another. */
export async function separateRecord(
  trx: Db,
  { clientId, person, recordId }: { clientId: string; person: string; recordId: string },
  nowIso: string,
): Promise<boolean> {
  const records = (await recordsOf(trx, clientId, [person])).get(person) ?? [];
  const record = records.find(({ id }) => id === recordId);
  if (!record?.merged_into) return false;
  const links = separate(linksOf(records), recordId);
  const taken = links.filter(({ id }) => isBelow(links, id, recordId)).map(({ id }) => id);
  await trx
    .updateTable('candidate_records')
    .set({ merged_into: null, merged_at: null, merged_by: null })
    .where('id', '=', recordId)
    .execute();
  await setPerson(trx, taken, recordId);
  for (const one of [person, recordId])
    await refreshPerson(trx, { clientId, person: one }, { changedAt: nowIso });
  return true;
}

function isBelow(links: readonly Links[], id: string, top: string): boolean {
  if (id === top) return true;
  const above = links.find((link) => link.id === id)?.mergedInto;
  return above == null ? false : isBelow(links, above, top);
}

async function setPerson(trx: Db, recordIds: readonly string[], person: string): Promise<void> {
  await trx.updateTable('candidate_records').set({ person }).where('id', 'in', recordIds).execute();
}

/** What decides whether others are the same person. */
export async function knownOf(
  db: Db,
  clientId: string,
  people: readonly string[],
): Promise<Map<string, Known & { records: RecordRow[] }>> {
  const groups = await recordsOf(db, clientId, people);
  const keys = await keysOfRecords(
    db,
    [...groups.values()].flat().map(({ id }) => id),
  );
  return new Map(
    [...groups].map(([person, records]) => [
      person,
      { records, name: firstOf(records, 'name'), externalIds: externalIdsOf(records, keys) },
    ]),
  );
}

/**
 * Looks who else has a record's keys: exact ones join, the others and those that contradict one another become a question for people. What
 * a person has taken apart or called two people stays apart.
 */
export async function compareWithOthers(
  trx: Db,
  { clientId, recordId }: { clientId: string; recordId: string },
  { newId, nowIso }: { newId: () => string; nowIso: string },
): Promise<void> {
  const shared = await sharedKeys(trx, recordId);
  for (const { kind, person: other } of shared) {
    const person = await personOfRecord(trx, recordId);
    if (other === person) continue;
    const known = await knownOf(trx, clientId, [person, other]);
    const own = known.get(person)!;
    const theirs = known.get(other);
    // It was merged into another on the way here, which is looked at with the next run.
    if (!theirs) continue;
    const asked = await askedBefore(trx, own.records, theirs.records);
    if (asked === 'dismissed') continue;
    const isExact = kind === 'email' || kind === 'cv';
    if (isExact && joinsSilently(own, theirs)) {
      // The older one stays the first.
      const isOlder = own.records[0]!.sequence < theirs.records[0]!.sequence;
      const [into, from] = isOlder ? [person, other] : [other, person];
      await mergePeople(trx, { clientId, person: into, other: from }, { by: null, nowIso });
    } else if (asked === undefined && isWorthAsking(kind, own, theirs)) {
      const pair = { clientId, recordId, other: theirs.records[0]!.id };
      await setProposal(trx, { ...pair, likeness: kind, status: 'open' }, { newId, nowIso });
    }
  }
}

/** Who else has a key of a record, the exact kinds first and the oldest of each first. */
async function sharedKeys(trx: Db, recordId: string): Promise<{ kind: Likeness; person: string }[]> {
  const rows = await trx
    .selectFrom('candidate_keys as mine')
    .innerJoin('candidate_keys as theirs', (join) =>
      join
        .onRef('theirs.client_id', '=', 'mine.client_id')
        .onRef('theirs.kind', '=', 'mine.kind')
        .onRef('theirs.value', '=', 'mine.value'),
    )
    .innerJoin('candidate_records', 'candidate_records.id', 'theirs.record_id')
    .select(['theirs.kind', 'candidate_records.person'])
    .where('mine.record_id', '=', recordId)
    .where('mine.kind', '!=', 'externalId')
    .whereRef('theirs.record_id', '!=', 'mine.record_id')
    .orderBy('candidate_records.sequence')
    .limit(MOST_ALIKE * likenesses.length)
    .execute();
  return likenesses.flatMap((kind) => {
    const people = rows.filter((row) => row.kind === kind).map(({ person }) => person);
    return [...new Set(people)].slice(0, MOST_ALIKE).map((person) => ({ kind, person }));
  });
}

async function personOfRecord(db: Db, recordId: string): Promise<string> {
  const row = await db
    .selectFrom('candidate_records')
    .select('person')
    .where('id', '=', recordId)
    .executeTakeFirstOrThrow();
  return row.person;
}

/** What became of the question whether two people are one; "dismissed" wins. */
async function askedBefore(
  db: Db,
  own: readonly RecordRow[],
  theirs: readonly RecordRow[],
): Promise<'open' | 'dismissed' | undefined> {
  const [here, there] = [own, theirs].map((records) => records.map(({ id }) => id)) as [string[], string[]];
  const rows = await db
    .selectFrom('candidate_proposals')
    .select('status')
    .where((pair) =>
      pair.or([
        pair.and([pair('one', 'in', here), pair('other', 'in', there)]),
        pair.and([pair('one', 'in', there), pair('other', 'in', here)]),
      ]),
    )
    .execute();
  return rows.some(({ status }) => status === 'dismissed') ? 'dismissed' : rows[0]?.status;
}

/** Asks whether two records are one person's, or notes that they are not. */
export async function setProposal(
  trx: Db,
  given: {
    clientId: string;
    recordId: string;
    other: string;
    likeness: Likeness;
    status: 'open' | 'dismissed';
  },
  { newId, nowIso }: { newId: () => string; nowIso: string },
): Promise<void> {
  const [one, other] = [given.recordId, given.other].sort() as [string, string];
  const { clientId, likeness, status } = given;
  await trx
    .insertInto('candidate_proposals')
    .values({ id: newId(), client_id: clientId, one, other, likeness, status, created_at: nowIso })
    .onConflict((conflict) => conflict.columns(['one', 'other']).doUpdateSet({ status }))
    .execute();
}
