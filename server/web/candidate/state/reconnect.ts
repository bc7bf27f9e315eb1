/** So long a candidate may be away before the interview ends without them. */
export const giveUpAfterMs = 120_000;

const firstDelayMs = 500;
const longestDelayMs = 5000;

/**
 * How long to wait before the next try: doubled each time up to 5 s, and up to a fifth less, so that pages that lost the same
 * server do not come back all at once.
 *
 * @param attempts failed in a row, from 1
 * @param random 0–1
 */
export const reconnectDelayMs = (attempts: number, random: number): number =>
  Math.min(longestDelayMs, firstDelayMs * 2 ** (attempts - 1)) * (1 - random / 5);

export const hasGivenUp = (lostSinceMs: number | null, nowMs: number): boolean =>
  lostSinceMs !== null && nowMs - lostSinceMs >= giveUpAfterMs;
