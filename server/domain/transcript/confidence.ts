import type { SpokenWord, Word } from './types.ts';

/** Words less sure than this are marked where a transcript is read, and are no example of anything. */
export const DOUBTFUL_BELOW = 0.6;

/** A word as it is read where doubt shows: one that may be misheard stands as `[word?]`. */
export const asHeard = ({ text, filler, unsupported, confidence }: SpokenWord): string =>
  !filler && (unsupported || confidence < DOUBTFUL_BELOW) ? `[${text}?]` : text;

type Weighed = Pick<Word, 'startMs' | 'endMs' | 'confidence' | 'filler'>;

/**
 * Mean confidence over the time the words take, 0–1: long words carry more of what is said than articles.
 * Hesitations are left out: they say nothing about whether the words are right. Undefined without a word.
 */
export function meanConfidence(words: readonly Weighed[]): number | undefined {
  const { weighted, totalMs } = sums(words);
  return totalMs > 0 ? weighted / totalMs : undefined;
}

/**
 * The mean around each word, `reach` words to either side and itself. Where a recogniser has lost the thread it
 * still writes some words with full confidence; their neighbours give them away.
 */
export function surroundingConfidence(words: readonly Weighed[], reach: number): number[] {
  return words.map((word, i) => {
    const { weighted, totalMs } = sums(words.slice(Math.max(0, i - reach), i + reach + 1));
    return totalMs > 0 ? weighted / totalMs : word.confidence;
  });
}

function sums(words: readonly Weighed[]) {
  let weighted = 0;
  let totalMs = 0;
  for (const { startMs, endMs, confidence, filler } of words) {
    if (filler) continue;
    // A word may be given no duration; it still counts.
    const durationMs = Math.max(1, endMs - startMs);
    weighted += confidence * durationMs;
    totalMs += durationMs;
  }
  return { weighted, totalMs };
}
