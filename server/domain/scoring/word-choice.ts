import type { CandidateSpeech } from './candidate-speech.ts';
import { quotation } from './quotation.ts';
import { repeatedPhrases } from './register.ts';
import { saidWords } from './said-words.ts';
import { type ReadWord, rankOf, rarestWords } from './sophistication.ts';
import { isExample, surelyHeard } from './surely-heard.ts';
import { type FrequencyTable, withoutPunctuation } from './text.ts';
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

/** Keep a poll answer small. */
const MAX_RARE_WORDS = 40;
const MAX_PHRASES = 20;
const MAX_TIMES = 10;

/** Words shown to either side of a rare one. */
const WORDS_AROUND = 6;

/** @param words what was said in the scored words of `speech`, as a text engine reads it */
export function wordChoiceOf(
  speech: CandidateSpeech,
  words: readonly ReadWord[],
  frequencies: FrequencyTable | null,
): WordChoice {
  const { words: spoken } = speech;
  const said = saidWords(spoken);
  const sure = surelyHeard(speech);
  const heard = (index: number) => spoken[said[index]!.of]!;
  const shown = (index: number) => isExample(heard(index), sure);
  const rare = frequencies ? rarestWords(words, frequencies, MAX_RARE_WORDS, shown) : [];
  return {
    rareWords: rare.map((index) => ({
      word: withoutPunctuation(said[index]!.text),
      lemma: words[index]!.lemma,
      rank: rankOf(words[index]!, frequencies!),
      startMs: heard(index).startMs,
      endMs: heard(index).endMs,
      sentence: quotation(spoken, said[index]!.of, said[index]!.of, WORDS_AROUND, sure).text,
    })),
    repeatedPhrases: repeatedPhrases(words, MAX_PHRASES, (index) => sure.has(heard(index))).map(
      ({ text, at }) => ({
        text,
        count: at.length,
        startMs: at.slice(0, MAX_TIMES).map((index) => heard(index).startMs),
      }),
    ),
  };
}

/** Rare words with the words around them, and phrases that come again and again. */
export function vocabularyEvidence(
  speech: CandidateSpeech,
  words: readonly ReadWord[],
  frequencies: FrequencyTable | null,
): Evidence[] {
  const { words: spoken } = speech;
  const said = saidWords(spoken);
  const sure = surelyHeard(speech);
  const place = (index: number) => said[index]!.of;
  const shown = (index: number) => isExample(spoken[place(index)]!, sure);
  const rare = frequencies ? rarestWords(words, frequencies, 5, shown) : [];
  return [
    ...rare.map((index) => ({
      ...quotation(spoken, place(index), place(index), 3, sure),
      feature: 'beyond2000Share',
      note: `"${withoutPunctuation(said[index]!.text)}" is not among the 2,000 commonest words`,
    })),
    ...repeatedPhrases(words, 2, (index) => sure.has(spoken[place(index)]!)).map(({ text, at }) => ({
      ...quotation(spoken, place(at[0]!), place(at[0]! + 2), 0, sure),
      feature: 'repeatedBigramShare',
      note: `"${text}" is said ${at.length} times`,
    })),
  ];
}
