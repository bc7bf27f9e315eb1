import { abbreviation } from '../languages/en/speech.ts';

/** Closing marks that may stand behind a full stop. */
const end = /[.?!]["'”’)\]]*$/;
const question = /\?["'”’)\]]*$/;
/** Whether a written word is the last of a sentence. */
export const endsSentence = (text: string): boolean => end.test(text) && !abbreviation.test(text);

/** Whether a written word is the last of a question. */
export const endsQuestion = (text: string): boolean => question.test(text);

/** With fewer sentence ends than one in so many words nobody put them there on purpose. */
const mostWordsPerSentence = 50;

/** Whether whoever wrote the words down marks where sentences end: some recognisers do, others never. */
export const isPunctuated = (words: readonly { text: string }[]): boolean =>
  words.filter(({ text }) => endsSentence(text)).length * mostWordsPerSentence >= Math.max(1, words.length);
