import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createLexicon, type Lexicon } from '#server/engines/align/lexicon.ts';
import { bundledModel } from '#test/support/bundled-model.ts';

let lexicon: Lexicon;
before(async () => {
  lexicon = await createLexicon(bundledModel('lexicon-en.txt'));
});

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
