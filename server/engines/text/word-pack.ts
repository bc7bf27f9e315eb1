import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FrequencyTable, type PartOfSpeech, plainForm } from '../../domain/scoring/text.ts';
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

export interface WordPack extends WordPackFacts {
  frequencies: FrequencyTable;
  /** Dictionary form and usual part of speech by form, where the list has them. */
  words: ReadonlyMap<string, { lemma: string | null; pos: PartOfSpeech | null }>;
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
const normBodyWords = 49_719_560;

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
  // Lists count punctuation, too.
  const listed = parseWordList(readFileSync(path), path).filter(({ word }) => plainForm(word) !== '');
  const words = mergeForms(listed);
  if (words.size < minWords)
    throw new Error(`${path} has ${words.size} words; at least ${minWords} are needed.`);
  const total = listed.reduce((sum, { count }) => sum + count, 0);
  const scale = normBodyWords / total;
  const byCount = [...words].toSorted(([a, many], [b, few]) => few.count - many.count || (a < b ? -1 : 1));
  return {
    ...facts,
    frequencies: {
      source: facts.source,
      counts: new Map(byCount.map(([form, { count }]) => [form, count * scale])),
      ranks: new Map(byCount.map(([form], index) => [form, index + 1])),
    },
    words: new Map(byCount.map(([form, { lemma, pos }]) => [form, { lemma, pos }])),
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

/** "Haus" and "haus" are one form; the commoner spelling says what part of speech and lemma it has. */
function mergeForms(listed: readonly ListedWord[]) {
  const words = new Map<
    string,
    { count: number; lemma: string | null; pos: PartOfSpeech | null; top: number }
  >();
  for (const { word, count, lemma, pos } of listed) {
    const form = word.toLowerCase();
    const before = words.get(form);
    if (!before) words.set(form, { count, lemma: lemma?.toLowerCase() ?? null, pos, top: count });
    else {
      before.count += count;
      if (count > before.top) Object.assign(before, { lemma: lemma?.toLowerCase() ?? null, pos, top: count });
    }
  }
  return words;
}
