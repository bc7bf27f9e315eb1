/** Texts are read this far: more than any CV has. */
const maxCharacters = 200_000;
/** Scripts that put no spaces between words give one long run of letters: it is taken in parts. */
const maxWord = 32;

const wordPattern = new RegExp(`[\\p{L}\\p{M}\\p{N}][\\p{L}\\p{M}\\p{N}+#]{0,${maxWord - 1}}`, 'gu');
const plainPattern = new RegExp(`[a-z0-9][a-z0-9+#]{0,${maxWord - 1}}`, 'g');
// biome-ignore lint/suspicious/noControlCharactersInRegex: asks whether there is anything but ASCII
const isPlain = /^[\x00-\x7f]*$/;

/** The words and numbers of a text in lower case, "c++" and "c#" with their signs. */
export function wordsOf(text: string): readonly string[] {
  const cut = text.slice(0, maxCharacters);
  const found = isPlain.test(cut)
    ? cut.toLowerCase().match(plainPattern)
    : cut.normalize('NFKC').toLowerCase().match(wordPattern);
  return found ?? [];
}

/** Written with other letters than Latin ones. */
export const isForeign = (word: string): boolean => /[^\p{Script=Latin}\p{N}\p{M}+#]/u.test(word);
