import type { Span } from '#server/domain/transcript/types.ts';
import type { Pronunciation } from '#server/engines/align/pronunciation.ts';

/** One phone as a synthesiser said it. */
export interface SpokenPhone extends Span {
  phone: string;
}

const longestWordPhones = 24;

/**
 * Which of an utterance's phones belong to which word: synthesisers tell when each phone sounds, not each word. The split
 * with the fewest edits between what was said and a pronunciation of each word wins; a vowel for another vowel is half an edit.
 *
 * @param phones without pauses, in the aligner's names
 * @param words for each word its pronunciations
 * @returns each word's time, and how many edits it took; undefined where no split gives every word a phone
 */
export function wordTimes(
  phones: readonly SpokenPhone[],
  words: readonly (readonly Pronunciation[])[],
): { words: Span[]; edits: number } | undefined {
  const count = phones.length;
  const names = phones.map(({ phone }) => phone);
  // best[w][p]: fewest edits with which the first w words cover the first p phones.
  let best = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  best[0] = 0;
  const origins: Int32Array[] = [];
  for (const variants of words) {
    const next = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
    const origin = new Int32Array(count + 1).fill(-1);
    for (let from = 0; from < count; from++) {
      if (best[from] === Number.POSITIVE_INFINITY) continue;
      const heard = names.slice(from, from + longestWordPhones);
      for (const variant of variants) {
        for (const [length, edits] of editsOfPrefixes(variant, heard).entries()) {
          if (length > 0 && best[from]! + edits < next[from + length]!) {
            next[from + length] = best[from]! + edits;
            origin[from + length] = from;
          }
        }
      }
    }
    best = next;
    origins.push(origin);
  }
  if (!Number.isFinite(best[count]!)) return undefined;
  const spans: Span[] = [];
  for (let end = count; origins.length > 0; ) {
    const from = origins.pop()![end]!;
    spans.unshift({ startMs: phones[from]!.startMs, endMs: phones[end - 1]!.endMs });
    end = from;
  }
  return { words: spans, edits: best[count]! };
}

/** Edits between `expected` and every beginning of `heard`, the empty one first. */
function editsOfPrefixes(expected: Pronunciation, heard: readonly string[]): number[] {
  let column = Array.from({ length: heard.length + 1 }, (_, length) => length);
  for (const phone of expected) {
    const next = [column[0]! + 1];
    for (const [at, other] of heard.entries()) {
      next.push(Math.min(column[at]! + exchange(phone, other), column[at + 1]! + 1, next[at]! + 1));
    }
    column = next;
  }
  return column;
}

const isVowel = (phone: string): boolean => /^[aeiou]/.test(phone);

function exchange(expected: string, heard: string): number {
  if (expected === heard) return 0;
  if (isVowel(expected) !== isVowel(heard)) return 1.5;
  return isVowel(expected) ? 0.5 : 1;
}
