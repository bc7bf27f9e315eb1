import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopStart } from '#server/engines/asr/decoding/loops.ts';

const times = (count: number, ...phrase: number[]) => Array.from({ length: count }, () => phrase).flat();

test('what people say again is no loop', () => {
  assert.equal(loopStart([]), null);
  assert.equal(loopStart([1, 2, 3, ...times(8, 7)]), null, 'no, no, no');
  assert.equal(loopStart([1, ...times(5, 7, 8)]), null);
  assert.equal(loopStart(times(3, 1, 2, 3, 4, 5)), null);
});

for (const [title, phrase, count] of [
  ['a word', [7], 9],
  ['three words', [7, 8, 9], 6],
  ['a sentence', [1, 2, 3, 4, 5, 6], 4],
  ['the longest phrase that is looked for', Array.from({ length: 60 }, (_, i) => i), 4],
] as const) {
  test(`${title} said again and again is kept once, with all that was before`, () => {
    const before = [101, 102, 103];
    assert.equal(loopStart([...before, ...times(count, ...phrase)]), before.length + phrase.length);
    assert.equal(loopStart([...before, ...times(count - 1, ...phrase)]), null);
  });
}

test('a loop that has ended is none any more', () => {
  assert.equal(loopStart([...times(12, 7), 50, 51, 52]), null);
});
