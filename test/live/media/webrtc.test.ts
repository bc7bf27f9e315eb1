import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { readOffer } from '#server/live/media/offer.ts';
import { createPeerSound, type WebRtcSettings } from '#server/live/media/webrtc.ts';
import { until } from '#test/support/live-process.ts';
import { offers } from '#test/support/offers.ts';
import { peerInProcess } from '#test/support/peer-in-process.ts';
import { rtcPage } from '#test/support/rtc-page.ts';

const settings: WebRtcSettings = { iceServers: [], portRange: null, host: '127.0.0.1' };
const tone = (hz: number, at: number) =>
  Int16Array.from({ length: 320 }, (_, i) => 8000 * Math.sin((2 * Math.PI * hz * (at * 320 + i)) / 16_000));
/** A voice that goes up and down. */
const vowel = (frame: number) =>
  Int16Array.from({ length: 320 }, (_, i) => {
    const seconds = (frame * 320 + i) / 16_000;
    const phase = 2 * Math.PI * (140 * seconds + 2 * Math.sin(3 * seconds));
    return [1, 2, 3, 4, 5, 6].reduce((sum, n) => sum + (2500 / n) * Math.sin(n * phase), 0);
  });
const level = (sounds: readonly Int16Array[]) =>
  Math.sqrt(sounds.flatMap((one) => [...one]).reduce((sum, x, _, { length }) => sum + (x * x) / length, 0));

function opened(t: TestContext, start?: typeof peerInProcess) {
  const heard: Int16Array[] = [];
  const faults: unknown[] = [];
  const peer = createPeerSound(
    settings,
    { sound: (samples) => heard.push(samples), fault: (error) => faults.push(error) },
    start,
  );
  t.after(() => peer.close());
  return { peer, heard, faults };
}

/** Processes of ours that hold a connection. */
const programs = (): number[] =>
  spawnSync('pgrep', ['-P', String(process.pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('media/peer/program'));

test('both voices travel; who knows no password is not heard; a killed program ends its own connection alone', async (t) => {
  const connected = async () => {
    const one = opened(t);
    const page = await rtcPage(t);
    const before = programs();
    await page.connect((await one.peer.answer(readOffer(page.offer)!))!);
    const [pid] = programs().filter((program) => !before.includes(program));
    return { ...one, page, pid: pid! };
  };
  const [first, second] = [await connected(), await connected()];
  const talk = async ({ page, peer, heard }: typeof first) => {
    const [came, went] = [heard.length, page.heard.length];
    for (let at = 0; heard.length < came + 25 || page.heard.length < went + 25; at++) {
      page.speak(tone(300, at));
      peer.play(tone(500, at));
      await delay(5);
      assert.ok(at < 10_000, 'nothing is heard');
    }
    assert.ok(level(heard.slice(-20)) > 2000);
    assert.ok(level(page.heard.slice(-20)) > 2000);
  };
  await talk(first);
  await talk(second);

  const stranger = createSocket('udp4');
  t.after(() => stranger.close());
  for (const { page } of [first, second]) {
    for (const byte of [0, 1, 20, 22, 63, 64, 79, 128, 200, 255]) page.sendRaw(Buffer.alloc(byte + 1, byte));
  }
  await talk(first);

  process.kill(first.pid, 'SIGKILL');
  await until(() => first.faults.length > 0);
  assert.deepEqual(programs(), [second.pid]);
  await talk(second);
  assert.deepEqual(second.faults, []);
  second.peer.close();
  await until(() => programs().length === 0);
  assert.deepEqual(second.faults, []);
});

test('lost packets are made up for', async (t) => {
  const { peer, heard } = opened(t, peerInProcess);
  const page = await rtcPage(t);
  await page.connect((await peer.answer(readOffer(page.offer)!))!);
  const frames = Array.from({ length: 180 }, (_, at) => vowel(at));
  const isLost = (at: number) => at % 20 === 7;
  for (const [at, frame] of frames.entries()) {
    page.speak(frame, isLost(at));
    await delay(1);
  }
  await until(() => heard.length >= frames.length);
  const levels = frames.flatMap((_, at) => (isLost(at) ? [level(heard.slice(at, at + 1))] : []));
  const usual = level(heard.slice(10));
  const kept = levels.filter((one) => one > 0.4 * usual);
  assert.ok(kept.length > 0.7 * levels.length, levels.map((one) => (one / usual).toFixed(2)).join(' '));
});

test('a page that goes while its offer is answered is no fault; another offer takes the place of the first', async (t) => {
  const { peer, faults } = opened(t, peerInProcess);
  const answering = peer.answer(readOffer(offers.sound())!);
  const again = peer.answer(readOffer(offers.sound())!);
  assert.equal(await answering, undefined);
  assert.match((await again)!, /a=candidate/);
  const last = peer.answer(readOffer(offers.sound())!);
  peer.close();
  assert.equal(await last, undefined);
  assert.deepEqual(faults, []);
});

test('where no port is free, or no program can be started, it is told', async (t) => {
  const taken = createSocket('udp4');
  t.after(() => taken.close());
  taken.bind(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address();
  const on = { sound: () => undefined, fault: () => assert.fail('it was never answered') };
  const full = createPeerSound({ ...settings, portRange: { min: port, max: port } }, on);
  await assert.rejects(full.answer(readOffer(offers.sound())!), /No UDP port is free/);
  const broken = createPeerSound(settings, on, (_order, { end }) => {
    const ready = Promise.reject(new Error('no program'));
    ready.catch(() => undefined);
    queueMicrotask(() => end(new Error('no program')));
    return { ready, packet: () => undefined, play: () => undefined, close: () => undefined };
  });
  await assert.rejects(broken.answer(readOffer(offers.sound())!), /no program/);
});
