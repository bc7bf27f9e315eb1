/** A part of a recording. */
export interface PlayedSpan {
  startMs: number;
  endMs: number;
}

/** Where to be instead of `positionMs` when only these spans are played; the same place within one of them. */
export function withinSpans(spans: readonly PlayedSpan[], positionMs: number): number | undefined {
  const next = spans.find(({ endMs }) => positionMs < endMs);
  return next && Math.max(positionMs, next.startMs);
}
