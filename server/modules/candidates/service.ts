import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import { NotMergeable } from '../../domain/candidates/groups.ts';
import { emailOf, keysOf, nameOf, phoneOf } from '../../domain/candidates/identity.ts';
import { cleanTags } from '../../domain/labels/labels.ts';
import { ApiError, fieldRefusal } from '../../errors.ts';
import { isoTime } from '../../time.ts';
import { clientIds } from '../identity/queries.ts';
import { fileNewRuns, learn } from './catch-up.ts';
import { createDecisions } from './decisions.ts';
import { type CandidatesDeps, createHolding, unknownCandidate } from './holding.ts';
import { createImport } from './import.ts';
import { findCandidate, listCandidates } from './list.ts';
import { createNotes } from './notes.ts';
import { mergePeople, separateRecord, setProposal } from './people.ts';
import {
  findRecord,
  firstOf,
  insertRecord,
  keysOfRecords,
  peopleWith,
  recordsOf,
  recordWith,
  refreshPerson,
} from './repository.ts';
import type { CandidateRecords, NewCandidate } from './types.ts';

/** Runs that are filed in one transaction. */
const BATCH = 200;

/** One record for each person that a client's runs are about. */
export function createCandidateRecords(deps: CandidatesDeps): CandidateRecords {
  const { db, types, clock, newId } = deps;
  const now = () => isoTime(clock.now());
  const making = () => ({ newId, nowIso: now() });

  const holding = createHolding(deps);

  const catchUp = async (clientId: string, most = BATCH) =>
    (await fileNewRuns(db, types, clientId, most, making)) >= most;

  return {
    catchUp,

    async catchUpAll(signal) {
      let count = 0;
      for (const clientId of await clientIds(db)) {
        for (;;) {
          if (signal.aborted) return count;
          const filed = await fileNewRuns(db, types, clientId, BATCH, making);
          count += filed;
          if (filed < BATCH) break;
        }
      }
      return count;
    },

    list: (filter) => listCandidates(db, filter),
    find: (of) => findCandidate(db, of),

    async ofRun({ clientId, runId }) {
      if (runId.includes('\0')) return null;
      const row = await db
        .selectFrom('candidate_runs')
        .select('record_id')
        .where('run_id', '=', runId)
        .where('client_id', '=', clientId)
        .executeTakeFirst();
      return row?.record_id ? named(db, clientId, row.record_id) : null;
    },

    async ofExternalId({ clientId, externalId }) {
      if (externalId.includes('\0')) return null;
      const record =
        (await recordWith(db, clientId, { kind: 'externalId', value: externalId })) ??
        // The pool of CV search has each CV under its own id.
        (await recordWith(db, clientId, { kind: 'cv', value: externalId }));
      return record === undefined ? null : named(db, clientId, record);
    },

    create: (clientId, given) =>
      transaction(db, async (trx) => {
        await lockClient(trx, clientId);
        const read = readNew(given);
        const identity = {
          externalId: read.externalId,
          emails: read.email === null ? [] : [read.email],
          phones: read.phone === null ? [] : [read.phone],
          name: read.name,
        };
        const keys = keysOf(identity, null);
        for (const key of keys) {
          if (key.kind !== 'externalId' && key.kind !== 'email') continue;
          const [other] = await peopleWith(trx, clientId, key, 1);
          if (other === undefined) continue;
          const name = (await named(trx, clientId, other))?.name ?? 'Another candidate';
          throw fieldRefusal(key.kind, `${name} has this already. Open that candidate instead.`);
        }
        const id = newId();
        const nowIso = now();
        const { externalId: _, tags, ...contacts } = read;
        await insertRecord(
          trx,
          { id, client_id: clientId, ...contacts, tags: JSON.stringify(tags), touched: 1 },
          nowIso,
        );
        await learn(trx, { clientId, recordId: id }, identity, keys, { newId, nowIso });
        await refreshPerson(trx, { clientId, person: id });
        return { id };
      }),

    importCsv: createImport(deps),

    change: (of, changes) =>
      holding(of, async ({ trx, clientId, person, nowIso }) => {
        const read = {
          ...(changes.name !== undefined && { name: readName(changes.name) }),
          ...(changes.email !== undefined && { email: readEmail(changes.email) }),
          ...(changes.phone !== undefined && { phone: readPhone(changes.phone) }),
        };
        const tags = changes.tags && cleanTags(changes.tags);
        const records = (await recordsOf(trx, clientId, [person])).get(person)!;
        await trx
          .updateTable('candidate_records')
          .set({ ...read, ...(tags && { tags: JSON.stringify(tags) }), updated_at: nowIso })
          .where('id', '=', person)
          .execute();
        // What is shown of a merged candidate is all of theirs together: what is taken away must go everywhere.
        const others = records.slice(1).map(({ id }) => id);
        const emptied = {
          ...(read.name === null && { name: null }),
          ...(read.email === null && { email: null }),
          ...(read.phone === null && { phone: null }),
          ...(tags && { tags: '[]' }),
        };
        if (others.length > 0 && Object.keys(emptied).length > 0)
          await trx.updateTable('candidate_records').set(emptied).where('id', 'in', others).execute();
        const identity = {
          externalId: null,
          emails: read.email ? [read.email] : [],
          phones: read.phone ? [read.phone] : [],
          name: read.name ?? null,
        };
        await learn(trx, { clientId, recordId: person }, identity, keysOf(identity, null), { newId, nowIso });
        const now = (await findRecord(trx, clientId, person))!.person;
        await refreshPerson(trx, { clientId, person: now }, { changedAt: nowIso });
      }),

    ...createNotes(deps, holding),
    ...createDecisions(deps, holding),

    merge: (of, otherId, author) =>
      holding(of, async ({ trx, clientId, person, nowIso }) => {
        const other = await findRecord(trx, clientId, otherId);
        if (!other) throw unknownCandidate(otherId);
        try {
          await mergePeople(trx, { clientId, person, other: other.person }, { by: author.name, nowIso });
        } catch (error) {
          if (error instanceof NotMergeable) throw new ApiError('NOT_POSSIBLE_NOW', error.message);
          throw error;
        }
      }),

    separate: (of, recordId) =>
      holding(of, async ({ trx, clientId, person, nowIso }) => {
        const merged = (await findRecord(trx, clientId, recordId))?.merged_into;
        if (!merged || !(await separateRecord(trx, { clientId, person, recordId }, nowIso)))
          throw new ApiError(
            'NOT_POSSIBLE_NOW',
            'This is not merged into the candidate any more. Load the page again.',
          );
        // Exact keys must not join again what a person has taken apart.
        await setProposal(
          trx,
          { clientId, recordId, other: merged, likeness: 'email', status: 'dismissed' },
          { newId, nowIso },
        );
        return { id: recordId };
      }),

    split: (of, runIds) =>
      holding(of, async ({ trx, clientId, person, first, nowIso }) => {
        const records = (await recordsOf(trx, clientId, [person])).get(person)!.map(({ id }) => id);
        const filed = await trx
          .selectFrom('candidate_runs')
          .select(['run_id', 'record_id'])
          .where('record_id', 'in', records)
          .execute();
        const taken = filed.filter(({ run_id }) => runIds.includes(run_id)).map(({ run_id }) => run_id);
        if (taken.length === 0 || taken.length < new Set(runIds).size)
          throw fieldRefusal('runIds', 'Name entries of this candidate.');
        if (taken.length === filed.length)
          throw fieldRefusal('runIds', 'Leave at least one entry with this candidate.');
        const id = newId();
        await insertRecord(
          trx,
          {
            id,
            client_id: clientId,
            name: null,
            email: null,
            phone: null,
            split_from: person,
            touched: 1,
            active_at: first.active_at,
          },
          nowIso,
        );
        await trx.updateTable('candidate_runs').set({ record_id: id }).where('run_id', 'in', taken).execute();
        await setProposal(
          trx,
          { clientId, recordId: id, other: person, likeness: 'email', status: 'dismissed' },
          { newId, nowIso },
        );
        for (const one of [person, id])
          await refreshPerson(trx, { clientId, person: one }, { changedAt: nowIso });
        return { id };
      }),

    dismiss: (of, proposalId) =>
      holding(of, async ({ trx, clientId, person }) => {
        const records = (await recordsOf(trx, clientId, [person])).get(person)!.map(({ id }) => id);
        const row = await trx
          .updateTable('candidate_proposals')
          .set({ status: 'dismissed' })
          .where('id', '=', proposalId)
          .where('client_id', '=', clientId)
          .where((pair) => pair.or([pair('one', 'in', records), pair('other', 'in', records)]))
          .returning('id')
          .executeTakeFirst();
        if (!row) throw new ApiError('NOT_FOUND', `There is no question "${proposalId}".`);
      }),

    assign: (of, runId) =>
      holding(of, async ({ trx, clientId, person, nowIso }) => {
        const row = await trx
          .updateTable('candidate_runs')
          .set({ record_id: person })
          .where('run_id', '=', runId)
          .where('client_id', '=', clientId)
          .returning('run_id')
          .executeTakeFirst();
        if (!row) throw new ApiError('NOT_FOUND', `There is no run "${runId}".`);
        await refreshPerson(trx, { clientId, person }, { changedAt: nowIso });
      }),
  };
}

