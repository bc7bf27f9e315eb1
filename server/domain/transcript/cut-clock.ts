import type { Span } from './types.ts';

/**
 * What remains of a recording when its long silences are shortened.
 *
 * @param silences in order, apart
 * @param keepSilenceMs of every silence this much is kept on each side that borders on sound
 * @returns in order, apart; empty when the recording is one silence
 */
export function keptBetweenSilences(
  silences: readonly Span[],
  durationMs: number,
  keepSilenceMs: number,
): Span[] {
  const kept: Span[] = [];
  let fromMs = 0;
  for (const silence of [...silences, { startMs: durationMs, endMs: durationMs }]) {
    const atBeginning = silence.startMs <= 0;
    const atEnd = silence.endMs >= durationMs;
    const cutFrom = atBeginning ? 0 : Math.min(durationMs, silence.startMs + keepSilenceMs);
    const cutTo = atEnd ? durationMs : silence.endMs - keepSilenceMs;
    // A silence that its own margins fill is not cut; the end of the recording always closes a span.
    if (cutTo <= cutFrom && !atEnd) continue;
    if (cutFrom > fromMs) kept.push({ startMs: fromMs, endMs: cutFrom });
    fromMs = Math.max(fromMs, cutTo);
  }
  return kept;
}

/**
 * Two clocks of one recording: the original, and that of its kept spans played without what lies between.
 * Milliseconds. Within kept spans each undoes the other.
 */
export interface CutClock {
  readonly cutDurationMs: number;
  /** A time at a joint belongs to the span that begins there; times beyond the end map to the last span's end. */
  toOriginal(cutMs: number): number;
  /** A time inside a removed stretch maps to the joint that replaced it. */
  toCut(originalMs: number): number;
}

/** @param kept in order, apart */
export function createCutClock(kept: readonly Span[]): CutClock {
  const spans = kept.filter((span) => span.endMs > span.startMs);
  const cutStarts: number[] = [];
  let cutDurationMs = 0;
  for (const span of spans) {
    cutStarts.push(cutDurationMs);
    cutDurationMs += span.endMs - span.startMs;
  }
  return {
    cutDurationMs,
    toOriginal(cutMs) {
      const index = lastAtOrBefore(cutStarts, cutMs);
      const span = spans[index];
      if (!span) return spans[0]?.startMs ?? 0;
      return Math.min(span.endMs, span.startMs + (cutMs - cutStarts[index]!));
    },
    toCut(originalMs) {
      const index = lastAtOrBefore(
        spans.map((span) => span.startMs),
        originalMs,
      );
      const span = spans[index];
      if (!span) return 0;
      return cutStarts[index]! + Math.min(originalMs, span.endMs) - span.startMs;
    },
  };
}

/** Index of the last of `sorted` that is not beyond `value`; −1 when all are. */
function lastAtOrBefore(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
