import type { Kysely } from 'kysely';

/** Lists that people save in the console: tags of a candidate that outlive whatever the customer sends of it later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('candidates')
    .addColumn('lists', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  // Counts per corpus and status, without a look at the CVs.
  await db.schema
    .createIndex('candidates_by_status')
    .on('candidates')
    .columns(['corpus', 'embedding_status', 'number'])
    .execute();
}
