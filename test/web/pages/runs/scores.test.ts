import assert from 'node:assert/strict';
import { test } from 'node:test';
import { betterOf, verdictOf } from '#server/web/console/pages/runs/compare/difference.ts';
import {
  formatValue,
  shownFeatures,
  standingOf,
} from '#server/web/console/pages/runs/evidence/feature-standing.ts';
import { levelZones, likelyLevels, percentOfScale } from '#server/web/console/pages/runs/scores/scale.ts';

test('levels divide the scale without a gap', () => {
  const zones = levelZones({ 'Pre-A1': 0.3, A1: 1, A2: 2, B1: 3, B2: 4, C1: 4.6 });
  assert.deepEqual(zones[0], { level: 'Pre-A1', from: 0, to: 0.3 });
  assert.deepEqual(zones.at(-1), { level: 'C2', from: 4.6, to: 5 });
  for (const [index, zone] of zones.entries()) if (index > 0) assert.equal(zone.from, zones[index - 1]!.to);
  assert.deepEqual([percentOfScale(2.5), percentOfScale(7), percentOfScale(-1)], [50, 100, 0]);
});

test('levels that hardly come into question are not named', () => {
  const levels = likelyLevels({ 'Pre-A1': 0, B1: 0.17, B2: 0.495, C1: 0.3, C2: 0.035 });
  assert.deepEqual(
    levels.map(({ level, percent }) => `${level} ${percent}`),
    ['B2 50 %', 'C1 30 %', 'B1 17 %'],
  );
});

for (const [deviation, better, standing] of [
  [0.9, 'more', 'usual'],
  [-1, 'less', 'usual'],
  [1.5, 'more', 'better'],
  [1.5, 'less', 'worse'],
  [-1.5, 'less', 'better'],
  [-1.5, 'more', 'worse'],
  [2, undefined, 'above'],
  [-2, undefined, 'below'],
] as const) {
  test(`${deviation} deviations where ${better ?? 'neither'} is better is "${standing}"`, () => {
    assert.equal(standingOf(deviation, better), standing);
  });
}

for (const [value, format, shown] of [
  [133.4, undefined, '133'],
  [51.23, undefined, '51.2'],
  [3.676, undefined, '3.68'],
  [-0.418, undefined, '−0.42'],
  [-0.001, undefined, '0.00'],
  [0.0232, 'percent', '2.3 %'],
  [0.737, 'percent', '74 %'],
  [650, 'ms', '0.65 s'],
] as const) {
  test(`${value} is shown as "${shown}"`, () => {
    assert.equal(formatValue(value, format ? { format } : {}), shown);
  });
}

test('measures with a norm come first; unknown ones keep their name and unit', () => {
  const shown = shownFeatures({
    somethingNew2: { value: 12, unit: 'per hour', norm: null },
    pausedShare: {
      value: 0.5,
      unit: 'share of floor time',
      norm: { mean: 0.28, sd: 0.11, source: 'speakers' },
    },
  });
  assert.deepEqual(
    shown.map(({ text, value, standing }) => [text.title, value, standing]),
    [
      ['Time in silence', '50 %', 'worse'],
      ['Something new 2', '12.0 per hour', null],
    ],
  );
});

for (const [b, verdict] of [
  [{ score: 4.5, interval: [4.1, 4.9] }, 'clear'],
  [{ score: 4.2, interval: [3.8, 4.6] }, 'likely'],
  [{ score: 3.6, interval: [3.2, 4.2] }, 'unclear'],
  [{ score: 3.0, interval: [2.6, 3.4] }, 'unclear'],
] as const) {
  test(`beside 3.0–4.0, ${b.interval.join('–')} is a ${verdict} difference`, () => {
    assert.equal(verdictOf({ score: 3.5, interval: [3, 4] }, b), verdict);
  });
}

for (const [first, second, better, side] of [
  [133, 110, 'more', -1],
  [133, 110, 'less', 1],
  [110, 133, 'more', 1],
  [5, 5, 'more', 0],
  [5, 6, undefined, 0],
] as const) {
  test(`of ${first} and ${second}, where ${better ?? 'neither'} is better, side ${side} is ahead`, () => {
    assert.equal(betterOf(first, second, better), side);
  });
}
