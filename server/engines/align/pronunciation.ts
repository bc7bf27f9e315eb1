/** How a word may be said: phones of the aligner's set, in order. */
export type Pronunciation = readonly string[];

/**
 * Pronunciations by word, the usual one first.
 *
 * @param text lines of "word<tab>phone phone …<tab>phone phone …"; lines that begin with "#" are comments
 */
export function readPronunciations(text: string): Map<string, readonly Pronunciation[]> {
  const found = new Map<string, readonly Pronunciation[]>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [word, ...variants] = line.split('\t');
    if (word && variants.length > 0)
      found.set(
        word,
        variants.map((phones) => phones.split(' ')),
      );
  }
  return found;
}

/** Every way to say several pieces one after the other, each piece's usual one first; at most `most` of them. */
export function sayTogether(pieces: readonly (readonly Pronunciation[])[], most: number): Pronunciation[] {
  let together: Pronunciation[] = [[]];
  for (const variants of pieces) {
    together = together.flatMap((front) => variants.map((phones) => [...front, ...phones])).slice(0, most);
  }
  return together;
}
