import { type Kysely, sql } from 'kysely';

/** What runs cost, of the installation (client_id null) and of single clients; and a client's own request rate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('prices')
    .addColumn('client_id', 'text', (column) => column.references('clients.id'))
    .addColumn('item', 'text', (column) => column.notNull())
    .addColumn('credits', 'integer', (column) => column.notNull())
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .execute();
  // Two indices, because no two nulls are the same to a database.
  await db.schema
    .createIndex('prices_of_installation')
    .unique()
    .on('prices')
    .column('item')
    .where(sql.ref('client_id'), 'is', null)
    .execute();
  await db.schema
    .createIndex('prices_of_clients')
    .unique()
    .on('prices')
    .columns(['client_id', 'item'])
    .execute();
  // What a client was charged in a stretch of time.
  await db.schema
    .createIndex('ledger_by_time')
    .on('ledger')
    .columns(['client_id', 'type', 'created_at', 'amount'])
    .execute();
  await db.schema.alterTable('clients').addColumn('rate_limit_per_minute', 'integer').execute();
}
