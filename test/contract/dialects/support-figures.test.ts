import assert from 'node:assert/strict';
import { appliedMigrations, migrationNames } from '#server/db/migrate.ts';
import { rowCounts } from '#server/db/row-counts.ts';
import { creditFigures } from '#server/modules/credits/figures.ts';
import { failureCodes, openRuns, stepTimes, storedRuns } from '#server/modules/runs/figures.ts';
import { attemptOutcomes, waitingWebhooks, webhooksGivenUp } from '#server/modules/webhooks/figures.ts';
import { isoTime, seconds } from '#server/time.ts';
import { createDataLayer, failed, newRun, succeeded } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { announce, webhooksOn } from '#test/support/webhooks.ts';

dialectTest('what a support bundle counts is what there is, and names no person', async ({ db }) => {
  const { runs, queue, identity, clock } = createDataLayer(db);
  const { id: clientId } = await identity.createClient({ name: 'Acme', credits: 100, maxConcurrentRuns: 4 });
  await queue.registerWorker({ id: 'w', host: 'h', pid: 1, capabilities: {} });
  const submittedAt = isoTime(clock.now());
  for (const id of ['one', 'two', 'three', 'four', 'five']) await runs.submit(newRun({ clientId, id }));
  const first = (await queue.claim('w'))!;
  const outcome = { output: {}, code: null, message: null, startedAt: submittedAt };
  await queue.saveOutcome(first.id, 'w', 0, { step: 'decode', status: 'ok', durationMs: 700, ...outcome });
  await queue.settle(first, 'w', succeeded(4));
  await queue.settle((await queue.claim('w'))!, 'w', failed);
  await queue.claim('w');
  await runs.submit(newRun({ clientId, id: 'six' }));
  await runs.submit(newRun({ clientId, id: 'seven' }));

  const open = await openRuns(db);
  const count = (state: string) => open.find((one) => one.state === state)?.count;
  assert.deepEqual([count('running'), count('waiting'), count('queued')], [1, 3, 1]);
  assert.equal(open.find(({ state }) => state === 'running')?.oldestAt, submittedAt);
  assert.deepEqual(
    (await storedRuns(db)).sort((a, b) => a.status.localeCompare(b.status)),
    [
      { serviceType: 'speech', status: 'failed', count: 1 },
      { serviceType: 'speech', status: 'success', count: 1 },
    ],
  );
  assert.deepEqual(await failureCodes(db), [{ serviceType: 'speech', code: failed.error!.code, count: 1 }]);
  assert.deepEqual(await stepTimes(db, 10), [
    { serviceType: 'speech', step: 'decode', status: 'ok', durationMs: 700 },
  ]);
  const credits = await creditFigures(db);
  assert.equal(credits.moved.find(({ type }) => type === 'debit')?.credits, 4);
  assert.ok(credits.held > 0);

  const webhooks = webhooksOn({ db, clock });
  const url = 'https://hooks.people.example/assay';
  await announce({ db }, webhooks, { clientId, url });
  const announcedAt = isoTime(clock.now());
  assert.deepEqual(await waitingWebhooks(db), { waiting: 1, retrying: 0, oldestAt: announcedAt });
  assert.deepEqual(await attemptOutcomes(db), []);
  clock.advance(seconds(60));
  await db
    .updateTable('webhook_messages')
    .set({ status: 'failed', next_attempt_at: null, ended_at: isoTime(clock.now()) })
    .execute();
  assert.deepEqual(await waitingWebhooks(db), { waiting: 0, retrying: 0, oldestAt: null });
  assert.deepEqual([await webhooksGivenUp(db, announcedAt), await webhooksGivenUp(db, '9')], [1, 0]);

  const rows = new Map((await rowCounts(db)).map(({ table, rows }) => [table, rows]));
  assert.deepEqual([rows.get('runs'), rows.get('clients'), rows.get('webhook_messages')], [7, 1, 1]);
  const migrations = (await appliedMigrations(db))!;
  assert.equal(migrations[0], migrationNames[0]);
  assert.deepEqual(migrations, migrations.toSorted());
});
