import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cefrLevels,
  cefrOf,
  cefrPosterior,
  percentOf,
  roundScore,
} from '#server/domain/scoring/cefr-levels.ts';
import { scale } from '#server/modules/shapes/scale.ts';

const { cutPoints } = scale;

for (const [score, level, percent] of [
  [0, 'Pre-A1', 0],
  [0.2, 'Pre-A1', 4],
  [0.3, 'A1', 6],
  [0.9, 'A1', 18],
  [1, 'A2', 20],
  [2, 'B1', 40],
  [2.9, 'B1', 58],
  [3, 'B2', 60],
  [4, 'C1', 80],
  [4.5, 'C1', 90],
  [4.6, 'C2', 92],
  [5, 'C2', 100],
] as const) {
  test(`a score of ${score} is ${level} and ${percent} %`, () => {
    assert.equal(cefrOf(score, cutPoints), level);
    assert.equal(percentOf(score), percent);
  });
}

test('scores have one decimal and stay on the scale', () => {
  assert.equal(roundScore(3.449), 3.4);
  assert.equal(roundScore(7), 5);
  assert.equal(roundScore(-0.2), 0);
});

test('the posterior sums to one and follows the interval', () => {
  for (const [score, low, high] of [
    [2.5, 1.5, 3.5],
    [0.1, 0, 1],
    [4.9, 3.9, 5],
    [3, 3, 3],
  ] as const) {
    const posterior = cefrPosterior(score, [low, high], cutPoints);
    const sum = cefrLevels.reduce((total, level) => total + posterior[level], 0);
    assert.ok(Math.abs(sum - 1) < 1e-9, `sum ${sum}`);
  }
  const narrow = cefrPosterior(2.5, [2.3, 2.7], cutPoints);
  const wide = cefrPosterior(2.5, [1.5, 3.5], cutPoints);
  assert.ok(narrow.B1 > 0.99 && wide.B1 < 0.7);
  // Half the interval is 1.645 deviations: 2.5 ± 1 leaves a fifth of the mass above 3.0 (z = .82).
  assert.ok(Math.abs(wide.B2 + wide.C1 + wide.C2 - 0.2054) < 0.002);
});

test('a score at a cut point without doubt belongs to the level above', () => {
  assert.equal(cefrPosterior(3, [3, 3], cutPoints).B2, 1);
});
