/** How far a page is behind, by pings that each carry when they were sent and are answered in order behind all that was sent before. */
export interface Lag {
  /** A ping goes out. @returns what it carries */
  ping(): string;
  /** Its answer. */
  pong(carried: string): void;
  /** Time from sending to arrival and back, ms: of the newest answered ping, or of the oldest that is not yet, if that is more. */
  ms(): number;
}

/** @param now ms, of any beginning */
export function createLag(now: () => number): Lag {
  let waiting: number[] = [];
  let lastMs = 0;
  return {
    ping() {
      const at = Math.round(now());
      waiting.push(at);
      return String(at);
    },
    pong(carried) {
      const at = Number(carried);
      if (!waiting.includes(at)) return;
      lastMs = now() - at;
      waiting = waiting.filter((one) => one > at);
    },
    ms: () => Math.max(lastMs, waiting.length > 0 ? now() - waiting[0]! : 0),
  };
}
