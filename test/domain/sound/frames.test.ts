import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFrameCutter, joined } from '#server/domain/sound/frames.ts';

const counting = (from: number, length: number) => Int16Array.from({ length }, (_, n) => from + n);

test('pieces of any length come out as whole frames, in order; what fills none waits, or is forgotten', () => {
  const frames: Int16Array[] = [];
  const cutter = createFrameCutter(4, (frame) => frames.push(frame));
  for (const [from, length] of [
    [0, 3],
    [3, 0],
    [3, 9],
    [12, 2],
  ] as const) {
    cutter.add(counting(from, length));
  }
  assert.deepEqual(joined(frames), counting(0, 12));
  assert.ok(frames.every(({ length }) => length === 4));
  cutter.clear();
  cutter.add(counting(50, 4));
  assert.deepEqual(frames.at(-1), counting(50, 4));
});
