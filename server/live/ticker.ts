/** Calls at an even pace; calls that could not be made in time are made up for. */
export interface Ticker {
  stop(): void;
}

/** A machine that slept, or a process that was stopped, does not make up for minutes. */
const mostBehindMs = 2000;

/** @param everyMs the time of one call's work: so many are made as time has passed */
export function startTicker(everyMs: number, tick: () => void): Ticker {
  let doneMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    if (nowMs - doneMs > mostBehindMs) doneMs = nowMs - mostBehindMs;
    while (nowMs - doneMs >= everyMs) {
      doneMs += everyMs;
      tick();
    }
  }, everyMs / 2);
  return { stop: () => clearInterval(timer) };
}
