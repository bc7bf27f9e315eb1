import assert from 'node:assert/strict';
import { type HeldLease, leasesOf } from '#server/db/leases.ts';
import { transaction } from '#server/db/transaction.ts';
import { createSchedule } from '#server/modules/installation/schedule.ts';
import { isoTime, seconds } from '#server/time.ts';
import { crashed, createDataLayer, newRun } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { webhooksOn } from '#test/support/webhooks.ts';

const at = (second: number) => isoTime(Date.parse('2026-03-01T09:00:00.000Z') + seconds(second));
const jobs = leasesOf('scheduled_jobs');
const runs = leasesOf('runs');

dialectTest(
  'a lease is one process’s until it gives it back or stops renewing it',
  async ({ db, openAnother }) => {
    const other = await openAnother();
    await db
      .insertInto('scheduled_jobs')
      .values([
        { name: 'a', due_at: at(0) },
        { name: 'b', due_at: at(0) },
      ])
      .execute();
    const claim = (owner: string, second: number, handle = db) =>
      jobs.claim(
        handle,
        { owner, nowIso: at(second), untilIso: at(second + 10) },
        (rows) => rows.orderBy('name'),
        () => ({ started_at: at(second) }),
      );
    const both = await Promise.all([claim('w', 0), claim('x', 0, other)]);
    assert.deepEqual(both.map((row) => row?.name).sort(), ['a', 'b'], 'never the same');
    assert.equal(both[0]!.started_at, at(0));
    assert.equal(await claim('y', 5), undefined);

    const held = { key: both[0]!.name, owner: 'w' };
    assert.equal(await jobs.renew(db, held, at(20)), true);
    assert.equal(await jobs.renew(db, { ...held, owner: 'y' }, at(20)), false);
    assert.equal((await claim('y', 15))?.name, both[1]!.name, 'the lease of x has lapsed');
    assert.equal(await jobs.release(db, { ...held, owner: 'x' }), false);
    assert.equal(await jobs.release(db, held, { due_at: at(60) }), true);
    assert.deepEqual(await jobs.held(db), [{ key: both[1]!.name, owner: 'y', until: at(25) }]);
    assert.equal((await claim('z', 16))?.due_at, at(60));
  },
);

dialectTest('where lapses count, what lapsed is free only once that was counted', async ({ db }) => {
  const layer = createDataLayer(db);
  const { id: clientId } = await layer.identity.createClient({ name: 'Acme', credits: 100 });
  await layer.runs.submit(newRun({ clientId, id: 'r' }));
  const claim = (owner: string, second: number) =>
    runs.claim(db, { owner, nowIso: at(second), untilIso: at(second + 10) }, (rows) => rows);
  assert.equal((await claim('w', 0))?.id, 'r');
  assert.equal(await claim('x', 100), undefined);
  const [lease] = (await runs.held(db)) as [HeldLease];
  assert.equal(await runs.renew(db, lease, at(30)), true);
  assert.equal(await runs.free(db, lease), false, 'it was renewed since it was read');
  assert.equal(await runs.free(db, { ...lease, until: at(30) }, { lapses: 1 }), true);
  assert.deepEqual([(await claim('x', 31))?.lapses, await runs.renew(db, lease, at(60))], [1, false]);
});

dialectTest('nothing that waits for work writes while there is none', async ({ db, openAnother }) => {
  const layer = createDataLayer(db);
  const { outbox } = webhooksOn({ db, clock: layer.clock });
  const schedule = createSchedule(layer);
  await (await schedule.claim('retention', 'w'))!.finish(layer.clock.now() + seconds(60), {});
  // Another writer would now wait for this transaction, and it for that writer.
  await transaction(await openAnother(), async (trx) => {
    await trx.updateTable('scheduled_jobs').set({ error: null }).execute();
    assert.equal(await layer.queue.claim('w', 'speech'), undefined);
    assert.equal(await outbox.claim({ owner: 'w', fullReceivers: [], fullClients: [] }), undefined);
    assert.equal(await schedule.claim('retention', 'w'), undefined);
    assert.deepEqual(await layer.queue.recoverLapsed([crashed('w')]), { freed: [], stuck: [] });
  });
});
