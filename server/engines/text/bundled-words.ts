import { readFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { frequencyTable, normBodyWords, type WordPack } from './word-pack.ts';

/** First line of a bundled list. */
interface Heading {
  /** ISO 639-1. */
  language: string;
  source: string;
  licence: string;
}

/** Counts are kept in so many steps for each power of ten: a step is 8 %, finer than rarity can be told. */
const stepsPerDecade = 30;
/** Letters for numbers begin behind the last sign that ends a line. */
const firstLetter = 0x21;
const letterOf = (number: number): string => String.fromCharCode(firstLetter + number);
const numberOf = (letter: string): number => letter.charCodeAt(0) - firstLetter;

/**
 * Word frequencies that come with Assay: Brotli over UTF-8 text. A line of facts, a line with a letter for the count of each form, then the
 * forms in alphabetical order, a line each: a letter for how many characters it shares with the form before, and the others.
 *
 * @param words form and count, at most one of each form
 * @param bodyWords words of the body that they were counted in, those that are not listed included
 */
export function writeBundledWords({
  words,
  bodyWords,
  ...heading
}: Heading & { words: readonly (readonly [form: string, count: number])[]; bodyWords: number }): Buffer {
  const sorted = words.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const steps = sorted.map(([, count]) =>
    Math.max(0, Math.round(stepsPerDecade * Math.log10((count * normBodyWords) / bodyWords))),
  );
  let before = '';
  const forms = sorted.map(([form]) => {
    let shared = 0;
    while (shared < before.length && form[shared] === before[shared]) shared += 1;
    before = form;
    return letterOf(shared) + form.slice(shared);
  });
  return brotliCompressSync([JSON.stringify(heading), steps.map(letterOf).join(''), ...forms].join('\n'), {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    },
  });
}

/** @throws Error where the file is missing or not what `writeBundledWords` makes */
export function readBundledWords(path: string): WordPack {
  const text = brotliDecompressSync(readFileSync(path)).toString('utf8');
  const [heading, counts, ...lines] = text.split('\n');
  const facts = JSON.parse(heading!) as Heading;
  let form = '';
  const counted = lines.map((line, index) => {
    form = form.slice(0, numberOf(line)) + line.slice(1);
    return [form, 10 ** (numberOf(counts![index]!) / stepsPerDecade)] as const;
  });
  return { ...facts, frequencies: frequencyTable(facts.source, counted, normBodyWords), details: new Map() };
}
