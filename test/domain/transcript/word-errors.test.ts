import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparableWords, wordErrors } from '#server/domain/transcript/word-errors.ts';

const words = (text: string) => text.split(' ').filter(Boolean);

for (const [reference, hypothesis, counts, correct] of [
  ['we had three days', 'we had three days', [0, 0, 0], [true, true, true, true]],
  ['we had three days', 'we add three days', [1, 0, 0], [true, false, true, true]],
  ['we had three days', 'we three days', [0, 1, 0], [true, true, true]],
  ['we had three days', 'so we had three days', [0, 0, 1], [false, true, true, true, true]],
  ['we had three days', '', [0, 4, 0], []],
  ['', 'we had', [0, 0, 2], [false, false]],
] as const) {
  test(`counts the errors of "${hypothesis}" for "${reference}"`, () => {
    const errors = wordErrors(words(reference), words(hypothesis));
    assert.deepEqual([errors.substitutions, errors.deletions, errors.insertions], counts);
    assert.deepEqual(errors.correct, correct);
  });
}

test('gives the error rate per word of the reference, above 1 where much was invented', () => {
  assert.equal(wordErrors(words('a b c d'), words('a b x d')).rate, 0.25);
  assert.equal(wordErrors(words('a'), words('x y z')).rate, 3);
  assert.equal(wordErrors([], []).rate, 0);
});

test('compares words without case, punctuation and hesitations, and keeps apostrophes', () => {
  assert.deepEqual(comparableWords('Um, I don’t know: "twenty-one" – uh, José.'), [
    ...['i', "don't", 'know', 'twenty', 'one', 'josé'],
  ]);
});
