import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignWords } from '../lexicon/foreign-words.ts';
import { joinLists } from '../lexicon/listed-words.ts';

for (const [language, words, others] of [
  ['de', ['straße', 'e-mail', "geht's"], ['cтоп', 'jaaa', 'ля', '2018', '-']],
  ['ru', ['ёлка', 'из-за'], ['ok', 'нееет']],
  ['sr', ['čaša', 'ljubav'], ['straaašno', 'ля']],
  ['hi', ['काम', 'ज़रूरी', 'के'], ['संस्', 'ok', '।']],
  ['ja', ['仕事', '食べる', 'コーヒー'], ['tv', '（', 'から']],
  ['zh', ['工作'], ['ok', 'カ']],
  ['ko', ['사람이'], ['人', 'ok']],
  ['ar', ['مدرسة'], ['ok', '،']],
] as const) {
  test(`what can be a word is told by the letters of "${language}"`, () => {
    const list = [...words, ...others].map((word) => `${word} 10`).join('\n');
    assert.deepEqual([...joinLists([list], language).counts.keys()], words);
  });
}

test('lists of one language are joined at equal weight, figures and punctuation left out', () => {
  const { counts, bodyWords } = joinLists(
    ['ônibus 10\nsim 30\n. 900\n', 'autocarro 100\nsim 300\n2018 7\n'],
    'pt',
  );
  assert.equal(bodyWords, 400);
  assert.deepEqual(Object.fromEntries(counts), { ônibus: 50, sim: 300, autocarro: 50 });
});

test('names and pieces of other languages are told by what other lists say of them', () => {
  const body = (words: Record<string, number>) => ({
    counts: new Map(Object.entries(words)),
    bodyWords: 10_000_000,
  });
  const everywhere = { michael: 500, carrie: 60, mark: 40, radio: 90 };
  const others = Array.from({ length: 8 }, (_, n) =>
    body({ ...everywhere, auto: 700, ...(n === 0 ? { hombre: 900, las: 90_000 } : {}) }),
  );
  const english = body({ ...everywhere, auto: 20 });
  const common = Object.fromEntries(Array.from({ length: 2100 }, (_, n) => [`wort${n}`, 1000]));
  const own = body({
    ...common,
    michael: 600,
    carrie: 80,
    mark: 5000,
    radio: 90,
    auto: 800,
    hombre: 5,
    las: 90,
  });
  const told = { capitals: new Set(['michael', 'mark']), learned: new Set(['radio']) };
  assert.deepEqual([...foreignWords(own, others, english, told)].sort(), ['carrie', 'hombre', 'michael']);
});
