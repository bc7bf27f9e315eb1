import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSignOfLife } from '#server/live/sign-of-life.ts';

function scene() {
  let nowMs = 0;
  const sign = createSignOfLife(5000, () => nowMs);
  return {
    sign,
    lookAfter(ms: number) {
      nowMs += ms;
      return sign.isGone();
    },
  };
}

test('a page from which nothing comes between two looks is gone', () => {
  const { sign, lookAfter } = scene();
  assert.equal(lookAfter(5000), false);
  sign.heard();
  assert.equal(lookAfter(5010), false);
  assert.equal(lookAfter(4990), true);
});

test('a process that was stuck takes no other for gone, and looks once more', () => {
  const { sign, lookAfter } = scene();
  assert.equal(lookAfter(5000), false);
  assert.equal(lookAfter(9000), false, 'what has come was not read yet');
  sign.heard();
  assert.equal(lookAfter(5000), false);
  assert.equal(lookAfter(60_000), false);
  assert.equal(lookAfter(5000), true);
});
