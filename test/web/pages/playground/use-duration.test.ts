import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useLocalRecording } from '#server/web/console/pages/playground/use-duration.ts';
import { replaceGlobal } from '#test/support/console-hooks.ts';
import { renderHook } from '#test/support/render-hook.ts';

class FakeAudio {
  static last: FakeAudio | undefined;
  duration = Number.NaN;
  onloadedmetadata: (() => void) | null = null;
  onerror: (() => void) | null = null;
  preload = '';
  src = '';
  constructor() {
    FakeAudio.last = this;
  }
  removeAttribute() {}
}

const none = { url: null, durationMs: null };

async function choose(t: { after(end: () => unknown): void; mock: import('node:test').MockTracker }) {
  replaceGlobal(t, 'Audio', FakeAudio);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const revoked: string[] = [];
  let made = 0;
  t.mock.method(URL, 'createObjectURL', () => `blob:${++made}`);
  t.mock.method(URL, 'revokeObjectURL', (url: string) => void revoked.push(url));
  const hook = await renderHook(t, useLocalRecording, new File(['a'], 'a.wav') as File | null);
  assert.deepEqual(hook.result(), none);
  return { hook, revoked, sound: FakeAudio.last! };
}

test('a chosen file can be heard once the browser has read how long it is', async (t) => {
  const { hook, sound } = await choose(t);
  sound.duration = 61.2346;
  await hook.act(() => sound.onloadedmetadata?.());
  assert.deepEqual(hook.result(), { url: 'blob:1', durationMs: 61_235 });
});

for (const [title, end] of [
  ['that the browser cannot read', (sound: FakeAudio) => sound.onerror?.()],
  [
    'whose end is not known',
    (sound: FakeAudio) => {
      sound.duration = Number.POSITIVE_INFINITY;
      sound.onloadedmetadata?.();
    },
  ],
] as const) {
  test(`a file ${title} is taken without a length`, async (t) => {
    const { hook, sound } = await choose(t);
    await hook.act(() => end(sound));
    assert.deepEqual(hook.result(), { url: 'blob:1', durationMs: null });
  });
}

test('a browser that says nothing is waited for four seconds', async (t) => {
  const { hook } = await choose(t);
  await hook.act(() => t.mock.timers.tick(3999));
  assert.deepEqual(hook.result(), none);
  await hook.act(() => t.mock.timers.tick(1));
  assert.deepEqual(hook.result(), { url: 'blob:1', durationMs: null });
});

test('a file that is put away is given back, and what the browser says of it later is not heard', async (t) => {
  const { hook, revoked, sound } = await choose(t);
  await hook.render(null);
  assert.deepEqual(revoked, ['blob:1']);
  assert.deepEqual([sound.onloadedmetadata, sound.onerror], [null, null]);
  await hook.act(() => t.mock.timers.tick(10_000));
  assert.deepEqual(hook.result(), none);
});
