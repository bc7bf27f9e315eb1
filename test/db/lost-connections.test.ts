import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { sessionLimits, watchConnections } from '#server/db/dialects/lost-connections.ts';
import { isDatabaseAway } from '#server/outages.ts';
import { cuttableWay } from '#test/support/cut-database.ts';
import { freshPostgres, withoutPostgres } from '#test/support/fresh-postgres.ts';

const quick = { patienceMs: 200, lookEveryMs: 50 };

test('a statement whose connection went without a word fails, and one that takes its time does not', {
  skip: withoutPostgres,
}, async (t) => {
  const way = await cuttableWay(await freshPostgres());
  const pool = new pg.Pool({ connectionString: way.url, max: 2 });
  t.after(async () => {
    await pool.end();
    way.cut();
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  watchConnections(pool, { connectionString: way.url }, quick);
  const slow = await pool.query<{ slept: string }>(`select pg_sleep(1), 'slept' as slept`);
  assert.equal(slow.rows[0]!.slept, 'slept');

  const client = await pool.connect();
  way.freeze();
  const error: unknown = await client.query('select 1').then(
    () => assert.fail('it was cut off'),
    (caught: unknown) => caught,
  );
  assert.ok(isDatabaseAway(error), `${error}`);
  client.release(true);
  assert.equal((await pool.query('select 1 as one')).rows[0].one, 1, 'and all goes on');
});

test('a server lets go of what a client has locked that is cut off', { skip: withoutPostgres }, async (t) => {
  const client = new pg.Client(await freshPostgres());
  await client.connect();
  t.after(() => client.end());
  await client.query(sessionLimits);
  const shown = async (name: string) => (await client.query(`show ${name}`)).rows[0][name] as string;
  assert.equal(await shown('idle_in_transaction_session_timeout'), '20s');
  assert.equal(await shown('tcp_keepalives_idle'), '10');
  assert.equal(await shown('tcp_user_timeout'), '20000');
});
