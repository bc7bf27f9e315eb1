import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { type KyselyPlugin, sql } from 'kysely';
import { openDatabase } from '#server/db/open-database.ts';
import { transaction } from '#server/db/transaction.ts';
import { isDatabaseAway, isOutOfSpace } from '#server/outages.ts';
import { cuttableWay } from '#test/support/cut-database.ts';
import { createDataLayer, newRun, succeeded } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';

dialectTest('a full disk is told as what it is, from within a transaction too', async ({ dialect, db }) => {
  if (dialect === 'PostgreSQL') return;
  const { identity } = createDataLayer(db);
  const { page_count: pages } = (await sql<{ page_count: number }>`pragma page_count`.execute(db)).rows[0]!;
  await sql`pragma max_page_count = ${sql.raw(String(pages))}`.execute(db);
  const name = 'x'.repeat(200);
  const fill = () =>
    transaction(db, async (trx) => {
      for (let count = 0; count < 500; count++) {
        await trx
          .insertInto('rate_windows')
          .values({ subject: `${name} ${count} ${Math.random()}`, count: 1, ends_at: 'x' })
          .execute();
      }
    });
  const error = await fill().then(
    () => assert.fail('there was room'),
    (caught: Error) => caught,
  );
  assert.ok(isOutOfSpace(error), `${error}`);
  assert.doesNotMatch(error.message, /rollback/);
  await sql`pragma max_page_count = 1000000`.execute(db);
  await fill();
  assert.ok((await identity.createClient({ name: 'Acme', credits: 0 })).id, 'and all goes on');
});

dialectTest('a short outage of the database is waited out', async ({ dialect, config, t }) => {
  if (dialect === 'SQLite') return;
  const way = await cuttableWay(config.databaseUrl!);
  const db = await openDatabase({ ...config, databaseUrl: way.url });
  t.after(async () => {
    await db.destroy();
    way.cut();
  });
  const { identity } = createDataLayer(db);
  const { id } = await identity.createClient({ name: 'Acme', credits: 0 });
  way.cut();
  setTimeout(way.restore, 1500);
  // Until the loss of idle connections has been noticed.
  await delay(50);
  const startedMs = performance.now();
  const clients = await Promise.all(
    Array.from({ length: 30 }, () => db.selectFrom('clients').select('id').where('id', '=', id).execute()),
  );
  assert.equal(clients.flat().length, 30);
  assert.ok(performance.now() - startedMs > 1000, 'it was away');
});

dialectTest('an outage that lasts is told as one', async ({ dialect, config, t }) => {
  if (dialect === 'SQLite') return;
  const way = await cuttableWay(config.databaseUrl!);
  const db = await openDatabase({ ...config, databaseUrl: way.url });
  t.after(async () => {
    await db.destroy();
    way.cut();
  });
  way.cut();
  const error = await sql`select 1`.execute(db).catch((caught: Error) => caught);
  assert.ok(isDatabaseAway(error), `${error}`);
});

dialectTest(
  'a speech run is charged once, at whichever statement the database goes away',
  async ({ dialect, config, db, t }) => {
    if (dialect === 'SQLite') return;
    const way = await cuttableWay(config.databaseUrl!);
    const life = { left: Number.POSITIVE_INFINITY, cuts: 0 };
    const outage = () => {
      life.left = Number.POSITIVE_INFINITY;
      life.cuts++;
      way.cut();
      setTimeout(way.restore, 100);
    };
    let cutsAfter = false;
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        if (--life.left === 0 && !cutsAfter) outage();
        return node;
      },
      transformResult: async ({ result }) => {
        if (life.left === 0) outage();
        return result;
      },
    };
    const cuttable = (await openDatabase({ ...config, databaseUrl: way.url })).withPlugin(plugin);
    t.after(async () => {
      await cuttable.destroy();
      way.cut();
    });
    const sound = createDataLayer(db);
    const shaken = createDataLayer(cuttable);
    const { id: clientId } = await sound.identity.createClient({ name: 'Acme', credits: 1000 });
    await sound.queue.registerWorker({ id: 'w', host: 'h', pid: 1, capabilities: {} });

    let charged = 0;
    for (let at = 1, reached = true; reached; at++) {
      reached = false;
      for (cutsAfter of [false, true]) {
        const { run } = await sound.runs.submit(newRun({ clientId }));
        const claimed = (await sound.queue.claim('w'))!;
        assert.equal(claimed.id, run.id);
        const { cuts } = life;
        life.left = at;
        // What the worker does when storing fails: the run is taken up again, by its stored outcomes.
        const settled = await shaken.queue.settle(claimed, 'w', succeeded(4)).catch((error: unknown) => {
          assert.ok(isDatabaseAway(error), `${error}`);
          return undefined;
        });
        life.left = Number.POSITIVE_INFINITY;
        reached ||= life.cuts > cuts;
        if (settled === undefined) await shaken.queue.settle(claimed, 'w', succeeded(4));
        charged += 4;
        const { status, chargedCredits } = (await sound.runs.find({ clientId, runId: run.id }))!;
        assert.deepEqual([status, chargedCredits], ['success', 4], `at ${at}`);
        const { balance, held } = await sound.credits.balance(clientId);
        assert.deepEqual([balance, held], [1000 - charged, 0], `at ${at}`);
      }
    }
    assert.ok(life.cuts >= 12, `${life.cuts} outages`);
  },
);
