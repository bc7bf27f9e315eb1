import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createWebhookSender } from '#server/engines/webhook-sender/sender.ts';

test('a network allowed to one client is allowed to no other', async (t) => {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const sender = createWebhookSender({ allowedNetworks: [{ clientId: 'one', network: '127.0.0.0/8' }] });
  assert.ok('url' in sender.checkUrl(url, 'one'));
  assert.ok('fault' in sender.checkUrl(url, 'two'));
  const send = (clientId: string) =>
    sender.send({ clientId, url, headers: {}, body: '{}', signal: new AbortController().signal });
  assert.equal((await send('two')).failure, 'refused_address');
  assert.equal((await send('one')).statusCode, 200);
});