async function named(
  db: Db,
  clientId: string,
  recordId: string,
): Promise<{ id: string; name: string | null } | null> {
  const record = await findRecord(db, clientId, recordId);
  if (!record) return null;
  const records = (await recordsOf(db, clientId, [record.person])).get(record.person) ?? [];
  const keys = await keysOfRecords(
    db,
    records.map(({ id }) => id),
  );
  const externalId = [...keys.values()].flat().find(({ kind }) => kind === 'externalId')?.value;
  const name = firstOf(records, 'name') ?? firstOf(records, 'email') ?? externalId ?? null;
  return { id: record.person, name };
}

function readName(given: string | null): string | null {
  if (given === null || given.trim() === '') return null;
  return nameOf(given) ?? refuse('name', 'Must have letters.');
}

function readEmail(given: string | null): string | null {
  if (given === null || given.trim() === '') return null;
  return emailOf(given) ?? refuse('email', 'Give an e-mail address such as ada@example.com.');
}

function readPhone(given: string | null): string | null {
  if (given === null || given.trim() === '') return null;
  return phoneOf(given) ?? refuse('phone', 'Give a number of 7 to 15 digits, such as +48 600 700 800.');
}

function readNew(given: NewCandidate): NewCandidate {
  const read = {
    name: readName(given.name),
    email: readEmail(given.email),
    phone: readPhone(given.phone),
    externalId: given.externalId?.trim() || null,
    tags: cleanTags(given.tags),
  };
  if (read.externalId?.includes('\0')) refuse('externalId', 'Must not contain a NUL character.');
  if (read.name === null && read.email === null && read.externalId === null)
    refuse('name', 'Give a name, an e-mail address or your own id.');
  return read;
}

function refuse(field: string, fault: string): never {
  throw fieldRefusal(field, fault);
}
