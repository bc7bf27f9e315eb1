import type { AlignedWord, Span } from '../../../server/domain/transcript/types.ts';

export interface Found {
  /** Filled pauses that were said, and those of them that the aligner put into the transcript. */
  filledPauses: number;
  filledPausesFound: number;
  falseFilledPauses: number;
  /** Words said twice or begun. */
  falseStarts: number;
  falseStartsFound: number;
  falseFalseStarts: number;
  minutes: number;
}

export const nothingFound = (): Found => ({
  filledPauses: 0,
  filledPausesFound: 0,
  falseFilledPauses: 0,
  falseStarts: 0,
  falseStartsFound: 0,
  falseFalseStarts: 0,
  minutes: 0,
});

/** This much of the shorter of two has to be in the other for them to be the same. */
const leastOverlap = 0.4;

/**
 * Adds what was found in one recording.
 *
 * @param truth what was said; a filled pause where a word was begun, or the other way round, is neither found nor false
 * @param inserted filled pauses that the aligner added, and words that it marked as taken back
 */
export function addFound(
  sum: Found,
  truth: readonly (Span & { filler: boolean })[],
  inserted: readonly AlignedWord[],
  durationMs: number,
): void {
  const pairs = truth.map((said) => ({ said, heard: inserted.filter((word) => overlaps(word, said)) }));
  const explained = new Set(pairs.flatMap(({ heard }) => heard));
  for (const { said, heard } of pairs) {
    if (said.filler) {
      sum.filledPauses++;
      if (heard.some(({ filler }) => filler)) sum.filledPausesFound++;
    } else {
      sum.falseStarts++;
      if (heard.some(({ filler }) => !filler)) sum.falseStartsFound++;
    }
  }
  for (const word of inserted) {
    if (explained.has(word)) continue;
    if (word.filler) sum.falseFilledPauses++;
    else sum.falseFalseStarts++;
  }
  sum.minutes += durationMs / 60_000;
}

function overlaps(one: Span, other: Span): boolean {
  const shared = Math.min(one.endMs, other.endMs) - Math.max(one.startMs, other.startMs);
  return shared > leastOverlap * Math.min(one.endMs - one.startMs, other.endMs - other.startMs);
}
