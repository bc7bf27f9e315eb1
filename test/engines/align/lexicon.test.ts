import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createLexicon, type Lexicon } from '#server/engines/align/lexicon.ts';
import { spokenForms } from '#server/engines/align/spoken-forms.ts';
import { bundledModel } from '#test/support/bundled-model.ts';

let lexicon: Lexicon;
before(async () => {
  lexicon = await createLexicon(bundledModel('lexicon-en.txt'));
});

for (const [written, ...spoken] of [
  ['Well-known,', 'well known'],
  ['don’t', "don't"],
  ["'cause", 'cause'],
  ["customers'", 'customers'],
  ['naïve', 'naive'],
  ['…'],
  ['3', 'three'],
  ['3.5', 'three point five'],
  ['105', 'one hundred five', 'one hundred and five', 'a hundred five'],
  ['1,000', 'one thousand'],
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
  ['£3.20', 'three pounds twenty'],
  ['$2.5m', 'two point five million dollars'],
  ['50%', 'fifty percent'],
  ['10k', 'ten thousand'],
  ['5km', 'five kilometers'],
  ['R&D', 'r and d'],
  ['B2B', 'B two B'],
  ['24/7', 'twenty four seven'],
] as const) {
  test(`"${written}" is said ${spoken.join(' or ') || 'in no way'}`, () => {
    assert.deepEqual(
      spokenForms(written).map((form) => form.join(' ')),
      spoken,
    );
  });
}

for (const [written, ...phones] of [
  ['Hello', 'hh ah l ow', 'hh eh l ow'],
  ["don't", 'd ow n t', 'd ow n'],
  ['um', 'ah m', 'aa m'],
  ['a', 'ah', 'ey'],
  ['the', 'dh ah', 'dh iy'],
  ['well-known', 'w eh l n ow n'],
  ['25', 't w eh n t iy f ay v', 't w eh n iy f ay v'],
  ['IBM', 'ay b iy eh m'],
  ['CEO', 's iy iy ow', 's iy ow', 's ey ow'],
  ['ceo', 's iy ow', 's ey ow', 's iy iy ow'],
  ['html', 'ey ch t iy eh m eh l'],
  ["nurse's", 'n er s ih z'],
  ["librarian's", 'l ay b r eh r iy ah n z'],
] as const) {
  test(`"${written}" is pronounced ${phones.join(' or ')}`, () => {
    const found = lexicon.variants([written]).get(written);
    assert.deepEqual(
      found?.map((variant) => variant.join(' ')),
      phones,
    );
    assert.deepEqual(lexicon.pronounce([written]).get(written), found?.[0]);
  });
}

test('everything with a letter or a digit in it can be said, in bounded ways', () => {
  const strange = [
    'zzyzx',
    'kubernetes',
    'Przybylski',
    "o'o",
    'a'.repeat(60),
    '9'.repeat(40),
    '12:30',
    'C++',
    'x',
    '½',
  ];
  const found = lexicon.variants(strange);
  for (const word of strange) {
    const variants = found.get(word) ?? [];
    assert.ok(variants.length > 0 && variants.length <= 8, word);
    assert.ok(
      variants.every((phones) => phones.length > 0),
      word,
    );
  }
  assert.match(found.get('kubernetes')![0]!.join(' '), /^k .* [sz]$/);
  assert.equal(lexicon.variants(['–', '?!', '']).size, 0);
});
