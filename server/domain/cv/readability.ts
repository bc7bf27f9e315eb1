/** Fewer letters than this on a page are a page number or a watermark, in a whole CV nothing to go by. */
export const minPageLetters = 25;
export const minDocumentLetters = 60;
/** A sign of Chinese, Japanese or Korean says as much as this many letters. */
const lettersPerIdeograph = 3;

/**
 * Whether text can be what a person wrote. Fonts without a table of their letters give codes instead of text: signs of
 * the private use area, control characters, or letters mixed up like a cipher.
 */
export function isReadable(text: string): boolean {
  const signs = [...text].filter((sign) => !/\s/.test(sign));
  if (signs.length === 0) return false;
  const share = (pattern: RegExp) => signs.filter((sign) => pattern.test(sign)).length / signs.length;
  if (share(/[\p{Co}\p{Cc}\p{Cn}\ufffd]/u) > 0.2) return false;
  if (share(/[\p{L}\p{N}]/u) < 0.5) return false;
  const latin = text.toLowerCase().normalize('NFD').match(/[a-z]/g) ?? [];
  if (latin.length < 200 || latin.length < 0.6 * signs.length) return true;
  // Of all languages in Latin letters, vowels are from a third to a half; a cipher moves them.
  const vowels = latin.filter((letter) => 'aeiouy'.includes(letter)).length / latin.length;
  return vowels > 0.24 && vowels < 0.62;
}

/** Letters of a text; a sign that stands for a syllable or word counts as three. */
export function lettersIn(text: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const ideographs =
    text.match(/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  return letters + (lettersPerIdeograph - 1) * ideographs;
}
