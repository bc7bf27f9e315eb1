import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { livePath } from '#server/live/protocol.ts';
import type { Room } from '#server/live/room.ts';
import { until } from '#test/support/live-process.ts';
import { offers } from '#test/support/offers.ts';
import { newDevice } from '../../testkit/interview/page-client.ts';
import { begun, scene } from './live-scene.ts';

test('messages that mean nothing end the connection, not the process', async (t) => {
  const s = await scene(t);
  const { page, token } = await begun(s);
  const odd = await s.process.page(token, page.device);
  await odd.next('joined');
  odd.send({ type: 'nonsense' } as never);
  await odd.closed;
  const again = await s.process.page(token, page.device);
  await again.next('joined');
});

for (const [title, sdp] of [
  ['of a picture', offers.video],
  ['of sound and data', offers.soundAndData],
  ['that means nothing', 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n'],
] as const) {
  test(`an offer ${title} ends that page's connection, and no other`, async (t) => {
    const s = await scene(t, {}, { iceServers: [], portRange: null, host: '127.0.0.1' });
    const [one, other] = [await begun(s), await begun(s)];
    one.page.send({ type: 'offer', sdp });
    assert.equal(await one.page.closed, 1008);
    const from = other.page.messages.length;
    other.page.send({ type: 'ping', at: 1 });
    await other.page.next('pong', { from });
    const again = await s.process.page(one.token, one.page.device);
    assert.equal((await again.next('joined')).isResumed, true);
  });
}

test('before an interview has begun no offer makes a connection', async (t) => {
  const s = await scene(t, {}, { iceServers: [], portRange: null, host: '127.0.0.1' });
  const { token } = await s.invite(s.clientId);
  const page = await s.process.page(token);
  await page.next('invitation');
  page.send({ type: 'offer', sdp: offers.sound() });
  page.send({ type: 'ping', at: 1 });
  await page.next('pong');
  assert.ok(!page.messages.some(({ type }) => type === 'answer'));
});

test('of many offers four are tried, however often the page comes anew, and the interview goes on without', async (t) => {
  const taken = createSocket('udp4');
  t.after(() => taken.close());
  taken.bind(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address();
  // No port is free: each try is told, and starts nothing.
  const portRange = { min: port, max: port };
  const s = await scene(t, {}, { iceServers: [], portRange, host: '127.0.0.1' });
  const { page: first, token } = await begun(s);
  let page = { ...first };
  for (let round = 0; round < 3; round++) {
    for (let left = 3; left > 0; left--) page.send({ type: 'offer', sdp: offers.sound() });
    const from = page.messages.length;
    page.send({ type: 'ping', at: 1 });
    await page.next('pong', { from });
    page.drop();
    page = await s.process.page(token, first.device);
    await page.next('joined');
  }
  const times = (what: string) => s.process.logged().split(what).length - 1;
  assert.equal(times('WebRTC does not run'), 4);
  assert.equal(times('too many offers'), 5);
});

test('a page that floods is not read for a while, and the others are', async (t) => {
  const s = await scene(t);
  const { page } = await begun(s);
  for (const flood of [
    (socket: WebSocket) => socket.send(JSON.stringify({ type: 'ping', at: 1 })),
    (socket: WebSocket) => socket.ping('x'.repeat(100)),
    (socket: WebSocket, n: number) => (n % 10 === 0 ? socket.ping() : socket.pong('x'.repeat(100))),
  ]) {
    let answers = 0;
    const socket = new WebSocket(new URL(livePath, s.process.address.replace('http', 'ws')));
    socket.on('message', () => answers++);
    socket.on('pong', () => answers++);
    t.after(() => socket.terminate());
    await once(socket, 'open');
    for (let n = 0; n < 20_000; n++) flood(socket, n);
    const from = page.messages.length;
    page.send({ type: 'ping', at: 2 });
    await page.next('pong', { from, withinMs: 5000 });
    await delay(1000);
    assert.ok(answers < 8000, `${answers} answers`);
    assert.ok(answers > 0);
  }
});

test('frames that are no message end their page’s connection, and no other', async (t) => {
  const s = await scene(t);
  const { page } = await begun(s);
  const more = Buffer.from([0x00, 0x80, 0, 0, 0, 0]);
  for (const [title, frame, code] of [
    ['never whole', [0x01, 0x80, 0, 0, 0, 0], 1008],
    ['squeezed', [0xc1, 0x80, 0, 0, 0, 0], 1002],
    ['no UTF-8', [0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe], 1007],
    ['not masked', [0x81, 0x02, 0x7b, 0x7d], 1002],
    ['as long as a film', [0x82, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], 1009],
  ] as const) {
    const socket = new WebSocket(new URL(livePath, s.process.address.replace('http', 'ws')));
    t.after(() => socket.terminate());
    await once(socket, 'open');
    const raw = (socket as unknown as { _socket: Socket })._socket;
    raw.write(Buffer.concat([Buffer.from(frame), ...Array<Buffer>(1000).fill(more)]));
    const [closed] = await once(socket, 'close');
    assert.equal(closed, code, title);
  }
  const from = page.messages.length;
  page.send({ type: 'ping', at: 2 });
  await page.next('pong', { from });
});

test('what one candidate can have kept has an end', async (t) => {
  const s = await scene(t);
  const { sessionId, token } = await s.invite(s.clientId);
  const room = (await s.process.rooms.begin({ token, device: newDevice() }, true)) as Room;
  const line = { send: () => undefined, play: () => undefined, close: () => undefined };
  room.join(line, false);
  for (let n = 0; n < 60; n++) room.say(line, 'x'.repeat(4000));
  for (let n = 0; n < 30_000; n++) room.mute(line, n % 2 === 0);
  room.end('candidate');
  await until(async () => (await s.state(s.clientId, sessionId)) === 'success');
  const run = (await s.runs.find({ clientId: s.clientId, runId: sessionId }))!;
  const { transcript } = run.result as {
    transcript: { turns: { speaker: string; text: string }[]; events: unknown[] };
  };
  assert.equal(transcript.events.length, 20_000);
  const typed = transcript.turns.filter(({ speaker }) => speaker === 'candidate');
  assert.ok(typed.reduce((sum, { text }) => sum + text.length, 0) <= 200_100);
});
