import type { Db } from '../../db/db.ts';
import { lockClient } from '../../db/lock-client.ts';
import { transaction } from '../../db/transaction.ts';
import {
  emailOf,
  type Identity,
  identityInMetadata,
  joinsSilently,
  type Key,
  keysOf,
  nameOf,
  phoneOf,
} from '../../domain/candidates/identity.ts';
import { contactsIn } from '../cvs/queries.ts';
import { runRows, runsAfter } from '../runs/queries.ts';
import type { RunType, RunTypes } from '../runs/run-type.ts';
import type { Run } from '../runs/types.ts';
import { compareWithOthers, knownOf } from './people.ts';
import { addKeys, findRecord, insertRecord, peopleWith, recordWith, refreshPerson } from './repository.ts';

interface Making {
  newId: () => string;
  nowIso: string;
}

/**
 * Files what has come since the last time: runs in the order of submission, and once more when those that were under way have ended and
 * say who they are of. One transaction with the client's lock, so that nothing is filed twice. Answers how many runs were looked at.
 */
export async function fileNewRuns(
  db: Db,
  types: RunTypes,
  clientId: string,
  most: number,
  making: () => Making,
): Promise<number> {
  if (!(await hasNews(db, types, clientId))) return 0;
  return transaction(db, async (trx) => {
    await lockClient(trx, clientId);
    const seen = await trx
      .selectFrom('candidate_progress')
      .select('sequence')
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    const ended = await endedSince(trx, clientId, most);
    const runs = await runsAfter(trx, {
      clientId,
      serviceTypes: types.ofCandidates,
      sequence: seen?.sequence ?? 0,
      limit: most,
    });
    for (const run of [...ended, ...runs]) await fileRun(trx, types.of(run.serviceType), run, making());
    const last = runs.at(-1)?.sequence;
    if (last !== undefined) {
      await trx
        .insertInto('candidate_progress')
        .values({ client_id: clientId, sequence: last })
        .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ sequence: last }))
        .execute();
    }
    return ended.length + runs.length;
  });
}

/** Without a lock: nearly always there is none. */
async function hasNews(db: Db, types: RunTypes, clientId: string): Promise<boolean> {
  const seen = await db
    .selectFrom('candidate_progress')
    .select('sequence')
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  const next = await runsAfter(db, {
    clientId,
    serviceTypes: types.ofCandidates,
    sequence: seen?.sequence ?? 0,
    limit: 1,
  });
  return next.length > 0 || (await endedSince(db, clientId, 1)).length > 0;
}

async function endedSince(db: Db, clientId: string, most: number): Promise<Run[]> {
  const rows = await db
    .selectFrom('candidate_runs')
    .select('run_id')
    .where('client_id', '=', clientId)
    .where('pending', '=', 1)
    .execute();
  const runs = await runRows(
    db,
    rows.map(({ run_id }) => run_id),
  );
  return runs.filter(({ finishedAt }) => finishedAt !== null).slice(0, most);
}

/** Finds or makes the record that a run belongs to. What a person has filed by hand stays there, and its record learns what it says. */
async function fileRun(trx: Db, type: RunType, run: Run, making: Making): Promise<void> {
  const { clientId, id: runId } = run;
  const filed = await trx
    .selectFrom('candidate_runs')
    .select('record_id')
    .where('run_id', '=', runId)
    .executeTakeFirst();
  const cvId = type.cvOf?.(run.input) ?? null;
  const identity = await identityOf(trx, type, run, cvId);
  const keys = keysOf(identity, cvId);
  const saysSomething = keys.length > 0 || identity.name !== null;
  // The content of a file that is unread or unreadable names no person yet: no list may show an empty candidate.
  const isRead = run.finishedAt !== null && run.status !== 'failed';
  const isSomebody = isRead || identity.name !== null || keys.some(({ kind }) => kind !== 'cv');
  const recordId =
    filed?.record_id ??
    (saysSomething
      ? ((await recordFor(trx, clientId, identity, keys)) ??
        (isSomebody ? await newRecord(trx, clientId, identity, making) : null))
      : null);
  const pending = run.finishedAt === null ? 1 : 0;
  await trx
    .insertInto('candidate_runs')
    .values({
      run_id: runId,
      client_id: clientId,
      record_id: recordId,
      run_sequence: run.sequence,
      service_type: run.serviceType,
      in_api: run.playground ? 0 : 1,
      pending,
    })
    .onConflict((conflict) => conflict.column('run_id').doUpdateSet({ record_id: recordId, pending }))
    .execute();
  if (recordId === null) return;
  await learn(trx, { clientId, recordId }, identity, keys, making);
  const { person } = (await findRecord(trx, clientId, recordId))!;
  await refreshPerson(trx, { clientId, person }, { activeAt: run.finishedAt ?? run.createdAt });
}

