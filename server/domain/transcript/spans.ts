import type { Span } from './types.ts';

/** The parts of `from` that none of `removed` covers. Both in any order; the answer is in order, apart. */
export function withoutSpans(from: readonly Span[], removed: readonly Span[]): Span[] {
  const holes = joinSpans(removed);
  return joinSpans(from).flatMap((span) => {
    const parts: Span[] = [];
    let { startMs } = span;
    for (const hole of holes) {
      if (hole.endMs <= startMs) continue;
      if (hole.startMs >= span.endMs) break;
      if (hole.startMs > startMs) parts.push({ startMs, endMs: hole.startMs });
      startMs = hole.endMs;
    }
    if (startMs < span.endMs) parts.push({ startMs, endMs: span.endMs });
    return parts;
  });
}

/** Spans in order, with those that touch or overlap made one and empty ones left out. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { startMs, endMs } of [...spans].sort((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (endMs <= startMs) continue;
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else joined.push({ startMs, endMs });
  }
  return joined;
}

export const totalMs = (spans: readonly Span[]): number =>
  spans.reduce((sum, span) => sum + span.endMs - span.startMs, 0);

/** Whether the middle of a word lies in one of the spans. */
export const liesIn = (spans: readonly Span[], { startMs, endMs }: Span): boolean => {
  const middleMs = (startMs + endMs) / 2;
  return spans.some((span) => middleMs >= span.startMs && middleMs < span.endMs);
};
