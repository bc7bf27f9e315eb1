import assert from 'node:assert/strict';
import { migrateToLatest } from '#server/db/migrate.ts';
import { createDataLayer } from '#test/support/data-layer.ts';
import { madeAt as at, migrationTest } from '#test/support/migration-test.ts';

migrationTest(
  'jobs and matches of an earlier release get their version, job and rank',
  '0003_webhooks',
  async (db) => {
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
  },
);
