import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captionTimes } from '../bench/interviews/captions.ts';

test('times of captions: the first, those between, the words, the last', () => {
  const captions = [
    { atMs: 400, text: 'Of the turn before.', isFinal: true },
    { atMs: 1600, text: 'I', isFinal: false },
    { atMs: 2100, text: 'I bake', isFinal: false },
    { atMs: 3150, text: 'I bake bread.', isFinal: false },
    { atMs: 3520, text: 'I bake bread.', isFinal: true },
  ];
  assert.deepEqual(captionTimes(captions, { startMs: 1000, endMs: 3000, decidedMs: 3500 }), {
    first: [600],
    gaps: [500, 900],
    words: [150],
    final: [20],
  });
});

test('a turn that was never taken to have ended has no end', () => {
  const { words, final } = captionTimes([{ atMs: 1600, text: 'I', isFinal: false }], {
    startMs: 1000,
    endMs: 3000,
    decidedMs: undefined,
  });
  assert.deepEqual([words, final], [[], []]);
});
