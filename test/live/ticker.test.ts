import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { startTicker } from '#server/live/ticker.ts';

const everyMs = 20;
/** As when other work takes so long. */
const holdUp = (durationMs: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs);

async function sockets(t: TestContext) {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const page = connect(port, '127.0.0.1');
  const [own] = (await once(server, 'connection')) as [typeof page];
  t.after(() => [page, own].map((socket) => socket.destroy()));
  return { page, own };
}

test('what came while the process was held up is read before its time is made up for', async (t) => {
  const { page, own } = await sockets(t);
  let come = 0;
  own.on('data', ({ length }) => {
    come += length;
  });
  const seen: number[] = [];
  const ticker = startTicker(everyMs, () => seen.push(come));
  t.after(() => ticker.stop());
  while (seen.length === 0) await turn();
  const before = seen.length;
  page.write(Buffer.alloc(10));
  holdUp(10 * everyMs);
  while (seen.length < before + 10) await turn();
  assert.deepEqual(seen.slice(before, before + 10), Array(10).fill(10));
});

test('a short hold-up is made up for little by little, a long one at once', async (t) => {
  for (const [frames, isAtOnce] of [
    [20, false],
    [75, true],
  ] as const) {
    let ticks = 0;
    const ticker = startTicker(everyMs, () => ticks++);
    t.after(() => ticker.stop());
    while (ticks === 0) await turn();
    ticks = 0;
    holdUp(frames * everyMs);
    while (ticks === 0) await turn();
    assert.equal(ticks >= frames, isAtOnce, `${ticks} of ${frames}`);
    ticker.stop();
  }
});
