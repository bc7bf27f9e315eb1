import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { ApiKeysTable, ClientsTable, ProjectsTable } from '../../db/tables.ts';
import type { AccentUse } from '../../domain/scoring/overall.ts';
import type { ApiKey, Client, ModulePermission, Project } from './types.ts';

export async function insertClient(db: Db, client: Client): Promise<void> {
  await db
    .insertInto('clients')
    .values({
      id: client.id,
      name: client.name,
      active: client.active ? 1 : 0,
      permissions: JSON.stringify(client.permissions),
      multilingual: client.multilingual ? 1 : 0,
      max_concurrent_runs: client.maxConcurrentRuns,
      rate_limit_per_minute: client.rateLimitPerMinute,
      max_key_days: client.maxKeyDays,
      accent_use: client.accentUse,
      credit_balance: 0,
      created_at: client.createdAt,
    })
    .execute();
}

export async function findClient(db: Db, clientId: string): Promise<Client | undefined> {
  const row = await db.selectFrom('clients').selectAll().where('id', '=', clientId).executeTakeFirst();
  return row && toClient(row);
}

/** Oldest first; all of them unless `ids` are given. */
export async function allClients(
  db: Db,
  ids?: readonly string[],
): Promise<(Client & { creditBalance: number })[]> {
  if (ids?.length === 0) return [];
  let query = db.selectFrom('clients').selectAll().orderBy('created_at').orderBy('id');
  if (ids) query = query.where('id', 'in', ids);
  const rows = await query.execute();
  return rows.map((row) => ({ ...toClient(row), creditBalance: row.credit_balance }));
}

/** Undefined when there is no such client. */
export async function updateClient(
  db: Db,
  clientId: string,
  changes: Partial<Omit<Selectable<ClientsTable>, 'id' | 'credit_balance' | 'created_at'>>,
): Promise<Client | undefined> {
  const row = await db
    .updateTable('clients')
    .set(changes)
    .where('id', '=', clientId)
    .returningAll()
    .executeTakeFirst();
  return row && toClient(row);
}

export async function insertProject(db: Db, project: Project): Promise<void> {
  await db
    .insertInto('projects')
    .values({
      id: project.id,
      client_id: project.clientId,
      name: project.name,
      created_at: project.createdAt,
      archived_at: project.archivedAt,
    })
    .execute();
}

export async function findProject(db: Db, clientId: string, projectId: string): Promise<Project | undefined> {
  const row = await db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', projectId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row && toProject(row);
}

export async function updateProject(
  db: Db,
  of: { clientId: string; projectId: string },
  changes: Partial<Pick<ProjectsTable, 'name' | 'archived_at'>>,
): Promise<Project | undefined> {
  const row = await db
    .updateTable('projects')
    .set(changes)
    .where('id', '=', of.projectId)
    .where('client_id', '=', of.clientId)
    .returningAll()
    .executeTakeFirst();
  return row && toProject(row);
}

export async function allProjects(db: Db, clientId?: string): Promise<Project[]> {
  let query = db.selectFrom('projects').selectAll().orderBy('created_at').orderBy('id');
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  return (await query.execute()).map(toProject);
}

export async function insertKey(
  db: Db,
  key: ApiKey,
  secret: { hash: string; prefix: string; lastFour: string },
): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
      id: key.id,
      client_id: key.clientId,
      project_id: key.projectId,
      name: key.name,
      key_hash: secret.hash,
      prefix: secret.prefix,
      last_four: secret.lastFour,
      permissions: JSON.stringify(key.permissions),
      allowed_ips: JSON.stringify(key.allowedIps),
      rate_limit_per_minute: key.rateLimitPerMinute,
      rate_fixed: key.fixed.rate ? 1 : 0,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
      expiry_fixed: key.fixed.expiry ? 1 : 0,
      revoked_at: key.revokedAt,
      last_used_at: key.lastUsedAt,
    })
    .execute();
}

export async function findKey(db: Db, keyId: string): Promise<ApiKey | undefined> {
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', keyId).executeTakeFirst();
  return row && toKey(row);
}

/** Newest last. */
export async function allKeys(db: Db, clientId?: string): Promise<ApiKey[]> {
  let query = db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id');
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  return (await query.execute()).map(toKey);
}

export async function updateKey(
  db: Db,
  keyId: string,
  changes: Partial<
    Pick<
      ApiKeysTable,
      | 'expires_at'
      | 'revoked_at'
      | 'name'
      | 'project_id'
      | 'allowed_ips'
      | 'rate_limit_per_minute'
      | 'rate_fixed'
    >
  >,
): Promise<ApiKey | undefined> {
  const row = await db
    .updateTable('api_keys')
    .set(changes)
    .where('id', '=', keyId)
    .returningAll()
    .executeTakeFirst();
  return row && toKey(row);
}

/** The key with this hash and the client it is pinned to. */
export async function findCaller(
  db: Db,
  keyHash: string,
): Promise<{ key: ApiKey; client: Client } | undefined> {
  const keyRow = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  if (!keyRow) return undefined;
  const client = await findClient(db, keyRow.client_id);
  return client && { key: toKey(keyRow), client };
}

export async function markKeyUsed(db: Db, keyId: string, usedAt: string): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: usedAt }).where('id', '=', keyId).execute();
}

function toClient(row: Selectable<ClientsTable>): Client {
  return {
    id: row.id,
    name: row.name,
    active: row.active === 1,
    permissions: JSON.parse(row.permissions) as ModulePermission[],
    multilingual: row.multilingual === 1,
    maxConcurrentRuns: row.max_concurrent_runs,
    rateLimitPerMinute: row.rate_limit_per_minute,
    maxKeyDays: row.max_key_days,
    accentUse: row.accent_use as AccentUse,
    createdAt: row.created_at,
  };
}

function toProject(row: Selectable<ProjectsTable>): Project {
  return {
    id: row.id,
    clientId: row.client_id,
    name: row.name,
    createdAt: row.created_at,
    archivedAt: row.archived_at,
  };
}

function toKey(row: Selectable<ApiKeysTable>): ApiKey {
  return {
    id: row.id,
    clientId: row.client_id,
    projectId: row.project_id,
    name: row.name,
    masked: `${row.prefix}…${row.last_four}`,
    permissions: JSON.parse(row.permissions) as ModulePermission[],
    allowedIps: JSON.parse(row.allowed_ips) as string[],
    rateLimitPerMinute: row.rate_limit_per_minute,
    fixed: { rate: row.rate_fixed === 1, expiry: row.expiry_fixed === 1 },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}
