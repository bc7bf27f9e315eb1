import type { Kysely } from 'kysely';
import { jobTitleOf } from '../../domain/titles/job-title.ts';

/** What a job is called, once read from its description: lists show it, and descriptions may be long. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('title', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await fillTitles(db as Kysely<Filled>);
}

interface Filled {
  jobs: { sequence: number; description: string; title: string };
}

const BATCH = 500;

async function fillTitles(db: Kysely<Filled>): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('jobs')
      .select(['sequence', 'description'])
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(BATCH)
      .execute();
    for (const { sequence, description } of rows) {
      await db
        .updateTable('jobs')
        .set({ title: jobTitleOf(description) })
        .where('sequence', '=', sequence)
        .execute();
    }
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.sequence;
  }
}
