import { type Kysely, sql } from 'kysely';

/** A worker's death is held against a run only when no other run can have caused it; one that may have is tried alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = () => db.schema.alterTable('runs');
  await table()
    .addColumn('deaths', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await table()
    .addColumn('alone', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('runs_alone')
    .on('runs')
    .column('id')
    .where(sql.ref('alone'), '=', sql.lit(1))
    .execute();
}
