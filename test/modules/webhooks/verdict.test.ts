import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gapAfter, judgeTry } from '#server/modules/webhooks/verdict.ts';
import { hours, minutes, seconds } from '#server/time.ts';

const at = Date.parse('2026-03-01T09:00:00.000Z');
const answered = (statusCode: number, retryAfter: string | null = null) => ({
  statusCode,
  failure: null,
  error: null,
  retryAfter,
});
const judge = (result: Parameters<typeof judgeTry>[0], triesMade = 1, isTest = false) =>
  judgeTry(result, { triesMade, startedAtMs: at, isTest });

test('ten tries fall at 0 s, 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h', () => {
  const times = [0];
  for (let tries = 1; ; tries++) {
    const gapMs = gapAfter(tries);
    if (gapMs === undefined) break;
    times.push(times.at(-1)! + gapMs);
  }
  assert.deepEqual(times, [
    0,
    seconds(5),
    minutes(5),
    minutes(30),
    ...[2, 5, 10, 14, 20, 24].map((count) => hours(count)),
  ]);
});

for (const status of [200, 201, 202, 204, 299]) {
  test(`${status} is a delivery`, () => assert.equal(judge(answered(status)).status, 'delivered'));
}

for (const status of [301, 302, 304, 307, 400, 401, 404, 409, 429, 500, 502, 503, 504]) {
  test(`${status} is tried again`, () => {
    const verdict = judge(answered(status));
    assert.deepEqual([verdict.status, verdict.nextAttemptAtMs], ['pending', at + seconds(5)]);
    assert.match(verdict.error!, new RegExp(String(status)));
  });
}

for (const failure of ['timeout', 'dns', 'refused_address', 'tls', 'connection'] as const) {
  test(`${failure} is tried again until the tenth try`, () => {
    const result = { statusCode: null, failure, error: 'Why.', retryAfter: null };
    assert.deepEqual(judge(result, 9), {
      outcome: failure,
      error: 'Why.',
      status: 'pending',
      nextAttemptAtMs: at + hours(4),
    });
    assert.deepEqual(judge(result, 10), {
      outcome: failure,
      error: 'Why.',
      status: 'failed',
      nextAttemptAtMs: null,
    });
  });
}

test('410 ends it at once', () => {
  assert.deepEqual([judge(answered(410)).status, judge(answered(410)).nextAttemptAtMs], ['disabled', null]);
});

test('a sample is never tried twice', () => {
  assert.equal(judge(answered(500), 1, true).status, 'failed');
  assert.equal(judge(answered(200), 1, true).status, 'delivered');
});

for (const [what, status, header, waitMs] of [
  ['seconds', 429, '120', minutes(2)],
  ['a date', 503, 'Sun, 01 Mar 2026 10:00:00 GMT', hours(1)],
  ['less than the schedule', 429, '1', seconds(5)],
  ['a date in the past', 503, 'Sun, 01 Mar 2020 10:00:00 GMT', seconds(5)],
  ['more than a day', 429, '999999999', hours(24)],
  ['nonsense', 429, 'soon', seconds(5)],
  ['a negative number', 429, '-5', seconds(5)],
  ['a status it does not belong to', 500, '120', seconds(5)],
] as const) {
  test(`Retry-After with ${what}`, () => {
    assert.equal(judge(answered(status, header)).nextAttemptAtMs, at + waitMs);
  });
}
