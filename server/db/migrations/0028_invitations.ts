import { type Kysely, sql } from 'kysely';

/** Who was invited to an interview by mail or from a list, and the mails that go out to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('run_id', 'text', (column) => column.notNull().unique().references('runs.id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('persona_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('email', 'text')
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('remind_at', 'text')
    .addColumn('forget_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('invitations_of_client')
    .on('invitations')
    .columns(['client_id', 'sequence'])
    .execute();
  for (const column of ['remind_at', 'forget_at']) {
    await db.schema
      .createIndex(`invitations_${column}`)
      .on('invitations')
      .column(column)
      .where(sql.ref(column), 'is not', sql.lit(null))
      .execute();
  }
  await db.schema
    .createIndex('invitations_of_address')
    .on('invitations')
    .columns(['client_id', 'persona_id', 'email'])
    .execute();

  await db.schema
    .createTable('invitation_mails')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('cut_off', 'integer', (column) => column.notNull())
    .addColumn('begun_at', 'text')
    .addColumn('next_attempt_at', 'text')
    .addColumn('reason', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'text')
    .execute();
  await db.schema
    .createIndex('invitation_mails_of_run')
    .on('invitation_mails')
    .columns(['run_id', 'created_at'])
    .execute();
  await db.schema
    .createIndex('invitation_mails_due')
    .on('invitation_mails')
    .column('next_attempt_at')
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute();
}
