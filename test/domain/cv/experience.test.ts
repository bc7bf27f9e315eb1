import assert from 'node:assert/strict';
import { test } from 'node:test';
import { experienceMonths, monthsOf } from '#server/domain/cv/experience.ts';
import type { DateRange } from '#server/domain/cv/types.ts';
import { seededRandom } from '../../../testkit/random.ts';

const asOf = { year: 2026, month: 11 };
const at = (year: number, month: number | null = null) => ({ year, month });
const positions = (...ranges: DateRange[]) => ranges.map((value) => ({ dates: { value, evidence: [] } }));

test('counts both named months', () => {
  assert.equal(monthsOf({ start: at(2019, 3), end: at(2019, 5) }, asOf), 3);
  assert.equal(monthsOf({ start: at(2026, 9), end: null }, asOf), 3);
});

test('counts years from middle to middle and a lone year as twelve months', () => {
  assert.equal(monthsOf({ start: at(2010), end: at(2013) }, asOf), 36);
  assert.equal(monthsOf({ start: at(2010), end: at(2010) }, asOf), 12);
});

test('counts overlapping positions once', () => {
  const first = { start: at(2015, 1), end: at(2016, 12) };
  const second = { start: at(2016, 7), end: at(2017, 6) };
  assert.equal(experienceMonths(positions(first, second), asOf), 30);
  assert.equal(experienceMonths(positions(first, first, first), asOf), 24);
});

test('counts nothing after the day of submission', () => {
  assert.equal(experienceMonths(positions({ start: at(2026, 10), end: at(2028, 12) }), asOf), 2);
});

test('is unknown without dates', () => {
  assert.equal(experienceMonths([{ dates: null }], asOf), null);
  assert.equal(experienceMonths([], asOf), null);
});

test('is never more than the months from first to last, nor less than the longest position (1,000 random lives)', () => {
  const random = seededRandom(20261121);
  const month = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  for (let life = 0; life < 1000; life++) {
    const ranges = Array.from({ length: month(1, 8) }, () => {
      const start = month(12 * 1990, 12 * 2024);
      const end = start + month(0, 100);
      const date = (value: number) => at(Math.floor(value / 12), (value % 12) + 1);
      return { start: date(start), end: date(end) };
    });
    const total = experienceMonths(positions(...ranges), asOf)!;
    const worked = new Set<number>();
    for (const { start, end } of ranges) {
      const last = Math.min(12 * end.year + end.month!, 12 * asOf.year + asOf.month);
      for (let one = 12 * start.year + start.month!; one <= last; one++) worked.add(one);
    }
    assert.equal(total, worked.size);
  }
});
