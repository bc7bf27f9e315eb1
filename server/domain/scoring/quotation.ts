import { joinWords } from '../transcript/join-words.ts';
import type { SpokenWord } from '../transcript/types.ts';
import type { Evidence } from './types.ts';

/**
 * A stretch of what was said with up to `around` words on each side, not across gaps of over two seconds and only as far
 * as the words are surely heard.
 *
 * @param sure those of `surelyHeard`
 */
export function quotation(
  spoken: readonly SpokenWord[],
  from: number,
  to: number,
  around: number,
  sure: ReadonlySet<SpokenWord>,
): Pick<Evidence, 'text' | 'startMs' | 'endMs'> {
  let first = from;
  let last = Math.min(to, spoken.length - 1);
  const follows = (index: number) =>
    sure.has(spoken[index - 1]!) && sure.has(spoken[index]!) && near(spoken[index - 1]!, spoken[index]!);
  while (first > 0 && from - first < around && follows(first)) first -= 1;
  while (last + 1 < spoken.length && last - to < around && follows(last + 1)) last += 1;
  const words = spoken.slice(first, last + 1);
  return {
    text: joinWords(words.map(({ text }) => text)),
    startMs: words[0]!.startMs,
    endMs: words.at(-1)!.endMs,
  };
}

const near = (before: SpokenWord, after: SpokenWord): boolean => after.startMs - before.endMs <= 2000;
