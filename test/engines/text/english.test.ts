import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEnglishText } from '#server/engines/text/english.ts';

test('every word gets its token, whatever marks stand around it', () => {
  const { analyse } = createEnglishText();
  const heads =
    "cannot don't can't gonna I'm it's we've o'clock y'all lemme 'cause and/or x-ray Dr. etc. 3.5 50% 10:30 … —".split(
      ' ',
    );
  const tails = ['', ')', '.', ',', '!', '?', ':', ';', '"', "'", ']', '…', '-', '--', '?!', '’', '/'];
  for (const head of heads)
    for (const tail of tails)
      for (const before of ['', '(', '"', "'"]) {
        const word = `${before}${head}${tail}`;
        const tokens = analyse(['I', word, 'go', 'home']);
        assert.equal(tokens.length, 4, word);
        assert.ok(
          tokens.every(({ lemma }) => lemma.length > 0),
          word,
        );
      }
  assert.equal(analyse(['I', 'cannot,', 'no'])[1]!.pos, 'AUX');
});
