import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsQuestion, endsSentence, isPunctuated } from '#server/domain/transcript/sentences.ts';

for (const [text, ends] of [
  ['work.', true],
  ['work?', true],
  ['done!"', true],
  ['work,', false],
  ['work', false],
  ['Dr.', false],
  ['U.S.', false],
  ['J.', false],
  ['3.5', false],
  ['です。', true],
  ['ですか？', true],
  ['「そうです。」', true],
  ['工作！', true],
  ['工作，', false],
  ['عملت؟', true],
  ['عملت،', false],
  ['है।', true],
  ['Arbeit.“', true],
  ['travail.»', true],
] as const) {
  test(`"${text}" ${ends ? 'ends' : 'does not end'} a sentence`, () =>
    assert.equal(endsSentence(text), ends));
}

test('only a question mark ends a question', () => {
  assert.deepEqual(['so?', 'so?"', 'か？', 'ماذا؟', 'so.', 'です。', 'so'].map(endsQuestion), [
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('a transcript counts as punctuated when its sentences have ends', () => {
  const words = (text: string) => text.split(' ').map((word) => ({ text: word }));
  assert.equal(isPunctuated(words('i worked there for years and then i left')), false);
  assert.equal(isPunctuated(words('I worked there for years. And then I left.')), true);
  assert.equal(isPunctuated(words(`${'word '.repeat(200)}end.`)), false, 'one stop in two hundred words');
  assert.equal(isPunctuated([]), false);
});
