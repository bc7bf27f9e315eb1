import assert from 'node:assert/strict';
import { migrateToLatest } from '#server/db/migrate.ts';
import { createDataLayer } from '#test/support/data-layer.ts';
import { madeAt as at, migrationTest } from '#test/support/migration-test.ts';

migrationTest('jobs of an earlier release get their titles, and keep them up', '0002_jobs', async (db) => {
  // More than one batch.
  const descriptions = Array.from({ length: 501 }, (_, index) => `Accountant ${index}\nCloses the books.`);
  descriptions[7] = `${'\n'.repeat(19_900)}This says nothing of the kind.`;
  await db
    .insertInto('jobs')
    .values(
      descriptions.map((description, index) => ({
        id: `job-${index}`,
        client_id: 'c',
        position_id: null,
        created_at: at,
        updated_at: at,
        archived_at: null,
        config: '{"requirements":{}}',
        description,
      })),
    )
    .execute();

  await migrateToLatest(db);
  const layer = createDataLayer(db);
  const titleOf = async (jobId: string) => (await layer.jobs.find({ clientId: 'c', jobId }))?.title;
  assert.equal(await titleOf('job-0'), 'Accountant 0');
  assert.equal(await titleOf('job-7'), '');
  assert.equal(await titleOf('job-500'), 'Accountant 500');

  await layer.jobs.update({ clientId: 'c', jobId: 'job-0' }, { description: 'Bookkeeper' });
  assert.equal(await titleOf('job-0'), 'Bookkeeper');
  await layer.jobs.create({
    clientId: 'c',
    id: 'new',
    positionId: null,
    description: 'Position: Cook',
    config: (await layer.jobs.find({ clientId: 'c', jobId: 'job-0' }))!.config,
  });
  const { jobs: newest } = await layer.jobs.list({ clientId: 'c', status: 'active', limit: 1 });
  assert.equal(newest[0]!.title, 'Cook');
});
