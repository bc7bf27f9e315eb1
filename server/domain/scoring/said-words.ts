import type { AlignedWord } from '../transcript/types.ts';

/** One of the words that were said for a written word. */
export interface SaidWord {
  /** As written; where one written word is several said ones, those, the last with the written one's closing punctuation. */
  text: string;
  /** Place of the written word in the list these come from. */
  of: number;
}

/** What is counted and looked up: "$5" is two words, "well-known," is "well" and "known,". */
export const saidWords = (words: readonly Pick<AlignedWord, 'text' | 'spoken'>[]): SaidWord[] =>
  words.flatMap(({ text, spoken }, of) => {
    if (!spoken?.length) return [{ text, of }];
    const closing = /[.,;:?!]*$/.exec(text)![0];
    return spoken.map((said, index) => ({
      text: index === spoken.length - 1 ? said + closing : said,
      of,
    }));
  });
