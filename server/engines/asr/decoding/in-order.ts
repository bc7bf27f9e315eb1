import type { Word } from '../../../domain/transcript/types.ts';

/** No word begins before the one in front of it has ended. */
export function inOrder(words: readonly Word[]): Word[] {
  const sorted = words.toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  let endMs = 0;
  return sorted.map((word) => {
    const startMs = Math.max(word.startMs, endMs);
    endMs = Math.max(word.endMs, startMs + 1);
    return { ...word, startMs, endMs };
  });
}
