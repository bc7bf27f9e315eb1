import { type Kysely, sql } from 'kysely';

/** A client's line is one for each type of run; leases are found without a walk through the runs under way. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('runs_line').execute();
  await db.schema
    .createIndex('runs_line')
    .on('runs')
    .columns(['status', 'client_id', 'service_type', 'sequence'])
    .execute();
  await db.schema.dropIndex('runs_leases').execute();
  await db.schema
    .createIndex('runs_leases')
    .on('runs')
    .column('lease_owner')
    .where(sql.ref('lease_owner'), 'is not', sql.lit(null))
    .execute();
}
