import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatClock,
  formatDate,
  formatDuration,
  formatRelative,
  formatShare,
  formatSize,
  formatUtc,
} from '#server/web/console/components/format.ts';

for (const [durationMs, shown] of [
  [0, '0 ms'],
  [849.6, '850 ms'],
  [999.7, '1.0 s'],
  [4_200, '4.2 s'],
  [9_960, '10 s'],
  [59_600, '1 min'],
  [200_000, '3 min 20 s'],
  [3_599_600, '1 h 00 min'],
  [3_900_000, '1 h 05 min'],
] as const) {
  test(`calls a span of ${durationMs} ms "${shown}"`, () => assert.equal(formatDuration(durationMs), shown));
}

for (const [positionMs, shown] of [
  [0, '0:00'],
  [187_900, '3:07'],
  [3_729_000, '1:02:09'],
] as const) {
  test(`shows the place ${positionMs} ms as ${shown}`, () => assert.equal(formatClock(positionMs), shown));
}

for (const [sizeBytes, shown] of [
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 kB'],
  [1_449, '1.4 kB'],
  [999_960, '1 MB'],
  [812_400_000, '812 MB'],
  [1.5e15, '1500 TB'],
] as const) {
  test(`shows ${sizeBytes} bytes as ${shown}`, () => assert.equal(formatSize(sizeBytes), shown));
}

for (const [share, shown] of [
  [0, '0 %'],
  [0.004, '0.4 %'],
  [0.0996, '10 %'],
  [0.974, '97 %'],
  [1, '100 %'],
] as const) {
  test(`shows the share ${share} as ${shown}`, () => assert.equal(formatShare(share), shown));
}

const now = Date.parse('2026-11-21T12:00:00Z');
for (const [iso, shown] of [
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T11:59:00Z', '1 minute ago'],
  ['2026-11-21T11:14:00Z', '1 hour ago'],
  ['2026-11-21T15:00:00Z', 'in 3 hours'],
  ['2026-11-20T12:00:00Z', 'yesterday'],
  ['2026-12-01T12:00:00Z', 'in 10 days'],
  ['2026-01-05T12:00:00Z', '5 Jan 2026'],
] as const) {
  test(`says "${shown}" of ${iso}`, () => assert.equal(formatRelative(iso, now), shown));
}

test('shows a time in the zone of the visitor, and in UTC where that is asked for', () => {
  const iso = '2026-06-30T23:30:05.250Z';
  assert.equal(formatDate(iso, 'datetime', 'Europe/Lisbon'), '1 Jul 2026, 00:30');
  assert.equal(formatDate(iso, 'date', 'America/New_York'), '30 Jun 2026');
  assert.equal(formatUtc(iso), '2026-06-30 23:30:05');
});
