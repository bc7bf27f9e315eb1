import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type { WebSocket } from 'ws';
import { serveConnection } from '#server/live/connection.ts';
import type { Room } from '#server/live/room.ts';
import type { Rooms } from '#server/live/rooms.ts';
import type { LiveSession } from '#server/modules/interview/types.ts';

/** A page in an interview, whose room fails at what a test says. */
async function page(t: { after(end: () => void): void }, broken: Partial<Room>, canHear = async () => true) {
  const closed: number[] = [];
  const socket = Object.assign(new EventEmitter(), {
    ...{ OPEN: 1, readyState: 1, send: () => undefined, pause: () => undefined, ping: () => undefined },
    close: (code: number) => closed.push(code),
  });
  const room = { sessionId: 's', join: () => undefined, hear: () => undefined, leave: () => undefined };
  const rooms = {
    admit: async () => ({ sessionId: 's', state: 'active', language: 'en' }) as LiveSession,
    canHear,
    of: async () => ({ ...room, ...broken }) as Room,
  } as unknown as Rooms;
  serveConnection(socket as unknown as WebSocket, 'd'.repeat(43), {
    rooms,
    webRtc: null,
    log: () => undefined,
  });
  t.after(() => socket.emit('close'));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const send = async (message: object | Buffer) => {
    const isBinary = Buffer.isBuffer(message);
    socket.emit('message', isBinary ? message : Buffer.from(JSON.stringify(message)), isBinary);
    await settle();
  };
  await send({ type: 'hello', token: 'x' });
  return { socket, closed, send };
}

const breaks = () => {
  throw new Error('a broken room');
};

for (const [title, room, message] of [
  ['sound', { hear: breaks }, Buffer.alloc(640)],
  ['an answer', { say: breaks }, { type: 'say', text: 'Hello.' }],
  ['the end', { end: breaks }, { type: 'end' }],
] as const) {
  test(`where ${title} breaks something, that page's connection ends, and no exception leaves it`, async (t) => {
    const { send, closed } = await page(t, room);
    await send(message);
    assert.deepEqual(closed, [1011]);
  });
}

test('a page that leaves a room that breaks ends no other', async (t) => {
  const { socket } = await page(t, { leave: breaks });
  assert.doesNotThrow(() => socket.emit('close'));
});

test('a page that has said who it is is waited for, however long the recogniser takes to load', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { closed } = await page(t, {}, () => new Promise(() => undefined));
  t.mock.timers.tick(60_000);
  assert.deepEqual(closed, []);
});
