import { type Kysely, sql } from 'kysely';

/** People of the console: accounts, roles, sessions, links, second factors; and the audit log. */
export async function createAccountTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('is_owner', 'integer', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('totp_sealed', 'text')
    .addColumn('totp_enabled_at', 'text')
    .addColumn('totp_last_step', 'integer')
    .addColumn('oidc_issuer', 'text')
    .addColumn('oidc_subject', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_seen_at', 'text')
    .addColumn('disabled_at', 'text')
    .addUniqueConstraint('users_oidc', ['oidc_issuer', 'oidc_subject'])
    .execute();
  await db.schema
    .createTable('memberships')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('memberships_primary', ['user_id', 'client_id'])
    .execute();
  await db.schema
    .createIndex('memberships_by_client')
    .on('memberships')
    .columns(['client_id', 'user_id'])
    .execute();
  await createSessionTables(db);
  await createAuditTables(db);
}

async function createSessionTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('console_sessions')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_seen_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .execute();
  await db.schema
    .createIndex('console_sessions_by_user')
    .on('console_sessions')
    .columns(['user_id', 'created_at'])
    .execute();
  await db.schema
    .createIndex('console_sessions_by_expiry')
    .on('console_sessions')
    .column('expires_at')
    .execute();
  await db.schema
    .createTable('invites')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('user_id', 'text', (column) => column.references('users.id'))
    .addColumn('client_id', 'text', (column) => column.references('clients.id'))
    .addColumn('role', 'text')
    .addColumn('removes_totp', 'integer', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .addColumn('revoked_at', 'text')
    .execute();
  await db.schema
    .createIndex('invites_open')
    .on('invites')
    .columns(['purpose', 'client_id', 'created_at'])
    .where(sql.ref('used_at'), 'is', null)
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_primary', ['user_id', 'code_hash'])
    .execute();
  await db.schema
    .createTable('oidc_flows')
    .addColumn('token_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('nonce', 'text', (column) => column.notNull())
    .addColumn('verifier', 'text', (column) => column.notNull())
    .addColumn('return_to', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('oidc_flows_by_expiry').on('oidc_flows').column('expires_at').execute();
  await db.schema
    .createTable('sign_in_attempts')
    .addColumn('subject', 'text', (column) => column.notNull().primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('window_ends_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('sign_in_attempts_by_end')
    .on('sign_in_attempts')
    .column('window_ends_at')
    .execute();
}

/** No reference to other tables: the log outlives what it tells of. */
async function createAuditTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('sequence', 'integer', (column) => column.notNull().primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actor_kind', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text', (column) => column.notNull())
    .addColumn('actor_name', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text')
    .addColumn('target', 'text')
    .addColumn('ip_address', 'text')
    .addColumn('previous_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('audit_log_by_client')
    .on('audit_log')
    .columns(['client_id', 'sequence'])
    .execute();
  await db.schema
    .createTable('audit_head')
    .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('seal', 'text', (column) => column.notNull())
    .execute();
}
