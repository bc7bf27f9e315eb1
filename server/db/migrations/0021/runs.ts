import { type Kysely, sql } from 'kysely';

/**
 * Runs and all that belongs to one. The large texts come last: SQLite reads a row from its beginning, so lists and counts never touch
 * the pages of a transcript.
 */
export async function createRunTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('cvs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text', (column) => column.notNull())
    .addColumn('page_count', 'integer')
    .addColumn('reading', 'text')
    .addColumn('profile', 'text')
    .addColumn('profile_as_of', 'text')
    .addColumn('parser_version', 'text')
    .addColumn('read_at', 'text')
    .execute();
  await db.schema.createIndex('cvs_content').on('cvs').columns(['client_id', 'sha256']).unique().execute();
  await db.schema
    .createTable('runs')
    .addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('service_type', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('project_id', 'text', (column) => column.references('projects.id'))
    .addColumn('api_key_id', 'text', (column) => column.references('api_keys.id'))
    .addColumn('external_id', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('playground', 'integer', (column) => column.notNull())
    .addColumn('audio_duration_ms', 'integer')
    .addColumn('language', 'text')
    .addColumn('cost_credits', 'integer', (column) => column.notNull())
    .addColumn('charged_credits', 'integer')
    .addColumn('balance_after', 'integer')
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('lapses', 'integer', (column) => column.notNull())
    .addColumn('progress_step', 'text')
    .addColumn('progress_fraction', 'double precision')
    .addColumn('part_of', 'text', (column) => column.references('runs.id'))
    .addColumn('job_id', 'text')
    .addColumn('rank_score', 'double precision')
    .addColumn('polled_at', 'text')
    .addColumn('cv_id', 'text', (column) => column.references('cvs.id'))
    .addColumn('deaths', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('alone', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('overall_score', 'double precision')
    .addColumn('vocabulary_score', 'double precision')
    .addColumn('fluency_score', 'double precision')
    .addColumn('accent_score', 'double precision')
    .addColumn('search_names', 'text')
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('input', 'text', (column) => column.notNull())
    .addColumn('summary', 'text')
    .addColumn('result', 'text')
    .execute();
  await createRunIndexes(db);
  await createTablesOfRuns(db);
}

async function createRunIndexes(db: Kysely<unknown>): Promise<void> {
  // Newest-first lists, alone and under each exact filter; lists never show playground runs.
  for (const filter of [[], ['status'], ['service_type'], ['external_id'], ['project_id']]) {
    await db.schema
      .createIndex(['runs_newest', ...filter].join('_by_'))
      .on('runs')
      .columns(['client_id', 'playground', ...filter, 'created_at', 'sequence'])
      .execute();
  }
  // A client's line, first come first served; runs without a lease; ended runs, by which the pace is known.
  await db.schema
    .createIndex('runs_line')
    .on('runs')
    .columns(['status', 'client_id', 'service_type', 'sequence'])
    .execute();
  await db.schema.createIndex('runs_pace').on('runs').columns(['service_type', 'finished_at']).execute();
  await db.schema
    .createIndex('runs_leases')
    .on('runs')
    .column('lease_owner')
    .where(sql.ref('lease_owner'), 'is not', sql.lit(null))
    .execute();
  await db.schema
    .createIndex('runs_parts')
    .on('runs')
    .columns(['part_of', 'sequence'])
    .where(sql.ref('part_of'), 'is not', sql.lit(null))
    .execute();
  // One process at a time, the first that asks.
  await db.schema
    .createIndex('runs_open_part')
    .on('runs')
    .column('part_of')
    .unique()
    .where(sql<boolean>`part_of is not null and finished_at is null`)
    .execute();
  // A client's runs in the order they ended: that is the order in which they become old.
  await db.schema
    .createIndex('runs_ended')
    .on('runs')
    .columns(['client_id', 'finished_at', 'sequence'])
    .execute();
  await db.schema
    .createIndex('runs_by_job')
    .on('runs')
    .columns(['client_id', 'job_id', 'rank_score'])
    .where(sql.ref('job_id'), 'is not', sql.lit(null))
    .execute();
  await db.schema
    .createIndex('runs_by_cv')
    .on('runs')
    .column('cv_id')
    .where(sql.ref('cv_id'), 'is not', sql.lit(null))
    .execute();
  await db.schema
    .createIndex('runs_alone')
    .on('runs')
    .column('id')
    .where(sql.ref('alone'), '=', sql.lit(1))
    .execute();
  for (const column of [
    ...['overall_score', 'vocabulary_score', 'fluency_score', 'accent_score'],
    'audio_duration_ms',
  ]) {
    await db.schema
      .createIndex(`runs_by_${column}`)
      .on('runs')
      .columns(['client_id', column, 'sequence'])
      .where(sql.ref(column), 'is not', sql.lit(null))
      .execute();
  }
  // The console's table of runs is searched and counted here without a look at the runs.
  await db.schema
    .createIndex('runs_search')
    .on('runs')
    .columns([
      ...['client_id', 'created_at', 'sequence', 'playground', 'external_id', 'id'],
      ...['service_type', 'status', 'project_id'],
    ])
    .execute();
}

async function createTablesOfRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('run_tags')
    .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('tag', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('run_tags_primary', ['run_id', 'tag'])
    .execute();
  await db.schema
    .createIndex('run_tags_runs')
    .on('run_tags')
    .columns(['client_id', 'tag', 'run_id'])
    .execute();
  await db.schema
    .createTable('run_metadata')
    .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id'))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('run_metadata_primary', ['run_id', 'key'])
    .execute();
  await db.schema
    .createIndex('run_metadata_runs')
    .on('run_metadata')
    .columns(['client_id', 'key', 'value', 'run_id'])
    .execute();
  await db.schema
    .createTable('run_outcomes')
    .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id'))
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('code', 'text')
    .addColumn('message', 'text')
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('output', 'text')
    .addPrimaryKeyConstraint('run_outcomes_primary', ['run_id', 'step'])
    .execute();
  await db.schema
    .createTable('run_versions')
    .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('replaced_at', 'text', (column) => column.notNull())
    .addColumn('replaced_by', 'text', (column) => column.notNull())
    .addColumn('summary', 'text')
    .addColumn('result', 'text')
    .addPrimaryKeyConstraint('run_versions_primary', ['run_id', 'version'])
    .execute();
}
