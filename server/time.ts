/** Time as a dependency, so that tests can move it. Milliseconds everywhere inside. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const seconds = (count: number): number => count * 1000;
export const minutes = (count: number): number => count * 60_000;
export const hours = (count: number): number => count * 3_600_000;
export const days = (count: number): number => count * 86_400_000;

/** Fixed-width ISO 8601 UTC, the form every timestamp has in the database and in answers: it sorts as text. */
export const isoTime = (atMs: number): string => new Date(atMs).toISOString();
