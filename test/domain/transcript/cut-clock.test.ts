import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCutClock, keptBetweenSilences } from '#server/domain/transcript/cut-clock.ts';
import type { Span } from '#server/domain/transcript/types.ts';
import { seededRandom } from '../../../testkit/random.ts';

const spans = (...pairs: [number, number][]): Span[] => pairs.map(([startMs, endMs]) => ({ startMs, endMs }));

for (const [title, silences, keepMs, kept] of [
  ['no silence', [], 250, [[0, 10_000]]],
  [
    'a silence in the middle keeps its margins',
    [[4000, 6000]],
    250,
    [
      [0, 4250],
      [5750, 10_000],
    ],
  ],
  ['a silence at the beginning keeps one margin', [[0, 3000]], 250, [[2750, 10_000]]],
  ['a silence at the end keeps one margin', [[8000, 10_000]], 250, [[0, 8250]]],
  ['a silence reported beyond the end', [[8000, 99_000]], 250, [[0, 8250]]],
  ['a silence its margins fill is not cut', [[4000, 4900]], 500, [[0, 10_000]]],
  [
    'margins of nothing',
    [[4000, 6000]],
    0,
    [
      [0, 4000],
      [6000, 10_000],
    ],
  ],
  ['margins that reach beyond the end', [[9900, 10_000]], 250, [[0, 10_000]]],
  ['nothing but silence', [[0, 10_000]], 250, []],
] as [string, [number, number][], number, [number, number][]][]) {
  test(`cutting silence: ${title}`, () => {
    assert.deepEqual(keptBetweenSilences(spans(...silences), 10_000, keepMs), spans(...kept));
  });
}

test('the cut clock leaves out what was cut, and comes back', () => {
  const clock = createCutClock(spans([1000, 2000], [5000, 5500], [9000, 12_000]));
  assert.equal(clock.cutDurationMs, 4500);
  for (const [original, cut] of [
    [1000, 0],
    [1999, 999],
    [5000, 1000],
    [5250, 1250],
    [9000, 1500],
    [12_000, 4500],
  ] as const) {
    assert.equal(clock.toCut(original), cut);
    assert.equal(clock.toOriginal(cut), original);
  }
  assert.equal(clock.toCut(3000), 1000, 'a time that was cut out lies at the joint');
  assert.equal(clock.toCut(0), 0);
  assert.equal(clock.toCut(99_000), 4500);
  assert.equal(clock.toOriginal(99_000), 12_000);
  assert.equal(clock.toOriginal(-5), 1000);
  assert.equal(createCutClock([]).cutDurationMs, 0);
});

test('both clocks run forwards and undo each other on any recording', () => {
  const random = seededRandom(11);
  for (let round = 0; round < 200; round++) {
    const kept: Span[] = [];
    let atMs = Math.floor(random() * 500);
    for (let count = 1 + Math.floor(random() * 8); count > 0; count--) {
      const endMs = atMs + 1 + Math.floor(random() * 3000);
      kept.push({ startMs: atMs, endMs });
      atMs = endMs + 1 + Math.floor(random() * 3000);
    }
    const clock = createCutClock(kept);
    let previous = Number.NEGATIVE_INFINITY;
    for (let cutMs = 0; cutMs < clock.cutDurationMs; cutMs += 37) {
      const original = clock.toOriginal(cutMs);
      assert.ok(original > previous);
      assert.ok(kept.some((span) => original >= span.startMs && original < span.endMs));
      assert.equal(clock.toCut(original), cutMs);
      previous = original;
    }
    for (const span of kept) assert.equal(clock.toOriginal(clock.toCut(span.startMs)), span.startMs);
  }
});
