import { joinWords } from '../transcript/join-words.ts';
import type { SpokenWord } from '../transcript/types.ts';
import type { Evidence } from './types.ts';

/** A stretch of what was said with up to `around` words on each side, not across gaps of over two seconds. */
export function quotation(
  spoken: readonly SpokenWord[],
  from: number,
  to: number,
  around: number,
): Pick<Evidence, 'text' | 'startMs' | 'endMs'> {
  let first = from;
  let last = Math.min(to, spoken.length - 1);
  while (first > 0 && from - first < around && near(spoken[first - 1]!, spoken[first]!)) first -= 1;
  while (last + 1 < spoken.length && last - to < around && near(spoken[last]!, spoken[last + 1]!)) last += 1;
  const words = spoken.slice(first, last + 1);
  return {
    text: joinWords(words.map(({ text }) => text)),
    startMs: words[0]!.startMs,
    endMs: words.at(-1)!.endMs,
  };
}

const near = (before: SpokenWord, after: SpokenWord): boolean => after.startMs - before.endMs <= 2000;
