import { type Kysely, sql } from 'kysely';

/**
 * A client's line is one for each type of run; leases are found without a walk through the runs under way; rescorings
 * become runs, parts of those that they score again.
 */
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
  await db.schema
    .alterTable('runs')
    .addColumn('part_of', 'text', (column) => column.references('runs.id'))
    .execute();
  await db.schema
    .createIndex('runs_parts')
    .on('runs')
    .columns(['part_of', 'sequence'])
    .where(sql.ref('part_of'), 'is not', sql.lit(null))
    .execute();
  await moveRescores(db as Kysely<Moved>);
  await db.schema.dropTable('rescores').execute();
  // One at a time, whoever asks first.
  await db.schema
    .createIndex('runs_open_part')
    .on('runs')
    .column('part_of')
    .unique()
    .where(sql<boolean>`part_of is not null and finished_at is null`)
    .execute();
}

interface Moved {
  rescores: {
    id: string;
    sequence: number;
    run_id: string;
    client_id: string;
    speaker: string;
    requested_by: string;
    status: 'open' | 'done' | 'failed';
    created_at: string;
    finished_at: string | null;
    error_code: string | null;
    error_message: string | null;
  };
  runs: Record<
    'id' | 'service_type' | 'client_id' | 'status' | 'metadata' | 'tags' | 'input' | 'created_at' | 'part_of',
    string
  > &
    Record<'language' | 'finished_at' | 'error_code' | 'error_message', string | null> &
    Record<'playground' | 'cost_credits' | 'lapses', number> & { audio_duration_ms: number | null };
}

const BATCH = 500;
const statuses = { open: 'queued', done: 'success', failed: 'failed' } as const;

/** In their order, so that the newest of a run stays the newest. What was under way begins anew. */
async function moveRescores(db: Kysely<Moved>): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('rescores')
      .innerJoin('runs', 'runs.id', 'rescores.run_id')
      .selectAll('rescores')
      .select(['runs.input', 'runs.language', 'runs.audio_duration_ms'])
      .where('rescores.sequence', '>', after)
      .orderBy('rescores.sequence')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      const { fileName: _, ...recording } = JSON.parse(row.input) as Record<string, unknown>;
      await db
        .insertInto('runs')
        .values({
          id: row.id,
          service_type: 'speech_rescore',
          client_id: row.client_id,
          status: statuses[row.status],
          playground: 2,
          part_of: row.run_id,
          metadata: '{}',
          tags: '[]',
          input: JSON.stringify({
            ...recording,
            runId: row.run_id,
            speaker: row.speaker,
            requestedBy: row.requested_by,
          }),
          audio_duration_ms: row.audio_duration_ms,
          language: row.language,
          cost_credits: 0,
          lapses: 0,
          created_at: row.created_at,
          finished_at: row.finished_at,
          error_code: row.error_code,
          error_message: row.error_message,
        })
        .execute();
    }
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.sequence;
  }
}
