import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type TestContext, test } from 'node:test';
import { createAddressPolicy } from '#server/engines/webhook-sender/address-policy.ts';
import { createPinnedSender } from '#server/engines/webhook-sender/pinned-sender.ts';
import { createHostResolver } from '#server/engines/webhook-sender/resolve-host.ts';
import { startDns } from '#test/support/dns-server.ts';
import { makeCertificate, noOpenssl, startReceiver } from '#test/support/webhook-receiver.ts';

const body = '{"event":"cvdeepmatch.finished"}';
const never = () => new AbortController().signal;

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));

function senderFor(options: {
  allowed?: string[];
  dns?: string;
  trusted?: string[];
  timeoutMs?: number;
  own?: string[];
}) {
  const { allowed = [], own = ownAddresses() } = options;
  const sender = createPinnedSender({
    policy: createAddressPolicy({ allowedNetworks: allowed, ownAddresses: () => own }),
    resolveHost: createHostResolver({ nameServers: [options.dns ?? '127.0.0.1:9'] }),
    hasAllowedNetworks: allowed.length > 0,
    ...(options.trusted && { certificateAuthorities: options.trusted }),
    timeoutMs: options.timeoutMs ?? 4000,
  });
  return (url: string, signal = never()) =>
    sender.send({ clientId: 'c', url, headers: { 'content-type': 'application/json' }, body, signal });
}

/** Listens on every address of the machine: whatever leads here, this machine can be reached by. */
async function startTrap(t: TestContext) {
  const trap = { connections: 0, port: 0 };
  const server = createServer((socket) => {
    trap.connections++;
    socket.destroy();
  });
  server.listen({ port: 0, host: '::', ipv6Only: false });
  await once(server, 'listening').catch(async () => {
    server.listen({ port: 0, host: '0.0.0.0' });
    await once(server, 'listening');
  });
  trap.port = (server.address() as AddressInfo).port;
  t.after(() => server.close());
  return trap;
}

async function canReach(address: string, port: number): Promise<boolean> {
  const socket = connect({ host: address, port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

test('a control: the trap is reached by every way to this machine that a plain client takes', async (t) => {
  const trap = await startTrap(t);
  for (const address of ['127.0.0.1', '127.8.9.1', '0.0.0.0']) {
    assert.ok(await canReach(address, trap.port), address);
  }
});

// What a stranger's name server may answer. `null` stands for the machine's own first address on a real network.
for (const [why, answers] of [
  ['loopback', ['127.0.0.1']],
  ['loopback elsewhere in its block', ['127.8.9.1']],
  ['all zeros, which Linux takes for loopback', ['0.0.0.0']],
  ['IPv6 loopback', ['::1']],
  ['IPv6 unspecified', ['::']],
  ['IPv4-mapped loopback', ['::ffff:127.0.0.1']],
  ['IPv4-compatible loopback', ['::127.0.0.1']],
  ['NAT64 loopback', ['64:ff9b::7f00:1']],
  ['6to4 loopback', ['2002:7f00:1::1']],
  ['the machine itself', null],
  ['a private network', ['10.0.0.1']],
  ['another private network', ['192.168.0.1']],
  ['a third private network', ['172.16.0.1']],
  ['the metadata service of clouds', ['169.254.169.254']],
  ["a carrier's range", ['100.100.100.200']],
  ['multicast', ['224.0.0.1']],
  ['unique local IPv6', ['fd00:ec2::254']],
  ['link-local IPv6', ['fe80::1']],
  ['a public address first, loopback second', ['93.184.216.34', '127.0.0.1']],
  ['loopback first, a public address second', ['127.0.0.1', '93.184.216.34']],
  ['a public IPv4 and a loopback IPv6', ['93.184.216.34', '::1']],
  ['a loopback IPv4 and a public IPv6', ['127.0.0.1', '2606:2800:220:1::1']],
  ['an alias of loopback', ['cname:inside.example', '127.0.0.1']],
  ['an alias that ends in a private network', ['cname:a.example', 'cname:b.example', '10.9.8.7']],
] as const) {
  test(`nothing is sent to a name that leads to ${why}`, async (t) => {
    const own = ownAddresses().find((address) => !/^(127\.|::1|fe80)/.test(address));
    if (!answers && !own) return t.skip('this machine has no network');
    const trap = await startTrap(t);
    const dns = await startDns(t, { 'evil.example': [answers ?? [own!]] });
    const send = senderFor({ dns: dns.address });
    const result = await send(`https://evil.example:${trap.port}/`);
    assert.deepEqual(
      [result.failure, result.statusCode, result.remoteAddress, trap.connections],
      ['refused_address', null, null, 0],
    );
    assert.match(result.error!, /does not lead to a public host/);
  });
}

for (const host of [
  '127.0.0.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  'localhost',
  'x.localhost',
  'user:pass@127.0.0.1',
  'example.com@127.0.0.1',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
]) {
  test(`nothing is sent to ${host}, although its URL was never checked before`, async (t) => {
    const trap = await startTrap(t);
    const send = senderFor({});
    for (const scheme of ['https', 'http']) {
      const result = await send(`${scheme}://${host}:${trap.port}/`);
      assert.deepEqual([result.failure, trap.connections], ['refused_address', 0]);
    }
  });
}

test('a name is asked for once, and the connection goes where that answer led, not where the next one leads', async (t) => {
  const meant = await startReceiver(t, { host: '127.0.0.1' });
  // On the same port of another address, as a rebinding needs it.
  const trap = await startReceiver(t, { host: '127.0.0.2', port: meant.port });
  const dns = await startDns(t, { 'rebinding.example': [['127.0.0.1'], ['127.0.0.2']] });
  const send = senderFor({ dns: dns.address, allowed: ['127.0.0.1/32'] });
  const url = `http://rebinding.example:${meant.port}/hook?x=1`;
  const first = await send(url);
  assert.deepEqual([first.statusCode, first.remoteAddress], [200, '127.0.0.1']);
  assert.deepEqual([...dns.questions].sort(), ['A rebinding.example', 'AAAA rebinding.example']);
  assert.deepEqual(
    meant.received.map(({ path, headers, body: text }) => [path, headers.host, text]),
    [['/hook?x=1', `rebinding.example:${meant.port}`, body]],
  );
  const second = await send(url);
  assert.equal(second.failure, 'refused_address');
  assert.equal(trap.connections, 0);
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect (${status}) is told and not followed`, async (t) => {
    const trap = await startReceiver(t, { host: '127.0.0.2' });
    const receiver = await startReceiver(t, {
      answer: (response) =>
        response.writeHead(status, { location: `http://127.0.0.2:${trap.port}/inside` }).end(),
    });
    const send = senderFor({ allowed: ['127.0.0.0/8'] });
    const result = await send(`http://127.0.0.1:${receiver.port}/`);
    assert.deepEqual([result.statusCode, trap.connections], [status, 0]);
  });
}

