/** A part of a recording. */
export interface Stretch {
  startMs: number;
  endMs: number;
}

/** Where to be instead of `positionMs` when only these stretches are played; the same place within one of them. */
export function withinStretches(stretches: readonly Stretch[], positionMs: number): number | undefined {
  const next = stretches.find(({ endMs }) => positionMs < endMs);
  return next && Math.max(positionMs, next.startMs);
}
