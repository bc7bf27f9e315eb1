import assert from 'node:assert/strict';
import { test } from 'node:test';
import { days } from '#server/time.ts';
import { fieldOf, momentOf, usualDeadline } from '#server/web/console/pages/invitations/deadline.ts';

test('a moment comes back from its field as it was, to the minute', () => {
  for (const moment of ['2026-01-15T08:30:00.000Z', '2026-07-15T21:05:00.000Z'])
    assert.equal(momentOf(fieldOf(Date.parse(moment))), moment);
  assert.equal(momentOf(''), undefined);
});

test('the usual deadline is an evening that a link still lasts to, whenever it is made', () => {
  for (let hour = 0; hour < 48; hour++) {
    const now = Date.parse('2026-03-28T00:30:00.000Z') + hour * 3_600_000;
    const field = usualDeadline(now);
    assert.match(field, /T18:00$/);
    const ahead = Date.parse(momentOf(field)!) - now;
    assert.ok(ahead > days(5) && ahead <= days(7));
  }
});
