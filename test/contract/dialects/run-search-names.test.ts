import assert from 'node:assert/strict';
import { migrateToLatest } from '#server/db/migrate.ts';
import type { RunsService } from '#server/modules/runs/types.ts';
import { days } from '#server/time.ts';
import { createDataLayer } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { madeAt as at, migrationTest } from '#test/support/migration-test.ts';
import { MARK, storedRuns } from '#test/support/stored-runs.ts';

const foundBy = async (runs: RunsService, clientId: string, name: string) =>
  (await runs.list({ clientId, serviceType: 'cv_deepmatch', name, limit: 10, offset: 0 })).runs.map(
    ({ id }) => id,
  );

migrationTest('matches of an earlier release are found by candidate and file', '0013_cvs', async (db) => {
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
      run('a', { fileName: 'Doe_CV.pdf' }, { score: 71.5, candidateName: 'ŻANETA Doe' }),
      run('b', { fileName: 'anna.pdf' }, null),
      run('d', {}, null),
      // More than one batch.
      ...Array.from({ length: 500 }, (_, index) => run(`n-${index}`, { fileName: `${index}.pdf` }, null)),
    ])
    .execute();
  await migrateToLatest(db);
  const { runs } = createDataLayer(db);
  assert.deepEqual(await foundBy(runs, 'c', 'żaneta'), ['a']);
  assert.deepEqual(await foundBy(runs, 'c', 'doe_cv'), ['a']);
  assert.deepEqual(await foundBy(runs, 'c', 'ANNA'), ['b']);
  assert.deepEqual(await foundBy(runs, 'c', '499.'), ['n-499']);
});

dialectTest('nobody is found by a name that is no longer kept', async (context) => {
  const stored = await storedRuns(context.db, context.config);
  const { retention, clientId, clock, runs } = stored;
  await retention.setClient(clientId, { cvs: 10, results: 20 });
  const matchId = await stored.match();
  const names = async () => {
    const { search_names } = await context.db
      .selectFrom('runs')
      .select('search_names')
      .where('id', '=', matchId)
      .executeTakeFirstOrThrow();
    return search_names;
  };
  const mark = MARK.toLowerCase();
  assert.equal(await names(), `${mark}\n${mark}.pdf`);
  assert.deepEqual(await foundBy(runs, clientId, MARK), [matchId]);
  clock.advance(days(10));
  await retention.enforceIfDue('worker', new AbortController().signal);
  assert.equal(await names(), mark, 'the file has gone');
  clock.advance(days(10));
  await retention.enforceIfDue('worker', new AbortController().signal);
  assert.equal(await names(), null);
  assert.deepEqual(await foundBy(runs, clientId, MARK), []);
});
