import { type Kysely, sql } from 'kysely';

/** The outbox of webhooks, its delivery log, the secrets that sign, and the addresses that answered 410 Gone. */
export async function createWebhookTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_messages')
    .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('receiver', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('is_test', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  // A result announces itself once; samples may repeat.
  await db.schema
    .createIndex('webhook_messages_once')
    .on('webhook_messages')
    .columns(['client_id', 'subject_id', 'event'])
    .unique()
    .where(sql.ref('is_test'), '=', sql.lit(0))
    .execute();
  // What is due: only messages that still have something before them. It holds all that is asked of them, so that a
  // long line at one receiver is passed over without reading its bodies.
  await db.schema
    .createIndex('webhook_messages_due')
    .on('webhook_messages')
    .columns(['next_attempt_at', 'sequence', 'receiver', 'client_id', 'lease_until', 'status'])
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute();
  // The few under way, for the process that takes over from a dead one.
  await db.schema
    .createIndex('webhook_messages_leases')
    .on('webhook_messages')
    .columns(['lease_owner'])
    .where(sql.ref('lease_owner'), 'is not', sql.lit(null))
    .execute();
  await db.schema
    .createIndex('webhook_messages_newest')
    .on('webhook_messages')
    .columns(['client_id', 'sequence'])
    .execute();
  await db.schema
    .createIndex('webhook_messages_ended')
    .on('webhook_messages')
    .columns(['ended_at'])
    .execute();

  await db.schema
    .createTable('webhook_attempts')
    .addColumn('message_id', 'text', (column) => column.notNull().references('webhook_messages.id'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('status_code', 'integer')
    .addColumn('remote_address', 'text')
    .addColumn('error', 'text')
    .addColumn('answer_excerpt', 'text')
    .addPrimaryKeyConstraint('webhook_attempts_primary', ['message_id', 'number'])
    .execute();

  await db.schema
    .createTable('webhook_secrets')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('client_id', 'text', (column) => column.references('clients.id'))
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('last_four', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text')
    .execute();
  // One current secret per client, and one for the installation (no client).
  await db.schema
    .createIndex('webhook_secrets_current')
    .on('webhook_secrets')
    .expression(sql`coalesce(client_id, '')`)
    .unique()
    .where(sql.ref('expires_at'), 'is', sql.lit(null))
    .execute();

  await db.schema
    .createTable('webhook_disabled_urls')
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('disabled_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('webhook_disabled_urls_primary', ['client_id', 'url'])
    .execute();
}
