import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { AuditLogTable } from '../../db/tables.ts';
import { clientNames } from '../identity/queries.ts';
import { type NamesByKind, targetNames } from './target-names.ts';
import type { AuditFilter, AuditHead, AuditRecord, ListedEntry } from './types.ts';

const HEAD_ID = 1;

/** Locks the end of the log until the transaction is over: entries of all writers follow each other. */
export async function lockHead(trx: Db, first: AuditHead & { seal: string }): Promise<AuditHead> {
  await trx
    .insertInto('audit_head')
    .values({ id: HEAD_ID, ...first })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .selectFrom('audit_head')
    .select(['sequence', 'hash'])
    .where('id', '=', HEAD_ID)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function findHead(db: Db): Promise<(AuditHead & { seal: string }) | undefined> {
  return db
    .selectFrom('audit_head')
    .select(['sequence', 'hash', 'seal'])
    .where('id', '=', HEAD_ID)
    .executeTakeFirst();
}

export async function moveHead(trx: Db, head: AuditHead & { seal: string }): Promise<void> {
  await trx.updateTable('audit_head').set(head).where('id', '=', HEAD_ID).execute();
}

export async function insertRecord(trx: Db, record: AuditRecord): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      sequence: record.sequence,
      at: record.at,
      actor_kind: record.actor.kind,
      actor_id: record.actor.id,
      actor_name: record.actor.name,
      action: record.action,
      client_id: record.clientId,
      target: record.target,
      ip_address: record.ipAddress,
      previous_hash: record.previousHash,
      hash: record.hash,
      details: JSON.stringify(record.details),
    })
    .execute();
}

function filtered(db: Db, { clientId, action, search, from, to }: AuditFilter) {
  let query = db.selectFrom('audit_log').selectAll('audit_log');
  if (clientId !== undefined) query = query.where('audit_log.client_id', '=', clientId);
  if (action !== undefined) {
    query = query.where((row) =>
      row.or([
        row('action', '=', action),
        row(sql`substr(action, 1, ${action.length + 1})`, '=', `${action}.`),
      ]),
    );
  }
  if (search !== undefined) {
    const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
    query = query.where(
      sql<boolean>`(lower(actor_name) like ${pattern} escape '\\' or lower(target) like ${pattern} escape '\\')`,
    );
  }
  if (from !== undefined) query = query.where('at', '>=', from);
  if (to !== undefined) query = query.where('at', '<', to);
  return query;
}

/** Newest first, at most `limit` + 1. */
export async function recordsBefore(
  db: Db,
  namesByKind: NamesByKind,
  { before, limit, ...filter }: AuditFilter & { before?: number; limit: number },
): Promise<ListedEntry[]> {
  let query = filtered(db, filter)
    .orderBy('sequence', 'desc')
    .limit(limit + 1);
  if (before !== undefined) query = query.where('sequence', '<', before);
  const records = (await query.execute()).map(toRecord);
  const names = await clientNames(
    db,
    records.flatMap(({ clientId }) => clientId ?? []),
  );
  const targets = await targetNames(
    db,
    namesByKind,
    records.map(({ target }) => target),
  );
  return records.map((record) => ({
    ...record,
    clientName: names.get(record.clientId ?? '')?.name ?? null,
    targetName: targets.get(record.target ?? '') ?? null,
  }));
}

/** Oldest first. */
export async function recordsAfter(
  db: Db,
  { after, limit, ...filter }: AuditFilter & { after: number; limit: number },
): Promise<AuditRecord[]> {
  const rows = await filtered(db, filter)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map(toRecord);
}

function toRecord(row: Selectable<AuditLogTable>): AuditRecord {
  return {
    sequence: row.sequence,
    at: row.at,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    clientId: row.client_id,
    target: row.target,
    details: parseDetails(row.details),
    ipAddress: row.ip_address,
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}

/** A damaged row is shown as it is; its hash will not fit. */
function parseDetails(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { unreadable: text };
  }
}