test('plain HTTP reaches allow-listed networks only, also by name', async (t) => {
  const trap = await startTrap(t);
  const dns = await startDns(t, { 'public.example': [['93.184.216.34']], 'lan.example': [['127.0.0.1']] });
  const send = senderFor({ dns: dns.address, allowed: ['10.0.0.0/8'] });
  assert.match((await send('http://public.example/')).error!, /use https/);
  assert.equal((await send(`http://lan.example:${trap.port}/`)).failure, 'refused_address');
  assert.equal(trap.connections, 0);
});

test('proxies of the environment are not asked', async (t) => {
  const proxy = await startTrap(t);
  const receiver = await startReceiver(t);
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'NODE_USE_ENV_PROXY'] as const;
  const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  t.after(() => {
    for (const name of names) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });
  for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
  process.env.NODE_USE_ENV_PROXY = '1';
  const result = await senderFor({ allowed: ['127.0.0.0/8'] })(`http://127.0.0.1:${receiver.port}/`);
  assert.deepEqual([result.statusCode, proxy.connections], [200, 0]);
});

test('certificates are verified against the name in the URL, over the pinned connection', async (t) => {
  const certificate = makeCertificate(['DNS:hooks.example', 'IP:127.0.0.1']);
  if (!certificate) return t.skip(noOpenssl);
  const receiver = await startReceiver(t, { certificate });
  const dns = await startDns(t, { 'hooks.example': [['127.0.0.1']], 'other.example': [['127.0.0.1']] });
  const trusting = senderFor({ dns: dns.address, allowed: ['127.0.0.0/8'], trusted: [certificate.cert] });
  for (const host of ['hooks.example', '127.0.0.1']) {
    const result = await trusting(`https://${host}:${receiver.port}/`);
    assert.deepEqual([result.statusCode, result.answerExcerpt, result.error], [200, 'thank you', null]);
  }
  const elsewhere = await trusting(`https://other.example:${receiver.port}/`);
  assert.deepEqual([elsewhere.failure, elsewhere.statusCode], ['tls', null]);
  const distrusting = senderFor({ dns: dns.address, allowed: ['127.0.0.0/8'] });
  const selfSigned = await distrusting(`https://hooks.example:${receiver.port}/`);
  assert.match(selfSigned.error!, /^No secure connection could be made: /);
  assert.equal(receiver.received.length, 2);
});

