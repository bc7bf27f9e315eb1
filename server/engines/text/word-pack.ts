import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FrequencyTable, PartOfSpeech } from '../../domain/scoring/text.ts';
import { comparableIn } from './comparable-form.ts';
import { type ListedWord, parseWordList } from './word-list.ts';

/** `pack.json` of a language pack. */
export interface WordPackFacts {
  format: 1;
  /** ISO 639-1. */
  language: string;
  /** What the counts were taken from, e.g. "SUBTLEX-DE". */
  source: string;
  licence: string;
}

export interface WordPack extends Omit<WordPackFacts, 'format'> {
  frequencies: FrequencyTable;
  /** Dictionary form and usual part of speech of the forms of which the list has either. */
  details: ReadonlyMap<string, WordDetails>;
}

interface WordDetails {
  lemma: string | null;
  pos: PartOfSpeech | null;
}

export const factsFileName = 'pack.json';
export const wordsFileName = 'words.tsv';

/** A list of every form of a language has a few million lines. */
const maxListBytes = 256 * 1024 * 1024;
/** Fewer cannot tell a common word from a rare one. */
const minWords = 2000;

/**
 * The body that the English list was counted in (SUBTLEX-US: 49,719,560 words). Norms are in its units, so every
 * language's counts are brought to a body of that size.
 */
export const normBodyWords = 49_719_560;

/**
 * Reads a language pack: `pack.json` and `words.tsv` (heading `word`, `count`, perhaps `pos` and `lemma`; one form a line).
 *
 * @throws Error naming the file, the line, and what is wrong
 */
export function readWordPack(folder: string): WordPack {
  const facts = readPackFacts(folder);
  if (!facts) throw new Error(`${join(folder, factsFileName)} is missing.`);
  const path = join(folder, wordsFileName);
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new Error(`${path} is missing.`);
  if (size > maxListBytes) throw new Error(`${path} is too large for a word list (${size} bytes).`);
  const { language, source, licence } = facts;
  const words = mergeForms(parseWordList(readFileSync(path), path), language);
  if (words.size < minWords)
    throw new Error(`${path} has ${words.size} words; at least ${minWords} are needed.`);
  const counted = [...words].map(([form, { count }]) => [form, count] as const);
  const bodyWords = counted.reduce((sum, [, count]) => sum + count, 0);
  return {
    language,
    source,
    licence,
    frequencies: frequencyTable(source, counted, bodyWords),
    details: new Map([...words].filter(([, { lemma, pos }]) => lemma !== null || pos !== null)),
  };
}

/**
 * Counts in the units of the English norms, and places; forms of one count are in the order of their letters.
 *
 * @param counted form and count, each form once
 * @param bodyWords words of the body that they were counted in
 */
export function frequencyTable(
  source: string,
  counted: readonly (readonly [form: string, count: number])[],
  bodyWords: number,
): FrequencyTable {
  const byCount = counted.toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1));
  const scale = normBodyWords / bodyWords;
  return {
    source,
    counts: new Map(byCount.map(([form, count]) => [form, count * scale])),
    ranks: new Map(byCount.map(([form], index) => [form, index + 1])),
  };
}

/** @returns null where there is no `pack.json` */
export function readPackFacts(folder: string): WordPackFacts | null {
  const path = join(folder, factsFileName);
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${path} is not valid JSON.`);
  }
  const { format, language, source, licence } = (value ?? {}) as Record<string, unknown>;
  if (format !== 1) throw new Error(`${path}: "format" must be 1.`);
  if (typeof language !== 'string' || !/^[a-z]{2}$/.test(language)) {
    throw new Error(`${path}: "language" must be an ISO 639-1 code.`);
  }
  if (typeof source !== 'string' || source === '' || typeof licence !== 'string' || licence === '') {
    throw new Error(
      `${path}: "source" and "licence" must say where the counts are from and who may use them.`,
    );
  }
  return { format, language, source, licence };
}

/** "Haus" and "haus" are one form; the commoner spelling says what part of speech and lemma it has. Lists count punctuation, too. */
function mergeForms(listed: readonly ListedWord[], language: string) {
  const words = new Map<string, WordDetails & { count: number; top: number }>();
  const comparable = comparableIn(language);
  for (const { word, count, lemma, pos } of listed) {
    const form = comparable(word);
    if (form === '') continue;
    const before = words.get(form);
    const details = { lemma: lemma && comparable(lemma), pos };
    if (!before) words.set(form, { count, ...details, top: count });
    else {
      before.count += count;
      if (count > before.top) Object.assign(before, { ...details, top: count });
    }
  }
  return words;
}
