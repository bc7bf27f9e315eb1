import { abbreviation } from '../languages/en/speech.ts';

/** Marks that end a sentence, in any of our scripts, and closing marks that may stand behind them. */
const end = /[.?!؟।。？！]["'’\p{Pe}\p{Pf}\p{Pi}]*$/u;
const question = /[?؟？]["'’\p{Pe}\p{Pf}\p{Pi}]*$/u;
/** Whether a written word is the last of a sentence. */
export const endsSentence = (text: string): boolean => end.test(text) && !abbreviation.test(text);

/** Whether a written word is the last of a question. */
export const endsQuestion = (text: string): boolean => question.test(text);
const mostWordsPerSentence = 50;

/** Whether the recogniser marks where sentences end: some do, others never. */
export const isPunctuated = (words: readonly { text: string }[]): boolean =>
  words.filter(({ text }) => endsSentence(text)).length * mostWordsPerSentence >= Math.max(1, words.length);
