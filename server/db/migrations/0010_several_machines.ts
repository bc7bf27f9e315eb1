import type { Kysely } from 'kysely';

/**
 * Machines whose workers keep files of runs on their own disks, and which of them a deletion waits for; facts that every
 * process of the installation must agree on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('machines')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('deletion_machines')
    .addColumn('deletion_id', 'text', (column) => column.notNull().references('deletions.id'))
    .addColumn('machine_id', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addColumn('removed_at', 'text')
    .addPrimaryKeyConstraint('deletion_machines_primary', ['deletion_id', 'machine_id'])
    .execute();
  await db.schema
    .createTable('installation')
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}
