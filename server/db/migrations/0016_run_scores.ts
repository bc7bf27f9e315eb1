import { type Kysely, sql } from 'kysely';

const scores = ['overall', 'vocabulary', 'fluency', 'accent'] as const;

/**
 * The console's table of runs is sorted here, by a score or by how long the recordings are, and counted, which has to look
 * at every run of the client and finds all it asks in one index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const score of scores) {
    await db.schema.alterTable('runs').addColumn(`${score}_score`, 'double precision').execute();
  }
  await fillRuns(db as Kysely<Filled>);
  for (const column of [...scores.map((score) => `${score}_score`), 'audio_duration_ms']) {
    await db.schema
      .createIndex(`runs_by_${column}`)
      .on('runs')
      .columns(['client_id', column, 'sequence'])
      .where(sql.ref(column), 'is not', sql.lit(null))
      .execute();
  }
  await db.schema.dropIndex('runs_search').execute();
  await db.schema
    .createIndex('runs_search')
    .on('runs')
    .columns([
      ...['client_id', 'created_at', 'sequence', 'playground', 'external_id', 'id'],
      ...['service_type', 'status', 'project_id'],
    ])
    .execute();
}

interface Filled {
  runs: { sequence: number; service_type: string; summary: string | null } & Record<
    `${(typeof scores)[number]}_score`,
    number | null
  >;
}

const BATCH = 500;

async function fillRuns(db: Kysely<Filled>): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('runs')
      .select(['sequence', 'summary'])
      .where('service_type', '=', 'speech')
      .where('summary', 'is not', null)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(BATCH)
      .execute();
    for (const { sequence, summary } of rows) {
      const { scores: found = {} } = JSON.parse(summary!) as { scores?: Record<string, number | null> };
      await db
        .updateTable('runs')
        .set(Object.fromEntries(scores.map((score) => [`${score}_score`, found[score] ?? null])))
        .where('sequence', '=', sequence)
        .execute();
    }
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.sequence;
  }
}
