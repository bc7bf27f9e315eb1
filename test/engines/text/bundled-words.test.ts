import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { loadContent } from '#server/engines/models/content/content.ts';
import { importWordList } from '#server/engines/models/import-word-list.ts';
import { wordLists } from '#server/engines/models/local.ts';
import { createModelStore } from '#server/engines/models/store.ts';
import { readBundledWords, writeBundledWords } from '#server/engines/text/bundled-words.ts';
import { createWordPackText } from '#server/engines/text/word-pack-text.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const facts = { language: 'de', source: 'a test', licence: 'none' };

test('a bundled list keeps order, places, counts within a step, and how much it leaves out', async (t) => {
  const path = join(await tempFolder(t), 'words.br');
  const words = [
    ['der', 120_000],
    ['haus', 1260],
    ['hausen', 1250],
    ['ähre', 1240],
    ['zeh', 2],
  ] as const;
  writeFileSync(path, writeBundledWords({ ...facts, bodyWords: 2 * 49_719_560, words }));
  const { frequencies, ...rest } = readBundledWords(path);
  assert.deepEqual({ ...rest, details: [...rest.details] }, { ...facts, details: [] });
  assert.deepEqual([...frequencies.ranks.keys()], ['der', 'haus', 'hausen', 'ähre', 'zeh']);
  for (const [form, count] of words) {
    const ratio = (frequencies.counts.get(form)! * 2) / count;
    assert.ok(Math.abs(Math.log10(ratio)) <= 0.5 / 30 + 1e-9, `${form}: ${ratio}`);
  }
});

test('every language of the interface has its words as installed, and an imported list takes their place', async (t) => {
  const folder = await tempFolder(t);
  const store = createModelStore({ folder: join(folder, 'models'), checkContent: loadContent });
  const before = await wordLists(store.folder);
  assert.deepEqual(
    before.map(({ language }) => language).sort(),
    limits.languages.filter((code) => code !== 'en').sort(),
  );
  const list = Array.from({ length: 2500 }, (_, n) => `wort${n.toString(36)} ${9000 - n}`).join('\n');
  writeFileSync(join(folder, 'list.txt'), list);
  await importWordList(store, join(folder, 'list.txt'), { language: 'de', source: 'ours' });
  const after = await wordLists(store.folder);
  assert.equal(after.length, before.length);
  const german = after.filter(({ language }) => language === 'de');
  assert.deepEqual(
    german.map(({ read }) => read().source),
    ['ours'],
  );
});

/** Common and less common words of each language, one that no film lacks among them, and how a writer may write them. */
const known: Readonly<Record<string, readonly string[]>> = {
  ar: ['المدرسة', 'صَدِيق', 'مشكلة'],
  de: ['Vertrauen', 'Lieferung', 'verantwortlich,'],
  es: ['trabajo', 'proveedores', '¿Confianza?'],
  fr: ["l'université", 'aujourd’hui', 'livraison', "Qu'est-ce"],
  hi: ['दोस्त', 'समय', 'काम'],
  it: ["dell'azienda", 'lavoro', "un'amica"],
  ja: ['仕事', '学校', '食べた'],
  ko: ['사람이', '친구', '시간'],
  nl: ['vertrouwen', 'werk', 'zo’n'],
  pl: ['zaufanie', 'praca', 'Dlaczego'],
  pt: ['trabalho', 'confiança', 'empresa'],
  ru: ['работа', 'доверие', 'Почему'],
  sr: ['posao', 'посао', 'prijatelj'],
  tr: ['İş', 'KAPI', 'güven'],
  zh: ['工作', '朋友', '时间'],
};

test('words are found in the ways that they are written, and names are not', async (t) => {
  const lists = await wordLists(await tempFolder(t));
  for (const { language, read } of lists) {
    const engine = createWordPackText({ language, read });
    const { ranks } = engine.frequencies!;
    for (const word of known[language]!) {
      const [token] = engine.analyse([word]);
      assert.ok(ranks.has(token!.lemma), `${language}: ${word} is looked up as ${token!.lemma}`);
    }
    for (const name of ['michael', 'charlie', 'johnny']) assert.ok(!ranks.has(name), `${language}: ${name}`);
  }
});

test('a capital within a sentence tells of a name, but not where every noun has one', async (t) => {
  const lists = await wordLists(await tempFolder(t));
  const kinds = (language: string, sentence: string) =>
    createWordPackText(lists.find((list) => list.language === language)!)
      .analyse(sentence.split(' '))
      .map(({ pos }) => pos);
  assert.deepEqual(kinds('es', 'Vivo cerca. Paz trabaja con Paz'), [
    'NOUN',
    'NOUN',
    'NOUN',
    'NOUN',
    'X',
    'PROPN',
  ]);
  assert.equal(kinds('de', 'meine Schwester wohnt dort')[1], 'NOUN');
});

test('a rare form of a common word is as common as the word, and numbers in words are no rare words', async (t) => {
  const lists = await wordLists(await tempFolder(t));
  for (const [language, said, other] of [
    ['de', 'entdeckten', 'entdeckt'],
    ['es', 'llegaban', 'llegar'],
    ['fr', 'pardonnent', 'pardonner'],
    ['fr', 'oublient', 'oublie'],
    ['it', 'ascoltavamo', 'ascolta'],
    ['pt', 'chegavam', 'chegar'],
    ['ru', 'заказы', 'заказ'],
  ] as const) {
    const engine = createWordPackText(lists.find((list) => list.language === language)!);
    const { ranks } = engine.frequencies!;
    const [token] = engine.analyse([said]);
    const rank = ranks.get(token!.lemma)!;
    assert.ok(rank <= ranks.get(other)!, `${language}: ${said} is ${token!.lemma} (${rank})`);
    assert.ok(
      rank < 0.5 * (ranks.get(said) ?? Number.POSITIVE_INFINITY),
      `${language}: ${said} stays ${rank}`,
    );
  }
  const numbers = {
    de: 'vierzig',
    es: 'cuarenta',
    fr: 'cinquante',
    it: 'venti',
    pl: 'dwadzieścia',
    tr: 'kırk',
  };
  for (const [language, number] of Object.entries(numbers)) {
    const engine = createWordPackText(lists.find((list) => list.language === language)!);
    assert.equal(engine.analyse([number])[0]!.pos, 'X', number);
  }
});
