import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localActivity } from '#server/engines/speakers/local-activity.ts';
import { certainWindows } from '#test/support/local-voices.ts';

const STEPS = 700;
/** Everything is speech, a frame every 10 ms. */
const frames = { count: 1400, atMs: Int32Array.from({ length: 1400 }, (_, i) => 10 * i + 5) };
const mean = (values: Float32Array, fromMs: number, toMs: number) =>
  values.subarray(fromMs / 20, toMs / 20).reduce((sum, value) => sum + value, 0) / ((toMs - fromMs) / 20);

test('people of a window are the voices to which their speech was given; both are heard where they overlap', () => {
  const heard = (ms: number) => (ms < 5000 ? [0] : ms < 6000 ? [0, 1] : [1]);
  const windows = certainWindows(3, heard, (window, person) => (person + window) % 3);
  const voiceOfFrame = Int32Array.from(frames.atMs, (ms) => (ms < 5500 ? 1 : 0));
  const [late, early] = localActivity(windows, frames, voiceOfFrame, 2, STEPS) as [
    Float32Array,
    Float32Array,
  ];
  assert.ok(mean(early, 100, 5900) > 0.98);
  assert.ok(mean(early, 6100, 13_000) < 0.02);
  assert.ok(mean(late, 5100, 13_000) > 0.98);
  assert.ok(mean(late, 100, 4900) < 0.02);
});

test('a voice to which nothing was given is no person', () => {
  const windows = certainWindows(1, (ms) => (ms < 9000 ? [0] : [0, 1]));
  const [only] = localActivity(windows, frames, new Int32Array(1400), 1, STEPS) as [Float32Array];
  assert.ok(mean(only, 100, 9500) > 0.98);
});
