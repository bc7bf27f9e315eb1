import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { readOffer } from '#server/live/media/offer.ts';
import { createPeerSound } from '#server/live/media/webrtc.ts';
import { candidatePages, invited, joined, toInterview, words } from '#test/support/candidate-page.ts';
import { type ConnectedPage, eventually, lastOf } from '#test/support/fake-live.ts';
import { syllables } from '#test/support/fake-voice.ts';
import { peerInProcess } from '#test/support/peer-in-process.ts';

/** Sound between page and server, both ways, over the WebSocket and over WebRTC. */
const setting = candidatePages();

const rms = (frames: readonly Int16Array[]) => {
  const samples = frames.flatMap((frame) => [...frame]);
  return Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
};

/** Speaks to the page, in real time. */
function speak(play: (frame: Int16Array) => void, t: { after(end: () => void): void }): { stop(): void } {
  const voice = Int16Array.from(syllables(4, 16_000), (x) => 32_767 * Math.max(-1, Math.min(1, x)));
  let at = 0;
  const timer = setInterval(() => {
    play(voice.slice(at, at + 640));
    at = (at + 640) % (voice.length - 640);
  }, 40);
  const stop = () => clearInterval(timer);
  t.after(stop);
  return { stop };
}

const meter = (page: Page, of: string): Promise<number> =>
  page.evaluate(
    `Number(document.querySelector('.meter[data-of="${of}"] .meter-bar').style.getPropertyValue('--level'))`,
  );
async function meterReaches(page: Page, of: string, is: (level: number) => boolean): Promise<void> {
  const until = Date.now() + 30_000;
  for (;;) {
    const level = await meter(page, of);
    if (is(level)) return;
    assert.ok(Date.now() < until, `the meter of the ${of} stays at ${level}`);
    await page.waitForTimeout(50);
  }
}

function scripted(iceServers: [] | null, onOffer: (page: ConnectedPage, sdp: string) => void = () => {}) {
  setting.live.answer = (page, message) => {
    if (message.type === 'hello') page.send(invited({ hasConsented: true, iceServers }));
    if (message.type === 'begin') page.send(joined({ iceServers }));
    if (message.type === 'begin') page.send({ type: 'phase', phase: 'listening' });
    if (message.type === 'offer') onOffer(page, message.sdp);
  };
}

test('over the WebSocket: a voice arrives in frames of 40 ms, and the interviewer’s is heard until hushed', async (t) => {
  scripted(null);
  const { page, said } = await setting.open(t);
  await toInterview(page);
  const connected = setting.live.pages[0]!;
  await eventually('how sound travels', () => lastOf(connected, 'media')?.over === 'websocket');
  await eventually('some frames', () => connected.frames.length >= 10);
  const beganMs = performance.now();
  const before = connected.frames.length;
  await page.waitForTimeout(2000);
  const perSecond = ((connected.frames.length - before) * 1000) / (performance.now() - beganMs);
  assert.ok(perSecond > 5 && perSecond < 28, `${perSecond.toFixed(1)} frames a second`);
  assert.ok(connected.frames.every(({ length }) => length === 640));
  assert.ok(rms(connected.frames.slice(before)) > 300, 'a voice, not silence');
  await meterReaches(page, 'candidate', (level) => level > 0.3);

  assert.ok((await meter(page, 'interviewer')) < 0.05, 'the interviewer has not spoken yet');
  const { stop } = speak(connected.play, t);
  await meterReaches(page, 'interviewer', (level) => level > 0.3);
  stop();
  await meterReaches(page, 'interviewer', (level) => level < 0.02);
  // Seconds of sound at once, and forgotten: nothing of it is left to be heard.
  connected.play(new Int16Array(16_000).fill(9000));
  connected.play(new Int16Array(16_000).fill(9000));
  connected.send({ type: 'hush' });
  await page.waitForTimeout(400);
  await meterReaches(page, 'interviewer', (level) => level < 0.02);
  assert.deepEqual(said, []);
});

test('over WebRTC: both voices travel by the peer connection, and none by the WebSocket', async (t) => {
  const heard: Int16Array[] = [];
  const faults: unknown[] = [];
  const peer = createPeerSound(
    { iceServers: [], portRange: null, host: '127.0.0.1' },
    { sound: (samples) => heard.push(samples), fault: (error) => faults.push(error) },
    peerInProcess,
  );
  t.after(() => peer.close());
  scripted([], async (page, sdp) =>
    page.send({ type: 'answer', sdp: (await peer.answer(readOffer(sdp)!))! }),
  );
  const { page, said } = await setting.open(t);
  await toInterview(page);
  const connected = setting.live.pages[0]!;
  await eventually('how sound travels', () => lastOf(connected, 'media')?.over === 'webrtc');
  await eventually('a voice', () => heard.length > 50 && rms(heard.slice(-50)) > 300);
  const before = connected.frames.length;
  speak((frame) => peer.play(frame), t);
  await meterReaches(page, 'interviewer', (level) => level > 0.3);
  assert.ok(connected.frames.length - before <= 1, 'sound does not travel twice');

  // The peer is gone: the page notices by itself.
  peer.close();
  await eventually('the other way', () => lastOf(connected, 'media')?.over === 'websocket');
  const fallen = connected.frames.length;
  await eventually('frames', () => connected.frames.length > fallen + 5);
  assert.deepEqual([...said, ...faults], []);
});

test('where WebRTC does not get through, sound goes by the WebSocket, from the first moment', async (t) => {
  scripted([]);
  const { page } = await setting.open(t);
  await toInterview(page);
  const connected = setting.live.pages[0]!;
  await eventually('an offer', () => lastOf(connected, 'offer'));
  await eventually('frames', () => connected.frames.length > 5);
  speak(connected.play, t);
  await meterReaches(page, 'interviewer', (level) => level > 0.3);
  assert.equal(lastOf(connected, 'media'), undefined);
  await eventually('the fall back', () => lastOf(connected, 'media')?.over === 'websocket');
  await page.getByText(words.interview.listening).waitFor();
});

/** As browsers do that let no page sound before it was touched. */
const holdsSoundBack = `
  let isTouched = false;
  addEventListener('pointerdown', () => { isTouched = true; }, true);
  const { resume } = AudioContext.prototype;
  AudioContext.prototype.resume = function () {
    return isTouched ? resume.call(this) : new Promise(() => {});
  };
  const Context = AudioContext;
  window.AudioContext = class extends Context {
    constructor(options) {
      super(options);
      if (!isTouched) this.suspend();
    }
  };
`;

test('a browser that holds sound back until the page is touched is asked to let it go', async (t) => {
  scripted(null);
  const { page } = await setting.open(t);
  setting.live.answer = (connected, { type }) => {
    if (type === 'hello') connected.send(joined({ isResumed: true }));
  };
  await page.addInitScript(holdsSoundBack);
  await page.reload();
  await page.getByText(words.interview.held).waitFor();
  const connected = setting.live.pages.at(-1)!;
  assert.equal(connected.frames.length, 0);
  await page.getByRole('button', { name: words.interview.soundOn }).click();
  await page.getByText(words.interview.held).waitFor({ state: 'hidden' });
  speak(connected.play, t);
  await meterReaches(page, 'interviewer', (level) => level > 0.3);
  await eventually('frames', () => connected.frames.length > 5);
});
