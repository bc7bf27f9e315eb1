import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clauseStarts } from '#server/domain/scoring/clauses.ts';
import {
  hedgesPer100Words,
  lightVerbShare,
  repeatedBigramShare,
  repeatedPhrases,
} from '#server/domain/scoring/register.ts';
import { saidWords } from '#server/domain/scoring/said-words.ts';
import {
  meanLogFrequency,
  meanWordLength,
  type ReadWord,
  rarestWords,
  readWords,
  shareBeyond,
} from '#server/domain/scoring/sophistication.ts';
import { orthographicSyllables, syllablesOf } from '#server/domain/scoring/syllables.ts';
import { plainForm } from '#server/domain/scoring/text.ts';
import { createEnglishText } from '#server/engines/text/english.ts';

const english = createEnglishText();
const read = (text: string): ReadWord[] => {
  const words = text.split(' ');
  return readWords(
    words.map((word) => ({ text: word })),
    english.analyse(words),
  );
};

for (const [word, syllables] of [
  ['a', 1],
  ['time', 1],
  ['people', 2],
  ['worked', 1],
  ['wanted', 2],
  ['houses', 2],
  ['makes', 1],
  ['table', 2],
  ['responsible', 4],
  ['engineering', 4],
  ['being', 2],
  ['station', 2],
  ['area', 3],
  ['the', 1],
  ['January', 4],
  ["don't", 1],
  ['', 0],
] as const) {
  test(`"${word}" has ${syllables} syllables by its spelling`, () => {
    assert.equal(orthographicSyllables(word, 'en'), syllables);
  });
}

test('vowel phones count before spelling', () => {
  const phones = ['f', 'ay', 'er'].map((phone, index) => ({
    phone,
    startMs: index * 50,
    endMs: index * 50 + 50,
    gop: 0,
    logPosterior: 0,
  }));
  const word = { text: 'fire', startMs: 0, endMs: 150, confidence: 1 };
  assert.equal(syllablesOf({ ...word, phones }, 'en'), 2);
  assert.equal(syllablesOf(word, 'en'), 1);
});

test('a number has the syllables of what was said for it', () => {
  const word = { text: '$65', startMs: 0, endMs: 900, confidence: 1 };
  assert.equal(syllablesOf({ ...word, spoken: ['sixty', 'five', 'dollars'] }, 'en'), 5);
});

test('a written word is read and counted as the words that were said for it', () => {
  const words = [
    { text: 'We' },
    { text: 'made' },
    { text: '$5bn,', spoken: ['five', 'billion', 'dollars'] },
    { text: 'well-known.', spoken: ['well', 'known'] },
  ];
  const said = saidWords(words);
  assert.deepEqual(
    said.map(({ text, of }) => [text, of]),
    [
      ['We', 0],
      ['made', 1],
      ...(['five', 'billion', 'dollars,'] as const).map((text) => [text, 2]),
      ['well', 3],
      ['known.', 3],
    ],
  );
  const [, , five, , dollars] = readWords(said, english.analyse(said.map(({ text }) => text)));
  assert.equal(five!.pos, 'NUM');
  assert.deepEqual([dollars!.form, dollars!.lemma, dollars!.pos], ['dollars', 'dollar', 'NOUN']);
});

test('other scripts have syllables too', () => {
  assert.equal(orthographicSyllables('données', 'fr'), 2);
  assert.equal(orthographicSyllables('работа', 'ru'), 3);
  assert.equal(orthographicSyllables('工作', 'zh'), 2);
});

test('clauses begin at conjunctions and new subjects, without punctuation', () => {
  const words =
    'i worked there because the team was good and we learned a lot then i moved to bread and butter'.split(
      ' ',
    );
  const starts = clauseStarts(words, english.analyse(words));
  assert.deepEqual(
    words.filter((_, index) => starts[index]),
    ['i', 'because', 'and', 'then'],
  );
});

test('a noun phrase with its verb begins a clause; an object does not', () => {
  const words = 'it was late the team had gone and they saw the house'.split(' ');
  const starts = clauseStarts(words, english.analyse(words));
  assert.deepEqual(
    words.filter((_, index) => starts[index]),
    ['it', 'the', 'and'],
  );
});

test('a contraction is one word, described by what it begins with', () => {
  const tokens = english.analyse(["we've", "don't", 'went', 'suppliers']);
  assert.deepEqual(
    tokens.map(({ lemma }) => lemma),
    ['we', 'do', 'go', 'supplier'],
  );
});

test('odd words never shift the reading of the others', () => {
  const odd = ['the', '', '...', 'a b', "rock'n'roll", '30%', '日本', 'manager'];
  const tokens = english.analyse(odd);
  assert.equal(tokens.length, odd.length);
  assert.equal(tokens.at(-1)?.lemma, 'manager');
});

test('frequencies are counts of SUBTLEX-US, whatever the capitals', () => {
  assert.ok(english.frequencies);
  assert.equal(english.frequencies.counts.get('theory'), 1459);
  assert.ok(english.frequencies.ranks.get('i')! <= 3);
});

test('mean log frequency counts every lemma once, at the commoner of form and lemma', () => {
  const content = Array.from({ length: 20 }, (_, index) => ({
    form: `word${index}`,
    lemma: `word${index}`,
    pos: 'NOUN' as const,
  }));
  const table = {
    source: 'made up',
    counts: new Map(content.map(({ form }, index) => [form, index < 10 ? 100 : 10_000])),
    ranks: new Map(content.map(({ form }, index) => [form, index < 5 ? 6000 : index < 10 ? 3000 : 10])),
  };
  const repeated = [...content, ...content.slice(0, 5)];
  assert.equal(meanLogFrequency(repeated, table), 3);
  assert.equal(shareBeyond(repeated, table, 2000), 0.5);
  assert.equal(shareBeyond(repeated, table, 5000), 0.25);
  assert.deepEqual(
    rarestWords(repeated, table, 2, (index) => index !== 0),
    [1, 2],
  );
  assert.equal(meanLogFrequency(content.slice(1), table), undefined);
});

test('register counts hedges, light verbs, repeated pairs and phrases', () => {
  const words = read(
    'maybe i think we go to the market and maybe we go to the market then we go to the market',
  );
  assert.ok(Math.abs(hedgesPer100Words(words) - (100 * 3) / words.length) < 1e-9);
  assert.ok(lightVerbShare(words) > 0.5);
  assert.ok(repeatedBigramShare(words) > 0.3);
  assert.equal(repeatedPhrases(words, 1, () => true)[0]?.at.length, 3);
  assert.equal(meanWordLength([]), undefined);
});

test('forms are told apart without capitals, quotes or stops', () => {
  assert.equal(plainForm('“Don’t!”'), "don't");
  assert.equal(plainForm('—'), '');
});
