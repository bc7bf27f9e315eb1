import type { Kysely } from 'kysely';

/** Limits that an owner has set, and that a client's own people cannot lift. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('clients').addColumn('max_key_days', 'integer').execute();
  for (const column of ['rate_fixed', 'expiry_fixed']) {
    await db.schema
      .alterTable('api_keys')
      .addColumn(column, 'integer', (of) => of.notNull().defaultTo(0))
      .execute();
  }
}
