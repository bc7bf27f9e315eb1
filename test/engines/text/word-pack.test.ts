import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { meanLogFrequency, readWords, shareBeyond } from '#server/domain/scoring/sophistication.ts';
import { loadContent } from '#server/engines/models/content/content.ts';
import { importWordList } from '#server/engines/models/import-word-list.ts';
import { wordLists } from '#server/engines/models/local.ts';
import { createModelStore } from '#server/engines/models/store.ts';
import { createEnglishText } from '#server/engines/text/english.ts';
import { parseWordList } from '#server/engines/text/word-list.ts';
import { readWordPack } from '#server/engines/text/word-pack.ts';
import { createWordPackText } from '#server/engines/text/word-pack-text.ts';
import { writeFiles } from '#test/support/model-files.ts';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const parse = (text: string) => parseWordList(Buffer.from(text), 'list.tsv');
const facts = JSON.stringify({ format: 1, language: 'de', source: 'a test', licence: 'none' });

/** Zipf's law: the n-th word occurs 1/n times as often as the first. */
const zipfList = (words: number, first: number) =>
  Array.from(
    { length: words },
    (_, n) => `wort${n.toString(36)}\t${Math.max(1, Math.round(first / (n + 1)))}`,
  ).join('\n');

for (const [title, text, expected] of [
  [
    'word and count, parted by blanks',
    'der 100\nHaus 7\n',
    [
      ['der', 100],
      ['Haus', 7],
    ],
  ],
  [
    'a comma as a word',
    ', 900\nder 100\n',
    [
      [',', 900],
      ['der', 100],
    ],
  ],
  ['tabs and a heading in any order', 'Lemma\tFREQcount\tWord\nhaus\t7\tHäuser\n', [['Häuser', 7]]],
  ['semicolons, quotes and Windows line ends', '"word";"count"\r\n"über";"12"\r\n', [['über', 12]]],
  ['a byte order mark', '\uFEFFword,count\nder,3\n', [['der', 3]]],
  ['counts per million', 'word\tfrequency\nselten\t0.02\n', [['selten', 0.02]]],
  ['words that never occurred', 'der 3\nnie 0\n', [['der', 3]]],
] as const) {
  test(`a frequency list with ${title} is understood`, () => {
    assert.deepEqual(
      parse(text).map(({ word, count }) => [word, count]),
      expected,
    );
  });
}

test('parts of speech are understood by their usual names', () => {
  const words = parse(
    'word\tcount\tdom_pos\tlemma\nging\t9\tVerb\tgehen\nHaus\t8\tnoun\t\nzwar\t7\tADV\tzwar\nhm\t1\t?\t\n',
  );
  assert.deepEqual(
    words.map(({ pos, lemma }) => [pos, lemma]),
    [
      ['VERB', 'gehen'],
      ['NOUN', null],
      ['ADV', 'zwar'],
      ['X', null],
    ],
  );
});

for (const [title, text, message] of [
  ['nothing in it', ' \n', /list\.tsv is empty/],
  ['a heading without counts', 'word\tmeaning\nHaus\thouse\n', /line 1: the heading must name/],
  ['a count that is none', 'der 3\ndie x\n', /line 2: "x" is no count/],
  ['a negative count', 'der 3\ndie -1\n', /line 2: "-1" is no count/],
  ['a line without a count', 'der\t3\ndie\n', /line 2: "" is no count/],
] as const) {
  test(`a frequency list with ${title} is refused by its line`, () => {
    assert.throws(() => parse(text), { message });
  });
}

test('a list in another encoding is refused', () => {
  assert.throws(() => parseWordList(Buffer.from('f\u00fcr 3\n', 'latin1'), 'list.tsv'), {
    message: /is not UTF-8/,
  });
});

test('counts of every list are brought to the size of the English one', async (t) => {
  const [small, large] = await Promise.all([tempFolder(t), tempFolder(t)]);
  await writeFiles(small, { 'pack.json': facts, 'words.tsv': `word\tcount\n${zipfList(3000, 6000)}\n` });
  await writeFiles(large, { 'pack.json': facts, 'words.tsv': `word\tcount\n${zipfList(3000, 6_000_000)}\n` });
  const [a, b] = [readWordPack(small), readWordPack(large)];
  const total = [...b.frequencies.counts.values()].reduce((sum, count) => sum + count, 0);
  assert.ok(Math.abs(total / 49_719_560 - 1) < 1e-9);
  assert.ok(Math.abs(a.frequencies.counts.get('wort0')! / b.frequencies.counts.get('wort0')! - 1) < 0.02);
  assert.equal(b.frequencies.ranks.get('wort0'), 1);
});

for (const [title, files, message] of [
  ['without its facts', { 'words.tsv': 'a 1' }, /pack\.json is missing/],
  ['whose facts are no JSON', { 'pack.json': '{', 'words.tsv': 'a 1' }, /pack\.json is not valid JSON/],
  ['without a language', { 'pack.json': facts.replace('"de"', '"deu"') }, /"language" must be/],
  ['without a licence', { 'pack.json': facts.replace('"none"', '""') }, /"source" and "licence"/],
  ['without words', { 'pack.json': facts }, /words\.tsv is missing/],
  ['with a handful of words', { 'pack.json': facts, 'words.tsv': 'a 3\nb 2\n' }, /at least 2000 are needed/],
] as const) {
  test(`a language pack ${title} is refused by its file`, async (t) => {
    const folder = await tempFolder(t);
    await writeFiles(folder, files);
    assert.throws(() => readWordPack(folder), { message });
  });
}

