import assert from 'node:assert/strict';
import { Migrator } from 'kysely/migration';
import { migrateToLatest } from '#server/db/migrate.ts';
import * as first from '#server/db/migrations/0001_first.ts';
import * as jobs from '#server/db/migrations/0002_jobs.ts';
import * as webhooks from '#server/db/migrations/0003_webhooks.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createDataLayer } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';

/** As the release before job versions made them. */
const before = { '0001_first': first, '0002_jobs': jobs, '0003_webhooks': webhooks };

dialectTest(
  'jobs and matches of an earlier release get their version, job and rank',
  async ({ freshConfig }) => {
    const db = await openDatabase(await freshConfig(), { migrate: false });
    try {
      const migrator = new Migrator({ db, provider: { getMigrations: async () => before } });
      assert.equal((await migrator.migrateToLatest()).error, undefined);
      const at = '2026-01-01T00:00:00.000Z';
      await db
        .insertInto('clients')
        .values({
          id: 'c',
          name: 'Acme',
          active: 1,
          permissions: '[]',
          multilingual: 1,
          max_concurrent_runs: 8,
          credit_balance: 0,
          created_at: at,
        })
        .execute();
      await db
        .insertInto('jobs')
        .values({
          id: 'job',
          client_id: 'c',
          position_id: 'p',
          created_at: at,
          updated_at: at,
          archived_at: null,
          config: '{"requirements":{}}',
          description: 'Accountant',
        })
        .execute();
      const run = (id: string, input: object, summary: object | null) => ({
        id,
        service_type: 'cv_deepmatch',
        client_id: 'c',
        status: 'success' as const,
        playground: 0,
        metadata: '{}',
        tags: '[]',
        input: JSON.stringify(input),
        summary: summary && JSON.stringify(summary),
        cost_credits: 2,
        created_at: at,
        lapses: 0,
      });
      await db
        .insertInto('runs')
        .values([
          run('a', { jobId: 'job' }, { score: 71.5 }),
          run('b', { jobId: null }, { score: 12 }),
          run('c', { jobId: 'job' }, null),
          { ...run('d', {}, { scores: {} }), service_type: 'speech' },
        ])
        .execute();

      await migrateToLatest(db);
      const layer = createDataLayer(db);
      const versions = await layer.jobs.versions({ clientId: 'c', jobId: 'job' });
      assert.deepEqual(versions, [
        {
          number: 1,
          createdAt: at,
          author: null,
          positionId: 'p',
          config: { requirements: {} },
          description: 'Accountant',
        },
      ]);
      const ranked = await layer.runs.list({
        clientId: 'c',
        jobId: 'job',
        order: 'rank',
        limit: 10,
        offset: 0,
      });
      assert.deepEqual(
        ranked.runs.map(({ id }) => id),
        ['a', 'c'],
      );
      const scores = await db.selectFrom('runs').select(['id', 'rank_score']).orderBy('id').execute();
      assert.deepEqual(
        scores.map(({ id, rank_score }) => [id, rank_score]),
        [
          ['a', 71.5],
          ['b', 12],
          ['c', null],
          ['d', null],
        ],
      );
      const changed = await layer.jobs.update({ clientId: 'c', jobId: 'job' }, { description: 'Bookkeeper' });
      assert.equal(changed?.version, 2);
    } finally {
      await db.destroy();
    }
  },
);
