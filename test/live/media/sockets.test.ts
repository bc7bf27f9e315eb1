import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { NetworkInterfaceInfo } from 'node:os';
import { test } from 'node:test';
import type { Packet } from '#server/live/media/peer-messages.ts';
import { openSockets, ownAddresses } from '#server/live/media/sockets.ts';

const entry = (address: string, internal = false) =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo;
const machine = {
  lo: [entry('127.0.0.1', true), entry('::1', true)],
  eth0: [entry('192.0.2.2'), entry('fe80::1'), entry('2001:db8::2')],
  eth1: [entry('169.254.3.4'), entry('10.0.0.2')],
};

test('pages are told the address of the settings alone, or all that others can reach', () => {
  assert.deepEqual(ownAddresses('10.0.0.2', machine), ['10.0.0.2']);
  assert.deepEqual(ownAddresses('127.0.0.1', machine), ['127.0.0.1']);
  assert.deepEqual(ownAddresses('0.0.0.0', machine), ['192.0.2.2', '10.0.0.2']);
  assert.deepEqual(ownAddresses('::', machine), ['192.0.2.2', '2001:db8::2', '10.0.0.2']);
  assert.deepEqual(
    ownAddresses('0.0.0.0', { lo: machine.lo }),
    ['127.0.0.1'],
    'of a machine that has no other',
  );
});

test('a program reaches no address of this machine but those that have written, and none without a port', async (t) => {
  const other = createSocket('udp4');
  t.after(() => other.close());
  other.bind(0, '127.0.0.1');
  await once(other, 'listening');
  const got: string[] = [];
  other.on('message', (data) => got.push(String(data)));
  const came = Promise.withResolvers<Packet>();
  const sockets = await openSockets({ hosts: ['127.0.0.1'], portRange: null, servers: [] }, came.resolve);
  t.after(() => sockets.close());
  const { port } = other.address();
  const send = (text: string, to = '127.0.0.1', at = port) =>
    sockets.send({ socket: 0, peer: { address: to, port: at }, data: Buffer.from(text) });
  send('before');
  send('by a name', 'localhost');
  send('elsewhere', '::1');
  sockets.send({ socket: 9, peer: { address: '127.0.0.1', port }, data: Buffer.from('from nowhere') });
  other.send('hello', sockets.addresses[0]!.port, '127.0.0.1');
  assert.equal(String((await came.promise).data), 'hello');
  send('no port', '127.0.0.1', 0);
  const answered = once(other, 'message');
  send('after');
  await answered;
  assert.deepEqual(got, ['after']);
});

test('ports are those of the range, and a free one is found while there is one', async (t) => {
  const on = () => undefined;
  const range = { min: 47_311, max: 47_313 };
  const all = [];
  for (let left = 3; left > 0; left--) {
    const sockets = await openSockets({ hosts: ['127.0.0.1'], portRange: range, servers: [] }, on);
    t.after(() => sockets.close());
    all.push(sockets.addresses[0]!.port);
  }
  assert.deepEqual(all.sort(), [47_311, 47_312, 47_313]);
  await assert.rejects(
    openSockets({ hosts: ['127.0.0.1'], portRange: range, servers: [] }, on),
    /127\.0\.0\.1 from 47311 to 47313/,
  );
});
