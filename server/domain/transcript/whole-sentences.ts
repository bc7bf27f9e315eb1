import { endsSentence, isPunctuated } from './sentences.ts';
import type { SpokenWord } from './types.ts';

/** So many words at an edge of a sentence, this long in all, may have come to the wrong person … */
const MOST_WORDS = 3;
const MOST_MS = 1200;
/** … when they are no more than this share of it … */
const MOST_SHARE = 0.4;
/** … and no pause as long as this lies between: people let one another finish. */
const PAUSE_MS = 350;

/**
 * Gives a sentence whose first or last words went to another speaker to the one who says the rest of it: borders between voices are drawn
 * to a few tenths of a second, and people change at the ends of sentences far more often than inside. Where the recogniser marks no
 * sentences, all stays as it is.
 *
 * @param words in time order, with their speakers
 */
export function wholeSentences(words: readonly SpokenWord[]): SpokenWord[] {
  const result = words.map((word) => ({ ...word }));
  if (!isPunctuated(words)) return result;
  for (const { first, end } of sentencesOf(result)) {
    const inside = result.slice(first, end);
    const border = inside.findIndex((word, i) => i > 0 && word.speaker !== inside[i - 1]!.speaker);
    const changes = inside.filter((word, i) => i > 0 && word.speaker !== inside[i - 1]!.speaker).length;
    if (changes !== 1) continue;
    const parts = [inside.slice(0, border), inside.slice(border)] as const;
    const [few, rest] = parts[0].length <= parts[1].length ? parts : [parts[1], parts[0]];
    const pauseMs = inside[border]!.startMs - inside[border - 1]!.endMs;
    const fewMs = lengthMs(few);
    if (few.length > MOST_WORDS || fewMs > MOST_MS || pauseMs >= PAUSE_MS) continue;
    if (fewMs > MOST_SHARE * (fewMs + lengthMs(rest)) || few.length === rest.length) continue;
    for (const word of few) word.speaker = rest[0]!.speaker;
  }
  return result;
}

const lengthMs = (words: readonly SpokenWord[]): number => words.at(-1)!.endMs - words[0]!.startMs;

function sentencesOf(words: readonly SpokenWord[]): { first: number; end: number }[] {
  const sentences: { first: number; end: number }[] = [];
  let first = 0;
  for (const [i, word] of words.entries()) {
    if (!endsSentence(word.text) && i < words.length - 1) continue;
    sentences.push({ first, end: i + 1 });
    first = i + 1;
  }
  return sentences;
}
