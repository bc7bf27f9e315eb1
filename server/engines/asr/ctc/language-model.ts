import { readFile } from 'node:fs/promises';
import type { TrigramModel } from '../../../native.ts';

const magic = 'ASSAYLM1';
/** Log probabilities are stored as −log / step, backoffs as log / step + zero, each in a byte. */
const probabilityStep = 0.08;
const backoffStep = 0.04;
const backoffZero = 200;

export interface LanguageModel {
  /** Spellings by number; 0 and 1 are the marks of beginning and end. */
  words: readonly string[];
  trigrams: TrigramModel;
}

export const beginWord = 0;
export const endWord = 1;

/**
 * Reads a word trigram model (format: models/training/language_model/README.md).
 *
 * @throws Error when the file is something else or cut off
 */
export async function readLanguageModel(path: string): Promise<LanguageModel> {
  const file = await readFile(path);
  if (file.toString('latin1', 0, magic.length) !== magic) throw new Error(`${path} is no language model.`);
  let at = magic.length;
  const take = (bytes: number): Buffer => {
    if (at + bytes > file.length) throw new Error(`The language model ${path} is cut off.`);
    at += bytes;
    return file.subarray(at - bytes, at);
  };
  const shorts = (count: number) => Uint16Array.from({ length: count }, littleEndian(take(2 * count)));
  const probabilities = (count: number) => Float32Array.from(take(count), (code) => -code * probabilityStep);
  const backoffs = (count: number) =>
    Float32Array.from(take(count), (code) => (code - backoffZero) * backoffStep);

  const counts = take(16);
  const [words, bigrams, trigrams, textBytes] = [0, 4, 8, 12].map((offset) =>
    counts.readUInt32LE(offset),
  ) as [number, number, number, number];
  const text = take(textBytes).toString('utf8').split('\n');
  if (text.length !== words) throw new Error(`The language model ${path} is damaged.`);
  // Object members are evaluated in the order of the file.
  return {
    words: text,
    trigrams: {
      unigram: probabilities(words),
      unigramBackoff: backoffs(words),
      bigramFirst: runningSum(shorts(words)),
      bigramWord: shorts(bigrams),
      bigram: probabilities(bigrams),
      bigramBackoff: backoffs(bigrams),
      trigramFirst: runningSum(shorts(bigrams)),
      trigramWord: shorts(trigrams),
      trigram: probabilities(trigrams),
    },
  };
}

const littleEndian = (bytes: Buffer) => (_: unknown, index: number) => bytes.readUInt16LE(2 * index);

/** 0, first, first + second, … */
function runningSum(counts: Uint16Array): Int32Array {
  const sums = new Int32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) sums[i + 1] = sums[i]! + counts[i]!;
  return sums;
}
