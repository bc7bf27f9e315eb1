import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byteRange } from '#server/domain/byte-range.ts';

for (const [header, expected] of [
  [undefined, 'whole'],
  ['', 'whole'],
  ['bytes=-', 'whole'],
  ['items=0-1', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=5-2', 'whole'],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=-5', { start: 95, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=99-', { start: 99, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
] as const) {
  test(`of 100 bytes, "${header}" asks for ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(byteRange(header, 100), expected);
  });
}
