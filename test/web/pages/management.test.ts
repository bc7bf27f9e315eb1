import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { cvFailureCodes, speechFailureCodes } from '#server/errors.ts';
import { priceItems } from '#server/modules/credits/types.ts';
import { modulePermissions } from '#server/modules/identity/types.ts';
import { daysOf, expiryAt, linesOf, MOST_DAYS } from '#server/web/console/pages/keys/expiry.ts';
import {
  dayLabel,
  daysLeftOf,
  scaleOf,
  seriesOf,
  sumsOf,
} from '#server/web/console/pages/overview/figures.ts';
import { moduleNames, priceNames } from '#server/web/console/texts/clients.ts';
import { failureNames } from '#server/web/console/texts/overview.ts';

const day = { date: '2026-11-21', success: 0, partial: 0, failed: 0, open: 0 };

test('success is counted among the runs that ended', () => {
  const days = [
    { ...day, success: 6, open: 5 },
    { ...day, partial: 1, failed: 1 },
  ];
  assert.deepEqual(sumsOf(days), { total: 13, failed: 1, ended: 8, successShare: 7 / 8 });
  assert.equal(sumsOf([{ ...day, open: 2 }]).successShare, undefined, 'nothing has ended yet');
});

test('a chart shows only what there is', () => {
  assert.deepEqual(
    seriesOf([{ ...day, success: 1, open: 1 }]).map(({ key }) => key),
    ['success', 'open'],
  );
});

test('credits last as long as the pace of the last days says', () => {
  assert.equal(daysLeftOf({ available: 100, used: 140, inDays: 14 }), 10);
  assert.equal(daysLeftOf({ available: 0, used: 140, inDays: 14 }), 0);
  assert.equal(daysLeftOf({ available: 100, used: 0, inDays: 14 }), undefined);
});

test('a day of the calendar stays that day in every time zone', () => {
  assert.equal(dayLabel('2026-01-01'), '1 Jan');
});

test('the days of a key are those offered, any number within bounds, or none', () => {
  assert.equal(daysOf(expiryAt('180')), 180);
  assert.equal(daysOf(expiryAt('never')), null);
  assert.equal(daysOf({ choice: 'custom', customDays: 7 }), 7);
  for (const customDays of ['', 0, 1.5, MOST_DAYS + 1]) {
    assert.equal(daysOf({ choice: 'custom', customDays }), undefined);
  }
  assert.equal(MOST_DAYS, limits.apiKey.expiryDays.max);
});

test('addresses may come on lines or with commas', () => {
  assert.deepEqual(linesOf(' 10.0.0.1, 10.0.0.2\n\n2001:db8::/32 '), [
    '10.0.0.1',
    '10.0.0.2',
    '2001:db8::/32',
  ]);
});

test('every module, price and failure has a name', () => {
  assert.deepEqual(Object.keys(moduleNames), [...modulePermissions]);
  assert.deepEqual(Object.keys(priceNames), [...priceItems]);
  for (const code of [...speechFailureCodes, ...cvFailureCodes]) assert.ok(failureNames[code], code);
});

for (const [largest, top, lines] of [
  [0, 1, 2],
  [1, 1, 2],
  [5, 5, 6],
  [8, 8, 5],
  [11, 15, 4],
  [99, 100, 6],
  [1234, 1500, 4],
] as const) {
  test(`the axis of a chart up to ${largest} ends at ${top}, in round steps`, () => {
    const { top: found, ticks } = scaleOf(largest);
    assert.deepEqual([found, ticks.length, ticks[0], ticks.at(-1)], [top, lines, 0, top]);
    assert.ok(found >= largest);
  });
}
