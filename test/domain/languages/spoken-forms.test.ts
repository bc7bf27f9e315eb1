import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinLetters, needsSaying, spokenForms } from '#server/domain/languages/en/spoken-forms.ts';

const likelyWords = (...of: Parameters<typeof spokenForms>) => joinLetters(spokenForms(...of)[0] ?? []);

for (const [written, ...spoken] of [
  ['Well-known,', 'well known'],
  ['don’t', "don't"],
  ["'cause", 'cause'],
  ["customers'", 'customers'],
  ['naïve', 'naive'],
  ['…'],
  ['3', 'three'],
  ['3.5', 'three point five'],
  ['105', 'one hundred five', 'one hundred and five', 'a hundred five', 'one oh five'],
  ['1,000', 'one thousand', 'a thousand'],
  [
    '1,995',
    'one thousand nine hundred ninety five',
    'one thousand nine hundred and ninety five',
    'nineteen ninety five',
  ],
  ['2005', 'two thousand five', 'two thousand and five', 'twenty oh five'],
  ['1500', 'fifteen hundred', 'one thousand five hundred'],
  ['627,000', 'six hundred twenty seven thousand'],
  ['2019', 'twenty nineteen', 'two thousand nineteen', 'two thousand and nineteen'],
  [
    '1984',
    'nineteen eighty four',
    'one thousand nine hundred eighty four',
    'one thousand nine hundred and eighty four',
  ],
  [
    '1990s',
    'nineteen nineties',
    'one thousand nine hundred nineties',
    'one thousand nine hundred and nineties',
  ],
  ['21st', 'twenty first'],
  ['20th', 'twentieth'],
  ['007', 'oh oh seven', 'zero zero seven'],
  ['$5', 'five dollars'],
  ['$1', 'one dollar'],
  ['£3.20', 'three pounds twenty', 'three twenty'],
  ['$64bn', 'sixty four billion dollars'],
  ['$2.5m', 'two point five million dollars'],
  ['50%', 'fifty percent'],
  ['10k', 'ten thousand', 'ten K'],
  ['5km', 'five kilometers'],
  ['R&D', 'r and d'],
  ['B2B', 'B two B'],
  ['24/7', 'twenty four seven'],
  ['½', 'one half', 'a half', 'one two'],
  ['10:30', 'ten thirty', 'half past ten'],
  ['9am', 'nine A M'],
  ['3rd', 'third'],
  ["'90s", 'nineties'],
  [
    '10-15',
    'ten to fifteen',
    'ten fifteen',
    'ten to one five',
    'ten one five',
    'one oh to fifteen',
    'one oh fifteen',
  ],
  ['5-29-0.', 'five twenty nine zero', 'five two nine zero'],
  ['Q4', 'Q four'],
  ['F-35', 'F thirty five'],
  ['COVID-19', 'covid nineteen'],
  ['e-mail', 'email'],
  ['Dr.', 'doctor', 'drive'],
  ['vs.', 'versus'],
  ['No.', 'no', 'number'],
  ['A.I.', 'A I'],
  ['U.S.A.', 'U S A'],
] as const) {
  test(`"${written}" is said ${spoken.join(' or ') || 'in no way'}`, () => {
    assert.deepEqual(
      spokenForms(written).map((form) => form.join(' ')),
      spoken,
    );
  });
}

test('the currency of "$64 billion" is said behind the multiple', () => {
  assert.deepEqual(likelyWords('$64', { after: 'billion,' }), ['sixty', 'four']);
  assert.deepEqual(likelyWords('billion,', { before: '$64' }), ['billion', 'dollars']);
});

test('letters that are named one after the other are one word of a transcript', () => {
  assert.deepEqual(likelyWords('A.I.'), ['ai']);
  assert.deepEqual(likelyWords('Q4'), ['q', 'four']);
});

test('plain words are said as they stand', () => {
  for (const plain of ['Thank', "don't", 'you.', 'José', 'IBM', '"bear".'])
    assert.ok(!needsSaying(plain), plain);
  for (const written of ['5%', 'well-known', 'Dr.', 'U.S.', '$64bn', '&'])
    assert.ok(needsSaying(written), written);
});
