import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsOfSecond, soloStretches, surelyHeard } from '#server/engines/speakers/stretches.ts';
import { certainWindows } from '#test/support/local-voices.ts';

/** Two people take turns of three seconds, half a second of silence after each. */
const taking = (ms: number) => (ms % 3500 < 3000 ? [Math.floor(ms / 3500) % 2] : []);
const near = (found: number, wanted: number) =>
  assert.ok(Math.abs(found - wanted) < 20, `${found} instead of ${wanted}`);

test('a stretch is what one person says until a pause or another speaker', () => {
  const stretches = soloStretches(certainWindows(5, taking));
  assert.equal(stretches.length, 6);
  for (const [i, { startMs, endMs }] of stretches.slice(0, 5).entries()) {
    near(startMs, i * 3500 || 23);
    near(endMs, i * 3500 + 3000);
  }
});

test('windows may call people by other numbers', () => {
  const monologue = (ms: number) => (ms < 14_000 ? [0] : ms < 16_000 ? [1] : []);
  const stretches = soloStretches(certainWindows(6, monologue, (window, person) => (person + window) % 3));
  assert.equal(stretches.length, 2, JSON.stringify(stretches));
  near(stretches[0]!.endMs, 14_000);
  near(stretches[1]!.startMs, 14_000);
});

test('what two people say at once belongs to no stretch, a short pause to its speaker', () => {
  const heard = (ms: number) => {
    if (ms >= 2000 && ms < 2200) return [];
    if (ms >= 4000 && ms < 5000) return [0, 1];
    return ms < 7000 ? [0] : [];
  };
  const stretches = soloStretches(certainWindows(1, heard));
  assert.equal(stretches.length, 2, JSON.stringify(stretches));
  near(stretches[0]!.endMs, 4000);
  near(stretches[1]!.startMs, 5000);
});

test('seconds of a second person: none alone, two at most, little for short answers', () => {
  assert.equal(secondsOfSecond(certainWindows(4, () => [1])), 0);
  assert.equal(secondsOfSecond(certainWindows(4, taking)), 2);
  const nods = secondsOfSecond(certainWindows(4, (ms) => (ms % 5000 < 400 ? [1] : [0])));
  assert.ok(nods > 0.5 && nods < 1, `${nods}`);
  assert.equal(secondsOfSecond([]), 0);
});

test('speech is sure where all windows agree: not in silence, not where a window doubts, not for an instant', () => {
  const windows = certainWindows(3, (ms) =>
    ms < 2000 ? [0] : ms >= 4000 && ms < 6000 ? [1, 2] : ms >= 8000 && ms < 8060 ? [0] : [],
  );
  const spans = surelyHeard(windows);
  assert.equal(spans.length, 2, JSON.stringify(spans));
  near(spans[0]!.endMs, 2000);
  near(spans[1]!.startMs, 4000);
  near(spans[1]!.endMs, 6000);
  windows[0]!.heard[0]!.fill(0.4, 0, 100);
  assert.ok(surelyHeard(windows)[0]!.startMs > 1000);
  assert.deepEqual(surelyHeard([]), []);
});
