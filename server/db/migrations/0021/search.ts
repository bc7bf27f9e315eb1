import { type Kysely, sql } from 'kysely';

import { createWords, vectorColumn } from '../../dialects/text-index.ts';

/** CV search: corpora of candidates, their words and vectors, and what searches found. */
export async function createSearchTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('corpora')
    .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('client_id', 'text', (column) => column.notNull().references('clients.id'))
    .addColumn('corpus_id', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('candidates', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('corpora_of_client', ['client_id', 'corpus_id'])
    .execute();

  await db.schema
    .createTable('candidates')
    .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('corpus', 'integer', (column) => column.notNull().references('corpora.number'))
    .addColumn('external_id', 'text', (column) => column.notNull())
    .addColumn('content_hash', 'text', (column) => column.notNull())
    .addColumn('text_hash', 'text', (column) => column.notNull())
    .addColumn('cv', 'text', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('lists', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('embedding_status', 'text', (column) => column.notNull())
    .addColumn('embedding_error', 'text')
    .addColumn('embedding_model', 'text')
    .addColumn('embedded_at', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('candidates_of_corpus', ['corpus', 'external_id'])
    .execute();
  await db.schema.createIndex('candidates_newest').on('candidates').columns(['corpus', 'number']).execute();
  // Counts per corpus and status, without a look at the CVs.
  await db.schema
    .createIndex('candidates_by_status')
    .on('candidates')
    .columns(['corpus', 'embedding_status', 'number'])
    .execute();
  await db.schema
    .createIndex('candidates_to_embed')
    .on('candidates')
    .column('number')
    .where(sql.ref('embedding_status'), '=', sql.lit('pending'))
    .execute();

  await db.schema
    .createTable('candidate_tags')
    .addColumn('candidate', 'integer', (column) =>
      column.notNull().references('candidates.number').onDelete('cascade'),
    )
    .addColumn('corpus', 'integer', (column) => column.notNull())
    .addColumn('tag', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('candidate_tags_primary', ['candidate', 'tag'])
    .execute();
  await db.schema
    .createIndex('candidate_tags_by_tag')
    .on('candidate_tags')
    .columns(['corpus', 'tag', 'candidate'])
    .execute();

  await db.schema
    .createTable('candidate_vectors')
    .addColumn('candidate', 'integer', (column) =>
      column.primaryKey().references('candidates.number').onDelete('cascade'),
    )
    .addColumn('corpus', 'integer', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('vector', vectorColumn(db), (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('candidate_vectors_newest')
    .on('candidate_vectors')
    .columns(['corpus', 'revision'])
    .execute();

  await createWords(db);

  await db.schema
    .createTable('search_results')
    .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id'))
    .addColumn('rank', 'integer', (column) => column.notNull())
    .addColumn('corpus', 'integer', (column) => column.notNull())
    .addColumn('external_id', 'text', (column) => column.notNull())
    .addColumn('score', 'double precision', (column) => column.notNull())
    .addColumn('row', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('search_results_primary', ['run_id', 'rank'])
    .execute();
  await db.schema
    .createIndex('search_results_of_candidate')
    .on('search_results')
    .columns(['corpus', 'external_id'])
    .execute();
}
