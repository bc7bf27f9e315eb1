import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createReach } from '#server/engines/language-model/reach.ts';

for (const [status, found] of [
  [200, 'healthy'],
  [404, 'configured'],
  [401, 'unhealthy'],
  [500, 'unhealthy'],
  [302, 'unreachable'],
] as const) {
  test(`a language model that answers ${status} is ${found}, asked once however often health is`, async (t) => {
    const asked: unknown[] = [];
    const server = createServer(({ url, headers }, response) => {
      asked.push([url, headers.authorization]);
      response.writeHead(status, { location: '/elsewhere' }).end('{}');
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    t.after(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
    const { check } = createReach({ url, name: 'm', key: 'secret' });
    assert.deepEqual([await check(), await check()], [found, found]);
    assert.deepEqual(asked, [['/v1/models', 'Bearer secret']]);
  });
}

test('a language model that is not there is unreachable', async () => {
  const { check } = createReach({ url: 'http://127.0.0.1:9', name: 'm', key: null });
  assert.equal(await check(), 'unreachable');
});
