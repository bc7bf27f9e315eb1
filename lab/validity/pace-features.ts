import { deviationOf, meanOf, quantileOf } from '#server/domain/scoring/distribution.ts';
import { isVowel } from '#server/domain/scoring/syllables.ts';
import type { AlignedWord } from '#server/domain/transcript/types.ts';
import { type PhoneNorms, usualMs } from './phone-features.ts';

type Features = Record<string, number>;

/** Silences shorter than this are stop closures and the aligner's own uncertainty. */
const leastPauseMs = 100;

/**
 * Speed and breakdown inside one utterance: rates with and without pauses, and how many, how long and how evenly
 * spread the pauses are, per word (Cucchiarini, Strik & Boves 2002: rate of speech and pauses are what listeners'
 * fluency follows). Silence before the first and after the last word does not count.
 *
 * @param words placed words in time order
 * @param norms usual durations of phones
 */
export function paceFeatures(
  words: readonly AlignedWord[],
  norms: PhoneNorms,
): { rates: Features; pauses: Features } {
  const phones = words.flatMap((word) => word.phones ?? []);
  const count = Math.max(1, words.length);
  const spokenS = words.length === 0 ? 0 : (words.at(-1)!.endMs - words[0]!.startMs) / 1000;
  const voicedS = phones.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) / 1000;
  const gaps = words.slice(1).map((word, index) => Math.max(0, word.startMs - words[index]!.endMs));
  const pausesMs = gaps.filter((gap) => gap >= leastPauseMs);
  const longer = (ms: number) => gaps.filter((gap) => gap >= ms).length / count;
  const runs = runLengths(gaps, 200);
  const perSecond = (amount: number, seconds: number) => (seconds > 0 ? amount / seconds : 0);
  const wordRates = words.map((word) =>
    perSecond(word.phones?.length ?? 0, Math.max(10, word.endMs - word.startMs) / 1000),
  );
  return {
    rates: {
      phonesPerSecond: perSecond(phones.length, voicedS),
      syllablesPerSecond: perSecond(phones.filter(({ phone }) => isVowel(phone)).length, voicedS),
      wordRateSd: deviationOf(wordRates),
      wordRateLow: quantileOf(wordRates, 0.2),
    },
    pauses: {
      phonesPerSpokenSecond: perSecond(phones.length, spokenS),
      wordsPerSpokenSecond: perSecond(words.length, spokenS),
      // How many times longer all of it took, pauses included, than its phones usually do.
      stretch: spokenS > 0 ? Math.log((1000 * spokenS) / usualMs(phones, norms)) : 0,
      spokenShare: spokenS > 0 ? voicedS / spokenS : 1,
      pausesPerWord: longer(leastPauseMs),
      pausesOver150PerWord: longer(150),
      pausesOver250PerWord: longer(250),
      pausesOver500PerWord: longer(500),
      pauseMsPerWord: pausesMs.reduce((sum, ms) => sum + ms, 0) / count,
      logLongestPause: Math.log(40 + gaps.reduce((most, gap) => Math.max(most, gap), 0)),
      meanPauseMs: meanOf(pausesMs),
      pauseSdMs: deviationOf(pausesMs),
      meanRunWords: Math.min(8, meanOf(runs)),
    },
  };
}

/** Words between gaps of at least `ms`. */
function runLengths(gaps: readonly number[], ms: number): number[] {
  const runs = [1];
  for (const gap of gaps) {
    if (gap >= ms) runs.push(1);
    else runs[runs.length - 1]! += 1;
  }
  return runs;
}
