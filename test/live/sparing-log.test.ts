import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSparingLog } from '#server/live/sparing-log.ts';
import type { Logger } from '#server/logging.ts';

test('a flood of one sentence becomes a few lines that count it, and hides no other', () => {
  const lines: (string | number | undefined)[][] = [];
  const note = (level: string) => (fields: { n: number; leftOut?: number }, sentence: string) =>
    lines.push([level, sentence, fields.n, fields.leftOut]);
  let nowMs = 0;
  const log = createSparingLog(
    { info: note('info'), error: note('error') } as unknown as Logger,
    () => nowMs,
  );
  for (let n = 0; n < 1000; n++) log('error', { n }, 'flood');
  log('info', { n: 0 }, 'other');
  assert.equal(lines.length, 11);
  assert.deepEqual(lines[9], ['error', 'flood', 9, undefined]);
  assert.deepEqual(lines[10], ['info', 'other', 0, undefined]);

  nowMs += 6000;
  for (let n = 0; n < 50; n++) log('error', { n }, 'flood');
  assert.deepEqual(lines.slice(11), [['error', 'flood', 0, 990]]);

  nowMs += 3_600_000;
  for (let n = 0; n < 50; n++) log('error', { n }, 'flood');
  assert.equal(lines.length, 22);
  assert.deepEqual(lines[12], ['error', 'flood', 0, 49]);
});
