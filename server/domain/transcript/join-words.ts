/** Writing that puts no space between words: Chinese and Japanese. Korean does. */
const letters = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー';
const unspaced = new RegExp(`[${letters}、。，！？「」『』（）]`, 'u');
/** Without a dictionary, three letters of such writing count as a word. */
const word = new RegExp(`[${letters}]{1,3}\\p{P}*|[^\\s${letters}]+`, 'gu');

const lastLetter = (text: string): string => [...text.replace(/[\]?]+$/, '')].at(-1) ?? '';
const firstLetter = (text: string): string => [...text.replace(/^\[/, '')][0] ?? '';

/** Words as one reads them: with spaces between, but for neighbours whose writing has none. */
export function joinWords(words: readonly string[]): string {
  let joined = '';
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    const touches =
      before === undefined || (unspaced.test(lastLetter(before)) && unspaced.test(firstLetter(word)));
    joined += touches ? word : ` ${word}`;
  }
  return joined;
}

/** About the words of a text, with their punctuation: `joinWords` makes the text of them. */
export const wordsIn = (text: string): readonly string[] => text.match(word) ?? [];
