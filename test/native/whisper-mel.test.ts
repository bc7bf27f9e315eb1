import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadNative } from '#server/native.ts';
import { whisperMelReference } from '../../native/reference/whisper-mel.ts';
import { seededRandom } from '../../testkit/random.ts';

const native = loadNative();

const sound = (length: number): Float32Array => {
  const random = seededRandom(length + 1);
  return Float32Array.from({ length }, (_, n) => 0.4 * Math.sin(n * n * 1e-6) + 0.05 * (random() - 0.5));
};
const worstDifference = (a: Float32Array, b: Float32Array): number =>
  a.reduce((worst, value, n) => Math.max(worst, Math.abs(value - b[n]!)), 0);

for (const [title, bands, length, frames] of [
  ['80 bands', 80, 16_000, 100],
  ['128 bands', 128, 16_000, 100],
  ['silence behind the sound', 80, 9000, 150],
  ['more sound than fits', 80, 20_000, 100],
  ['an odd number of frames', 128, 5000, 37],
  ['hardly any sound', 80, 3, 40],
  ['no sound', 80, 0, 40],
  ['the fewest frames', 80, 480, 3],
] as const) {
  test(`the picture Whisper hears equals its reference with ${title}`, () => {
    const samples = sound(length);
    const actual = native.whisperMel(samples, bands, frames);
    const expected = whisperMelReference(samples, bands, frames);
    assert.equal(actual.length, bands * frames);
    const worst = worstDifference(actual, expected);
    assert.ok(worst < 2e-4, `differs by ${worst}`);
  });
}

test('the picture Whisper hears is made more than five times faster than by the reference', () => {
  const samples = sound(16_000 * 6);
  const timeOf = (run: () => void, rounds: number) => {
    run();
    const from = performance.now();
    for (let round = 0; round < rounds; round++) run();
    return (performance.now() - from) / rounds;
  };
  const nativeMs = timeOf(() => native.whisperMel(samples, 80, 600), 5);
  const referenceMs = timeOf(() => whisperMelReference(samples, 80, 600), 1);
  assert.ok(referenceMs > 5 * nativeMs, `${nativeMs} ms against ${referenceMs} ms`);
});

test('the picture refuses what it cannot make', () => {
  assert.throws(() => native.whisperMel(new Float32Array(9), 80, 2), RangeError);
  assert.throws(() => native.whisperMel(new Float32Array(9), 0, 100), RangeError);
});
