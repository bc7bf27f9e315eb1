import { type Kysely, sql } from 'kysely';

/** Every state a job has had, which job a run was judged by, and what ranked lists sort by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('jobs')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .createTable('job_versions')
    .addColumn('job_id', 'text', (column) => column.notNull().references('jobs.id'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('author_kind', 'text')
    .addColumn('author_name', 'text')
    .addColumn('position_id', 'text')
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('job_versions_primary', ['job_id', 'number'])
    .execute();
  // What jobs were before nobody kept: the state they are in is their first.
  await sql`
    insert into job_versions (job_id, number, created_at, position_id, config, description)
    select id, 1, updated_at, position_id, config, description from jobs
  `.execute(db);

  await db.schema.alterTable('runs').addColumn('job_id', 'text').execute();
  await db.schema.alterTable('runs').addColumn('rank_score', 'double precision').execute();
  await fillRuns(db as Kysely<Filled>);
  await db.schema
    .createIndex('runs_by_job')
    .on('runs')
    .columns(['client_id', 'job_id', 'rank_score'])
    .where(sql.ref('job_id'), 'is not', sql.lit(null))
    .execute();
}

interface Filled {
  runs: {
    sequence: number;
    service_type: string;
    input: string;
    summary: string | null;
    job_id: string | null;
    rank_score: number | null;
  };
}

const BATCH = 500;

/** In batches: the inputs of all runs at once may be more than memory holds. */
async function fillRuns(db: Kysely<Filled>): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('runs')
      .select(['sequence', 'input', 'summary'])
      .where('service_type', '=', 'cv_deepmatch')
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(BATCH)
      .execute();
    for (const { sequence, input, summary } of rows) {
      const { jobId } = JSON.parse(input) as { jobId?: string | null };
      const { score } = JSON.parse(summary ?? '{}') as { score?: number };
      await db
        .updateTable('runs')
        .set({ job_id: jobId ?? null, rank_score: score ?? null })
        .where('sequence', '=', sequence)
        .execute();
    }
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.sequence;
  }
}
