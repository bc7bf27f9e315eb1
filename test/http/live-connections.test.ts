import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { livePath } from '#server/live/protocol.ts';
import { buildTestApp } from '#test/support/build-test-app.ts';

/** An api process before a live process that takes every page, and is found after a moment. */
async function scene(
  t: TestContext,
  { trustProxy = [], refusedWith }: { trustProxy?: string[]; refusedWith?: number } = {},
) {
  let taken = 0;
  const seen: IncomingHttpHeaders[] = [];
  const live = createServer();
  live.on('upgrade', ({ headers }, socket) => {
    taken++;
    seen.push(headers);
    socket.on('error', () => socket.destroy());
    if (refusedWith) return socket.end(`HTTP/1.1 ${refusedWith} No\r\nconnection: close\r\n\r\n`);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  });
  await new Promise<void>((resolve) => live.listen(0, '127.0.0.1', resolve));
  t.after(() => live.close());
  const liveAddress = async () => {
    await delay(50);
    return `http://127.0.0.1:${(live.address() as AddressInfo).port}`;
  };
  const { app } = await buildTestApp(t, { trustProxy, replace: () => ({ liveAddress }) });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const page = ({
    path = livePath,
    headers = {},
    holdsOn = false,
  }: {
    path?: string;
    headers?: Record<string, string>;
    holdsOn?: boolean;
  } = {}) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: holdsOn });
    t.after(() => socket.destroy());
    socket.on('error', () => undefined);
    const all = { connection: 'upgrade', upgrade: 'websocket', ...headers };
    const own = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a.example\r\n${own.join('')}\r\n`);
    const answer = new Promise<number>((resolve) => {
      socket.once('data', (data) => resolve(Number(String(data).split(' ')[1])));
      socket.once('close', () => resolve(0));
    });
    let said = '';
    socket.on('data', (data) => (said += String(data)));
    const whole = new Promise<string>((resolve) => socket.once('close', () => resolve(said)));
    return Object.assign(socket, { answer, whole });
  };
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  return { page, taken: () => taken, seen, connections };
}

const answersOf = (pages: readonly (Socket & { answer: Promise<number> })[]) =>
  Promise.all(pages.map(({ answer }) => answer));

test('of very many pages that come at once from one address, fifty are let in', async (t) => {
  const { page, taken } = await scene(t);
  const answers = await answersOf(Array.from({ length: 200 }, () => page()));
  assert.equal(answers.filter((status) => status === 101).length, 50);
  assert.equal(answers.filter((status) => status === 429).length, 150);
  assert.equal(taken(), 50);
});

test('pages that leave before they are answered leave their place', async (t) => {
  const { page } = await scene(t);
  for (let round = 0; round < 3; round++) {
    const pages = Array.from({ length: 40 }, () => page());
    await delay(20);
    for (const one of pages) one.resetAndDestroy();
    await delay(150);
  }
  assert.equal(await page().answer, 101);
});

test('a whole IPv6 network of one visitor is one address', async (t) => {
  const { page } = await scene(t, { trustProxy: ['127.0.0.1'] });
  const from = (address: string) => page({ headers: { 'x-forwarded-for': address } });
  const answers = await answersOf(
    Array.from({ length: 60 }, (_, index) => from(`2001:db8:1:2::${(index + 1).toString(16)}`)),
  );
  assert.equal(answers.filter((status) => status === 101).length, 50);
  assert.equal(await from('2001:db8:1:3::1').answer, 101);
});

test('a page that is refused and holds on is let go', async (t) => {
  const { page, connections } = await scene(t);
  const refused = page({ headers: { origin: 'https://other.example' }, holdsOn: true });
  assert.equal(await refused.answer, 403);
  await delay(200);
  assert.equal(await connections(), 0);
});

test('a live process is told what it needs of a page, and no header breaks what is passed on', async (t) => {
  const { page, seen } = await scene(t);
  for (const [name, value] of [
    ['trailer', 'x'],
    ['te', 'trailers'],
    ['expect', '100-continue'],
    ['content-length', '5'],
    ['transfer-encoding', 'chunked'],
    ['x-odd', '\xff'],
    ['x-assay-address', '9.9.9.9'],
  ] as const) {
    assert.equal(await page({ headers: { [name]: value, cookie: 'a=b' } }).answer, 101, name);
    const { [name]: passed, cookie, host } = seen.at(-1)!;
    assert.deepEqual([cookie, host], ['a=b', 'a.example']);
    assert.notEqual(passed, value, name);
  }
});

test('any other offer to change the protocol is passed over, and the request answered', async (t) => {
  const { page, taken } = await scene(t);
  const h2c = { upgrade: 'h2c', connection: 'upgrade, http2-settings' };
  for (const [path, headers, status] of [
    ['/api/v1/openapi.json', h2c, 200],
    ['/api/v1/openapi.json', {}, 200],
    [livePath, h2c, 404],
    ['/api/v1/nothing', {}, 404],
  ] as const)
    assert.equal(await page({ path, headers: { ...headers } }).answer, status, path);
  assert.equal(taken(), 0);
});

for (const [what, refusedWith, headers, code] of [
  ['of another site', undefined, { origin: 'https://other.example' }, 'CROSS_SITE_REQUEST'],
  ['without a handshake', 400, {}, 'MALFORMED_REQUEST'],
  ['with a handshake of another version', 426, {}, 'MALFORMED_REQUEST'],
  ['for which there is no room', 503, {}, 'SERVER_BUSY'],
  ['that the live process does not take from this one', 403, {}, 'SERVICE_UNAVAILABLE'],
] as const)
  test(`a page ${what} is refused with a code and a sentence`, async (t) => {
    const { page } = await scene(t, refusedWith ? { refusedWith } : {});
    const body = (await page({ headers: { ...headers } }).whole).split('\r\n\r\n')[1]!;
    const { error } = JSON.parse(body);
    assert.equal(error.code, code);
    assert.match(error.message, /\.$/);
  });
