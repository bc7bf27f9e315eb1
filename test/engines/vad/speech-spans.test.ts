import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speechSpans } from '#server/engines/vad/speech-spans.ts';

/** Frames of 50 ms from stretches of equal probability: "20×.9" is a second of clear speech. */
const frames = (...stretches: [count: number, probability: number][]) =>
  Float32Array.from(stretches.flatMap(([count, probability]) => Array<number>(count).fill(probability)));
const bounds = { startMs: 10_000, endMs: 20_000 };

for (const [title, probabilities, expected] of [
  ['padding around speech', frames([20, 0], [20, 0.9], [20, 0]), [[10_880, 12_120]]],
  [
    'a doubtful end belongs to the speech before it',
    frames([20, 0], [20, 0.9], [7, 0.2], [20, 0]),
    [[10_880, 12_470]],
  ],
  ['a doubtful sound alone is not speech', frames([20, 0], [40, 0.25], [20, 0]), []],
  ['a click is not speech', frames([20, 0], [3, 0.9], [20, 0]), []],
  ['a short gap does not part', frames([20, 0.9], [4, 0], [20, 0.9], [20, 0]), [[10_000, 12_320]]],
  [
    'a pause parts',
    frames([20, 0.9], [10, 0], [20, 0.9], [20, 0]),
    [
      [10_000, 11_120],
      [11_380, 12_620],
    ],
  ],
  ['speech to the end', frames([20, 0], [180, 0.9]), [[10_880, 20_000]]],
  ['nothing', frames(), []],
] as [string, Float32Array, [number, number][]][]) {
  test(`speech spans: ${title}`, () => {
    assert.deepEqual(
      speechSpans(probabilities, 50, bounds),
      expected.map(([startMs, endMs]) => ({ startMs, endMs })),
    );
  });
}
