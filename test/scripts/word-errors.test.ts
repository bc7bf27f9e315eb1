import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparableWords, transcriptErrors, wordErrors } from '../../testkit/word-errors.ts';

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

for (const [reference, hypothesis] of [
  ['sixty-four billion dollars in nineteen ninety-five', '$64bn in 1995.'],
  ['sixty four billion dollars', '$64 billion'],
  ['about one hundred and five percent', 'About 105%,'],
  ['about a hundred five per cent', 'about 105 percent'],
  ['the third quarter, at half past ten', 'The 3rd quarter at 10:30'],
  ['doctor Smith versus the U.S.', 'Dr. Smith vs the US'],
  [
    'we analysed the colour of the harbour at the centre',
    'We analyzed the color of the harbor at the center.',
  ],
  ['travelled and cancelled programmes', 'Traveled and canceled programs'],
  ['uh, it is, um, well known', 'It is well-known.'],
] as const) {
  test(`"${hypothesis}" says what "${reference}" says`, () => {
    assert.equal(transcriptErrors(reference, hypothesis).rate, 0);
    assert.equal(transcriptErrors(hypothesis, reference).rate, 0);
  });
}

test('different words stay different: spelling rules join no two words', () => {
  for (const [one, other] of [
    ['filled', 'filed'],
    ['hopping', 'hoping'],
    ['four', 'for'],
    ['shoe', 'she'],
    ['called', 'caled'],
    ['1995', '1996'],
    ['hour', 'or'],
    ['tired', 'tried'],
  ] as const) {
    assert.equal(transcriptErrors(one, other).rate > 0, true, `${one} ${other}`);
  }
});

test('in other languages numbers stay as they are written', () => {
  assert.deepEqual(comparableWords('Äh, das Jahr 1995, ähm, zum Teil.', 'de'), [
    'das',
    'jahr',
    '1995',
    'zum',
    'teil',
  ]);
});
