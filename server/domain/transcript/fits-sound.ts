import { meanConfidence } from './confidence.ts';
import type { AlignedWord } from './types.ts';

/** What a nat of goodness of pronunciation counts beside the recogniser's confidence. */
const gopWeight = 0.2;
/**
 * Below this the words were probably not said. Of 24 clips in five other languages the highest has 0.32; of 9 in fluent English the lowest
 * 0.53; of 250 half minutes of learners ten are below, all but two with more than half of their words misheard (server/engines/asr/hearing.md).
 */
const minFit = 0.38;
/** Below this there is no doubt: about a minute is enough to tell. */
const clearlyOther = 0.22;

/**
 * Whether the sound bears out what was recognised. A recogniser of one language writes fluent sentences for any other, and at times
 * translates; it is nearly as sure of them as of a learner's, but their phones are not in the sound.
 *
 * @param words with phones where an aligner found them; its own goodness of pronunciation, 0 at best
 * @returns null without a word that has phones
 */
export function fitOfSound(
  words: readonly AlignedWord[],
): { fit: number; isBorneOut: boolean; isClearlyOther: boolean } | null {
  const gop = meanFit(words);
  const confidence = meanConfidence(words);
  if (gop === undefined || confidence === undefined) return null;
  const fit = fitOf(confidence, gop);
  return { fit, isBorneOut: fit >= minFit, isClearlyOther: fit < clearlyOther };
}

/** From 1 down, for a confidence of 0–1 and a goodness of pronunciation of 0 at best. */
export const fitOf = (confidence: number, gop: number): number => confidence + gopWeight * gop;

/** Mean goodness of pronunciation of all phones, as the aligner heard them; undefined without any. */
export function meanFit(words: readonly Pick<AlignedWord, 'fit' | 'phones'>[]): number | undefined {
  let [sum, count] = [0, 0];
  for (const { fit, phones = [] } of words) {
    if (phones.length === 0) continue;
    sum += (fit ?? meanGop(phones)) * phones.length;
    count += phones.length;
  }
  return count > 0 ? sum / count : undefined;
}

/** Words with their `fit`, before another engine judges their sounds. */
export const withFit = (words: readonly AlignedWord[]): AlignedWord[] =>
  words.map((word) => (word.phones?.length ? { ...word, fit: meanGop(word.phones) } : word));

export const meanGop = (phones: readonly { gop: number }[]): number =>
  phones.reduce((sum, { gop }) => sum + gop, 0) / phones.length;
