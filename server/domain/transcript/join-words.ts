/** Writing that puts no space between words: Chinese and Japanese. Korean does. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。，！？「」『』（）]/u;

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
