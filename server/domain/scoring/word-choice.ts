import type { SpokenWord } from '../transcript/types.ts';
import { quotation } from './quotation.ts';
import { repeatedPhrases } from './register.ts';
import { type ReadWord, rankOf, rarestWords } from './sophistication.ts';
import type { FrequencyTable } from './text.ts';
import type { Evidence } from './types.ts';

/** Words and phrases that stand out, to be shown and listened to. */
export interface WordChoice {
  /** Content words beyond the 2,000 commonest that were surely heard, rarest first. */
  rareWords: {
    word: string;
    lemma: string;
    /** Place in the frequency list; 1 is the commonest word. */
    rank: number;
    startMs: number;
    endMs: number;
    /** The words around it. */
    sentence: string;
  }[];
  /** Phrases of three words said three times or more, most often first. */
  repeatedPhrases: { text: string; count: number; startMs: number[] }[];
}

/** Words surer than this are shown as an example of good vocabulary. */
const MIN_SHOWN_CONFIDENCE = 0.5;

/** Keep a poll answer small. */
const MAX_RARE_WORDS = 40;
const MAX_PHRASES = 20;
const MAX_TIMES = 10;

/** Words shown to either side of a rare one. */
const WORDS_AROUND = 6;

/**
 * @param spoken the scored words, in time order
 * @param words the same words as a text engine reads them
 */
export function wordChoiceOf(
  spoken: readonly SpokenWord[],
  words: readonly ReadWord[],
  frequencies: FrequencyTable | null,
): WordChoice {
  const shown = (index: number) => spoken[index]!.confidence >= MIN_SHOWN_CONFIDENCE;
  const rare = frequencies ? rarestWords(words, frequencies, MAX_RARE_WORDS, shown) : [];
  return {
    rareWords: rare.map((index) => ({
      word: spoken[index]!.text,
      lemma: words[index]!.lemma,
      rank: rankOf(words[index]!, frequencies!),
      startMs: spoken[index]!.startMs,
      endMs: spoken[index]!.endMs,
      sentence: quotation(spoken, index, index, WORDS_AROUND).text,
    })),
    repeatedPhrases: repeatedPhrases(words, MAX_PHRASES).map(({ text, at }) => ({
      text,
      count: at.length,
      startMs: at.slice(0, MAX_TIMES).map((index) => spoken[index]!.startMs),
    })),
  };
}

/** Rare words with the words around them, and phrases that come again and again. */
export function vocabularyEvidence(
  spoken: readonly SpokenWord[],
  words: readonly ReadWord[],
  frequencies: FrequencyTable | null,
): Evidence[] {
  const shown = (index: number) => spoken[index]!.confidence >= MIN_SHOWN_CONFIDENCE;
  const rare = frequencies ? rarestWords(words, frequencies, 5, shown) : [];
  return [
    ...rare.map((index) => ({
      ...quotation(spoken, index, index, 3),
      feature: 'beyond2000Share',
      note: `"${spoken[index]!.text}" is not among the 2,000 commonest words`,
    })),
    ...repeatedPhrases(words, 2).map(({ text, at }) => ({
      ...quotation(spoken, at[0]!, at[0]! + 2, 0),
      feature: 'repeatedBigramShare',
      note: `"${text}" is said ${at.length} times`,
    })),
  ];
}
