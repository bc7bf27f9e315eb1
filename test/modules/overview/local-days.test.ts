import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#server/errors.ts';
import { localDays } from '#server/modules/overview/local-days.ts';

const at = (iso: string) => Date.parse(iso);
const starts = (nowIso: string, timeZone: string, count: number) =>
  localDays(at(nowIso), timeZone, count).map(({ date, startsAt }) => `${date} ${startsAt.slice(0, 16)}`);

test('a day begins when the clock on the wall says so', () => {
  assert.deepEqual(starts('2026-11-21T23:30:00Z', 'UTC', 2), [
    '2026-11-20 2026-11-20T00:00',
    '2026-11-21 2026-11-21T00:00',
  ]);
  assert.deepEqual(starts('2026-11-21T23:30:00Z', 'Europe/Belgrade', 2), [
    '2026-11-21 2026-11-20T23:00',
    '2026-11-22 2026-11-21T23:00',
  ]);
  assert.deepEqual(starts('2026-11-21T02:00:00Z', 'America/New_York', 1), ['2026-11-20 2026-11-20T05:00']);
  assert.deepEqual(starts('2026-11-21T20:00:00Z', 'Asia/Kolkata', 1), ['2026-11-22 2026-11-21T18:30']);
});

test('days in which the clocks change are an hour longer or shorter', () => {
  assert.deepEqual(starts('2026-03-30T12:00:00Z', 'Europe/Berlin', 3), [
    '2026-03-28 2026-03-27T23:00',
    '2026-03-29 2026-03-28T23:00',
    '2026-03-30 2026-03-29T22:00',
  ]);
  assert.deepEqual(starts('2026-10-26T12:00:00Z', 'Europe/Berlin', 2), [
    '2026-10-25 2026-10-24T22:00',
    '2026-10-26 2026-10-25T23:00',
  ]);
});

test('a zone that does not exist is refused', () => {
  assert.throws(() => localDays(0, 'Mars/Olympus', 1), ApiError);
});
