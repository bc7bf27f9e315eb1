import { mostLateMs } from '../domain/interview/courtesy.ts';
import { seconds } from '../time.ts';

/** So many late reactions in a row, or one that is waited for so long, and going on helps no candidate. */
const mostInARow = 3;
const mostWaitMs = seconds(30);

/** Whether this machine keeps up with one interview. */
export interface Pace {
  /** An answer was reacted to so late: time beyond the pause that was meant. */
  reacted(lateMs: number): void;
  /** For how long something is waited for just now: to be heard, or to be answered. */
  waits(ms: number): void;
  /** It does not at present. */
  readonly isLate: boolean;
  /** It has not for so long that the interview is to be held again. */
  readonly isHopeless: boolean;
}

export function createPace(): Pace {
  let inARow = 0;
  let waitMs = 0;
  return {
    reacted(lateMs) {
      inARow = lateMs > mostLateMs ? inARow + 1 : 0;
    },
    waits(ms) {
      waitMs = ms;
    },
    get isLate() {
      return waitMs > mostLateMs;
    },
    get isHopeless() {
      return inARow >= mostInARow || waitMs > mostWaitMs;
    },
  };
}
