import type { Clock } from '#server/time.ts';

/** A clock that stands still until the test moves it. */
export interface MovingClock extends Clock {
  advance(durationMs: number): void;
}

export function createMovingClock(startIso = '2026-03-01T09:00:00.000Z'): MovingClock {
  let nowMs = Date.parse(startIso);
  return {
    now: () => nowMs,
    advance: (durationMs) => {
      nowMs += durationMs;
    },
  };
}