/** Adds what is known of a person to a record that does not know it, and looks who else it may be. */
export async function learn(
  trx: Db,
  { clientId, recordId }: { clientId: string; recordId: string },
  identity: Identity,
  keys: readonly Key[],
  making: Making,
): Promise<void> {
  await addKeys(trx, { clientId, recordId }, keys);
  const record = (await findRecord(trx, clientId, recordId))!;
  const missing = {
    ...(record.name === null && identity.name !== null && { name: identity.name }),
    ...(record.email === null && identity.emails[0] !== undefined && { email: identity.emails[0] }),
    ...(record.phone === null && identity.phones[0] !== undefined && { phone: identity.phones[0] }),
  };
  if (Object.keys(missing).length > 0)
    await trx.updateTable('candidate_records').set(missing).where('id', '=', recordId).execute();
  await compareWithOthers(trx, { clientId, recordId }, making);
}

/** By exact keys: the customer's own id first, then the same stored CV, then an address that nothing contradicts. */
export async function recordFor(
  trx: Db,
  clientId: string,
  { name, externalId }: Identity,
  keys: readonly Key[],
): Promise<string | undefined> {
  const own = keys.find(({ kind }) => kind === 'externalId');
  const byId = own && (await recordWith(trx, clientId, own));
  if (byId) return byId;
  const asking = { name, externalIds: externalId === null ? [] : [externalId] };
  for (const kind of ['cv', 'email'] as const) {
    for (const key of keys.filter((one) => one.kind === kind)) {
      const people = await peopleWith(trx, clientId, key, 5);
      const known = await knownOf(trx, clientId, people);
      const person = people.find((one) => joinsSilently(asking, known.get(one)!));
      if (person) return person;
    }
  }
  return undefined;
}

async function newRecord(
  trx: Db,
  clientId: string,
  { name, emails, phones }: Identity,
  { newId, nowIso }: Making,
): Promise<string> {
  const id = newId();
  const contacts = { name, email: emails[0] ?? null, phone: phones[0] ?? null };
  await insertRecord(trx, { id, client_id: clientId, ...contacts }, nowIso);
  return id;
}

/** Of whom a run says it is: what the customer sent with it, then what the CV itself says. */
async function identityOf(trx: Db, type: RunType, run: Run, cvId: string | null): Promise<Identity> {
  const sent = identityInMetadata(run.metadata);
  const contacts = cvId === null ? null : await contactsIn(trx, cvId);
  const shown = run.summary === null ? null : type.row(run.summary).name;
  // The first address of a CV is its person's; those further down may be of people who recommend them.
  const inCv = emailOf(contacts?.emails[0]?.value);
  const phone = phoneOf(contacts?.phones[0]?.value);
  return {
    externalId: run.externalId?.trim() ? run.externalId : null,
    emails: [...new Set([...sent.emails, ...(inCv === null ? [] : [inCv])])],
    phones: [...new Set([...sent.phones, ...(phone === null ? [] : [phone])])],
    name: sent.name ?? nameOf(contacts?.name?.value) ?? nameOf(shown),
  };
}
