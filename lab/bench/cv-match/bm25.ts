/** Okapi BM25 (Robertson & Zaragoza 2009) with its usual k1 = 1.2 and b = 0.75: the plain baseline of the bench. */
export function createBm25(documents: readonly string[]) {
  const k1 = 1.2;
  const b = 0.75;
  const counted = documents.map((text) => {
    const counts = new Map<string, number>();
    const words = wordsIn(text);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { counts, length: words.length };
  });
  const meanLength = counted.reduce((sum, { length }) => sum + length, 0) / counted.length;
  const holding = new Map<string, number>();
  for (const { counts } of counted)
    for (const word of counts.keys()) holding.set(word, (holding.get(word) ?? 0) + 1);
  const idf = (word: string) => {
    const n = holding.get(word) ?? 0;
    return Math.log(1 + (counted.length - n + 0.5) / (n + 0.5));
  };
  /** One score per document, in their order. */
  return (query: string): number[] => {
    const wanted = [...new Set(wordsIn(query))];
    return counted.map(({ counts, length }) =>
      wanted.reduce((sum, word) => {
        const tf = counts.get(word) ?? 0;
        return sum + (idf(word) * tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * length) / meanLength));
      }, 0),
    );
  };
}

const stopWords = new Set(
  'a an and are as at be by for from has have i in is it its of on or our such that the their them they this to was we were what when which who will with you your'.split(
    ' ',
  ),
);

/** Lower-case words without a plural s. */
const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !stopWords.has(word))
    .map((word) =>
      word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word,
    );
