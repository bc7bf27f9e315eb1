import type { Logger } from '../logging.ts';
import { seconds } from '../time.ts';

/** Of one sentence: so many lines at once, and another after each of these pauses. */
const most = 10;
const pauseMs = seconds(6);

export type SparingLog = (level: 'info' | 'error', fields: object, sentence: string) => void;

/**
 * For lines that a person with a link can cause without limit: they must not fill a disk, nor bury other lines. A line
 * says how many of its kind were left out before it.
 *
 * @param now ms, of any beginning
 */
export function createSparingLog(logger: Logger, now: () => number): SparingLog {
  const kinds = new Map<string, { left: number; atMs: number; leftOut: number }>();
  return (level, fields, sentence) => {
    const nowMs = now();
    const kind = kinds.get(sentence) ?? { left: most, atMs: nowMs, leftOut: 0 };
    kinds.set(sentence, kind);
    kind.left = Math.min(most, kind.left + (nowMs - kind.atMs) / pauseMs);
    kind.atMs = nowMs;
    if (kind.left < 1) {
      kind.leftOut++;
      return;
    }
    kind.left--;
    logger[level]({ ...fields, ...(kind.leftOut > 0 && { leftOut: kind.leftOut }) }, sentence);
    kind.leftOut = 0;
  };
}
