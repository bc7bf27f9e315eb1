import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createLexicon, type Lexicon, spellable } from '#server/engines/align/lexicon.ts';
import { bundledModel } from '#test/support/bundled-model.ts';

const path = bundledModel('lexicon-en.txt');
let lexicon: Lexicon;
before(async () => {
  lexicon = await createLexicon(path);
});

test('takes words apart as people say them', () => {
  for (const [word, pieces] of [
    ['Well-known,', ['well', 'known']],
    ['don’t', ["don't"]],
    ["'cause", ['cause']],
    ["customers'", ['customers']],
    ['naïve', ['naive']],
    ['3.5', ['3', '5']],
    ['…', []],
  ] as const) {
    assert.deepEqual(spellable(word), pieces);
  }
});

test('pronounces common words, contractions, numbers, names and fillers', async () => {
  const asked = ['Hello', "don't", 'uh', 'um', 'a', '25', 'kubernetes', 'well-known', "she'd", '–', 'zzyzx'];
  const found = await lexicon.pronounce(asked);
  const phones = (word: string) => found.get(word)?.join(' ');
  assert.equal(phones('Hello'), 'hh ah l ow');
  assert.equal(phones("don't"), 'd ow n t');
  assert.equal(phones('uh'), 'ah');
  assert.equal(phones('um'), 'ah m');
  assert.equal(phones('a'), 'ah');
  assert.equal(phones('well-known'), 'w eh l n ow n');
  assert.match(phones('25')!, /^t w eh n t iy f ay v$/);
  assert.match(phones('kubernetes')!, /^k .* s$/);
  assert.ok(phones('zzyzx'), 'even nonsense is spelled or sounded out');
  assert.equal(found.has('–'), false);
});

test('hundreds of unknown words keep their own pronunciations', async () => {
  const words = Array.from(
    { length: 450 },
    (_, n) => `blim${String.fromCharCode(97 + (n % 26))}op${'aeiou'[n % 5]}t${n}`,
  );
  const together = await lexicon.pronounce(words);
  assert.equal(together.size, words.length);
  for (const word of [words[0]!, words[199]!, words[200]!, words[449]!]) {
    const alone = await lexicon.pronounce([word]);
    assert.deepEqual(together.get(word), alone.get(word), word);
  }
});

test('without flite, words outside the list have no pronunciation and the others still do', async () => {
  const bare = await createLexicon(path, { flite: 'no-such-flite' });
  const found = await bare.pronounce(['hello', 'kubernetes']);
  assert.deepEqual([...found.keys()], ['hello']);
});
