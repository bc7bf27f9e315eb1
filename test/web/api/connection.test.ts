import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connection, createConnection } from '#server/web/console/api/connection.ts';
import { listen } from '#server/web/console/api/events.ts';
import { createQueries } from '#server/web/console/api/queries.ts';
import { reading } from '#server/web/console/api/reads.ts';
import { FakeEvents, replaceGlobal } from '#test/support/console-hooks.ts';

const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

test('a loss is told once, and ends by itself once the server is back and what was missed is here', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let isThere = false;
  const told: boolean[] = [];
  const deeds: string[] = [];
  const line = createConnection(async () => {
    deeds.push('looked');
    return isThere;
  });
  line.subscribe(() => told.push(line.isLost()));
  line.whenBack(async () => void deeds.push('caught up'));
  line.lost();
  line.lost();
  t.mock.timers.tick(2000);
  await settled();
  assert.deepEqual([told, deeds], [[true], ['looked']]);
  isThere = true;
  t.mock.timers.tick(2000);
  await settled();
  assert.deepEqual(
    [told, deeds],
    [
      [true, false],
      ['looked', 'looked', 'caught up'],
    ],
  );
});

test('a server that goes again while pages catch up is still lost', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let tries = 0;
  const line = createConnection(async () => true);
  line.subscribe(() => undefined);
  line.whenBack(async () => {
    if (tries++ === 0) line.lost();
  });
  line.lost();
  line.answered();
  await settled();
  assert.equal(line.isLost(), true);
  t.mock.timers.tick(2000);
  await settled();
  assert.equal(line.isLost(), false);
});

test('a doubt that proves wrong is no loss, one that proves right is', async () => {
  let isThere = true;
  const line = createConnection(async () => isThere);
  line.check();
  await settled();
  assert.equal(line.isLost(), false);
  isThere = false;
  line.check();
  await settled();
  assert.equal(line.isLost(), true);
  isThere = true;
  line.check();
  await settled();
  assert.equal(line.isLost(), false);
});

test('pages that asked in vain, or were answered by a gateway, ask again when the server is back', async (t) => {
  let answer: () => Promise<Response> = async () => Response.json({}, { status: 502 });
  replaceGlobal(t, 'fetch', () => answer());
  const queries = createQueries();
  t.after(() => queries.clear());
  const options = { ...reading('GET /installation/hearing'), retry: false };
  await assert.rejects(queries.fetchQuery(options), { code: 'NETWORK' });
  assert.equal(connection.isLost(), true);
  answer = async () => Promise.reject(new TypeError('Failed to fetch'));
  await assert.rejects(queries.fetchQuery(options), { code: 'NETWORK' });

  answer = async () => Response.json({ languages: null, advice: null });
  connection.answered();
  while (connection.isLost()) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(await queries.fetchQuery(options), { languages: null, advice: null });
});

test('a stream that was refused is opened again, one that was stopped is not', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  replaceGlobal(t, 'fetch', async () => Response.json({}));
  const opened = FakeEvents.replace(t);
  const events: unknown[] = [];
  const stop = listen('/events', (event) => events.push(event));
  opened[0]!.refuse();
  await settled();
  t.mock.timers.tick(3000);
  assert.equal(opened.length, 2);
  opened[1]!.tell({ status: 'processing' });
  assert.deepEqual(events, [{ status: 'processing' }]);
  opened[1]!.refuse();
  stop();
  t.mock.timers.tick(3000);
  assert.equal(opened.length, 2);
});