test('no setting of the environment turns certificates off', async (t) => {
  const certificate = makeCertificate(['DNS:hooks.example']);
  if (!certificate) return t.skip(noOpenssl);
  const receiver = await startReceiver(t, { certificate });
  const dns = await startDns(t, { 'hooks.example': [['127.0.0.1']] });
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  t.after(() => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  });
  const send = senderFor({ dns: dns.address, allowed: ['127.0.0.0/8'] });
  assert.equal((await send(`https://hooks.example:${receiver.port}/`)).failure, 'tls');
  assert.equal(receiver.received.length, 0);
});

test('the peer is judged once more when connected, before it hears a word', async (t) => {
  const heard: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => heard.push(chunk));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  let judged = 0;
  const sender = createPinnedSender({
    // Good while the name is looked up, an address of this machine a moment later.
    policy: { isAllowListed: () => true, refusal: () => (judged++ === 0 ? null : 'this machine itself') },
    resolveHost: async () => ['127.0.0.1'],
    hasAllowedNetworks: true,
  });
  const { port } = server.address() as AddressInfo;
  for (const scheme of ['http', 'https']) {
    judged = 0;
    const url = `${scheme}://hooks.example:${port}/`;
    const result = await sender.send({ clientId: 'c', url, headers: {}, body, signal: never() });
    assert.deepEqual([result.failure, judged], ['refused_address', 2]);
  }
  assert.equal(Buffer.concat(heard).length, 0);
});

test('a plain HTTP server behind https:// is a failed secure connection', async (t) => {
  const receiver = await startReceiver(t);
  const result = await senderFor({ allowed: ['127.0.0.0/8'] })(`https://127.0.0.1:${receiver.port}/`);
  assert.equal(result.failure, 'tls');
  assert.equal(receiver.received.length, 0);
});

for (const [what, behave, failure] of [
  ['says nothing', () => undefined, 'timeout'],
  ['resets', (socket: Socket) => socket.resetAndDestroy(), 'connection'],
  ['closes', (socket: Socket) => socket.end(), 'connection'],
  ['talks nonsense', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9\r\n'), 'connection'],
  [
    'sends headers without end',
    (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\n${'X-Filler: 0123456789\r\n'.repeat(2000)}`),
    'connection',
  ],
  [
    'drips one header a moment',
    (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('X: y\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    },
    'timeout',
  ],
  [
    'goes on informing',
    (socket: Socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    },
    'timeout',
  ],
] as const) {
  test(`a receiver that ${what} ends the try in time (${failure})`, async (t) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => behave(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const send = senderFor({ allowed: ['127.0.0.0/8'], timeoutMs: 400 });
    const result = await send(`http://127.0.0.1:${port}/`);
    assert.deepEqual([result.failure, result.statusCode, result.remoteAddress], [failure, null, '127.0.0.1']);
    assert.ok(result.error);
  });
}

test('an answer counts from its status line, whatever becomes of its body', async (t) => {
  const receiver = await startReceiver(t, {
    answer: (response) => {
      response.writeHead(202, { 'retry-after': '7' });
      response.write('first \u001b[31mred\u0000 words ');
      const timer = setInterval(() => response.write('and more '.repeat(50)), 20);
      response.on('close', () => clearInterval(timer));
    },
  });
  const result = await senderFor({ allowed: ['127.0.0.0/8'] })(`http://127.0.0.1:${receiver.port}/`);
  assert.deepEqual([result.statusCode, result.failure, result.retryAfter], [202, null, '7']);
  assert.match(result.answerExcerpt!, /^first {2}\[31mred {1,2}words and more/);
  assert.ok(result.answerExcerpt!.length <= 500);
});

test('names that do not exist, and name servers that are silent, end the try', async (t) => {
  const dns = await startDns(t, { 'silent.example': 'silent', 'empty.example': [[]] });
  const send = senderFor({ dns: dns.address, timeoutMs: 400 });
  assert.equal((await send('https://nowhere.example/')).failure, 'dns');
  assert.equal((await send('https://empty.example/')).failure, 'dns');
  assert.equal((await send('https://silent.example/')).failure, 'timeout');
});

test('a closed port is a failed connection with a reason', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const result = await senderFor({ allowed: ['127.0.0.0/8'] })(`http://127.0.0.1:${port}/`);
  assert.equal(result.failure, 'connection');
  assert.match(result.error!, /ECONNREFUSED/);
});

test('a try that is called off says so to its caller alone', async (t) => {
  const receiver = await startReceiver(t, { answer: () => undefined });
  const callOff = new AbortController();
  const sending = senderFor({ allowed: ['127.0.0.0/8'] })(
    `http://127.0.0.1:${receiver.port}/`,
    callOff.signal,
  );
  while (receiver.received.length === 0) await new Promise((done) => setTimeout(done, 5));
  const reason = new Error('The process stops.');
  callOff.abort(reason);
  await assert.rejects(sending, reason);
});