test('an imported list becomes the one pack of its language, read by the scorers', async (t) => {
  const folder = await tempFolder(t);
  await writeFiles(folder, {
    'old.txt': zipfList(2500, 9000),
    'new.txt': `Häuser\t40\n${zipfList(2500, 9000)}`,
  });
  const store = createModelStore({ folder: join(folder, 'models'), checkContent: loadContent });
  for (const name of ['old.txt', 'new.txt']) {
    const record = await importWordList(store, join(folder, name), { language: 'de', licence: 'none' });
    assert.deepEqual([record.id, record.languages, record.source], ['words-de', ['de'], name]);
  }
  const engine = createWordPackText(
    (await wordLists(store.folder)).find(({ language }) => language === 'de')!,
  );
  assert.ok(engine.frequencies!.counts.get('häuser')! > 0);
  const [known, unknown] = engine.analyse(['Häuser,', 'Quatsch']);
  assert.deepEqual([known!.pos, unknown!.pos], ['NOUN', 'X']);
  assert.equal(engine.findsClauses, false);
  await assert.rejects(importWordList(store, join(folder, 'new.txt'), { language: 'en' }), {
    message: /English word frequencies come with Assay/,
  });
});

test('Serbian in Cyrillic letters finds a list in Latin ones', async (t) => {
  const folder = await tempFolder(t);
  const list = `word\tcount\nćerka\t90\nnjegov\t80\n${zipfList(2500, 9000)}\n`;
  await writeFiles(folder, { 'pack.json': facts.replace('"de"', '"sr"'), 'words.tsv': list });
  const tokens = createWordPackText({ language: 'sr', read: () => readWordPack(folder) }).analyse([
    'Ћерка',
    'његов',
    'ćerka',
  ]);
  assert.deepEqual(
    tokens.map(({ lemma }) => lemma),
    ['ćerka', 'njegov', 'ćerka'],
  );
});

const lists = join(findSharedData() ?? '', 'frequency');
test('real lists in three scripts are read', { skip: withoutSharedData() }, async (t) => {
  const folder = await tempFolder(t);
  const store = createModelStore({ folder, checkContent: loadContent });
  for (const language of [
    'ar',
    'de',
    'es',
    'fr',
    'hi',
    'it',
    'ja',
    'ko',
    'nl',
    'pl',
    'pt',
    'ru',
    'sr',
    'tr',
  ]) {
    const path = ['50k', 'full'].map((part) => join(lists, `${language}_${part}.txt`)).find(existsSync)!;
    await importWordList(store, path, { language, licence: 'CC BY-SA 4.0' });
    const { frequencies } = readWordPack(store.folderOf(`words-${language}`));
    assert.ok(frequencies.counts.size > 15_000, `${language}: ${frequencies.counts.size}`);
    assert.ok(![...frequencies.ranks.keys()].some((form) => /^\p{P}+$/u.test(form)), language);
  }
});

const corpus = join(findSharedData() ?? '', 'speechocean762/text');
test('without a tagger, a plain list measures rarity as the English tagger does', {
  skip: withoutSharedData(),
}, async (t) => {
  const folder = await tempFolder(t);
  const list = readFileSync(join(lists, 'en_50k.txt'), 'utf8').replaceAll(' ', '\t');
  await writeFiles(folder, { 'pack.json': facts, 'words.tsv': `word\tcount\n${list}` });
  const [plain, tagged] = [
    createWordPackText({ language: 'en', read: () => readWordPack(folder) }),
    createEnglishText(),
  ];
  const sentences = readFileSync(corpus, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.toLowerCase().split(/\s+/).slice(1));
  const texts = Array.from({ length: Math.floor(sentences.length / 100) }, (_, n) =>
    sentences.slice(100 * n, 100 * n + 100),
  );
  const measure = (engine: typeof plain, text: string[][]) => {
    const words = text.flatMap((words) =>
      readWords(
        words.map((word) => ({ text: word })),
        engine.analyse(words),
      ),
    );
    return [
      meanLogFrequency(words, engine.frequencies!)!,
      shareBeyond(words, engine.frequencies!, 2000)!,
    ] as const;
  };
  const pairs = texts.map((text) => [measure(plain, text), measure(tagged, text)] as const);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  for (const [index, closeTo] of [
    [0, 0.1],
    [1, 0.05],
  ] as const) {
    const [ours, theirs] = [pairs.map(([one]) => one[index]), pairs.map(([, one]) => one[index])];
    assert.ok(Math.abs(mean(ours) - mean(theirs)) < closeTo, `${mean(ours)} against ${mean(theirs)}`);
    const [a, b] = [mean(ours), mean(theirs)];
    const covariance = mean(ours.map((value, n) => (value - a) * (theirs[n]! - b)));
    const spread = (values: readonly number[], middle: number) =>
      Math.sqrt(mean(values.map((v) => (v - middle) ** 2)));
    const correlation = covariance / (spread(ours, a) * spread(theirs, b));
    assert.ok(correlation > 0.95, `${index}: ${correlation}`);
  }
});
