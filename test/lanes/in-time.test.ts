import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTime } from '#server/lanes/in-time.ts';

test('a check that answers is what it says, and one that does not is late', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const gone = { ok: false, detail: 'ffmpeg is not installed.' };
  assert.deepEqual(await inTime(Promise.resolve(gone)), gone);
  const slow = inTime(new Promise(() => undefined));
  t.mock.timers.tick(10_000);
  assert.deepEqual(await slow, { ok: false, isLate: true, detail: 'No answer within 10 seconds.' });
});
