import { mostLateMs } from '../../domain/interview/courtesy.ts';
import { createPace } from '../pace.ts';
import type { LivePhase } from '../protocol.ts';

/** Tells the candidate when this machine does not keep up, and gives up when it is no use. */
export interface Lateness {
  readonly isLate: boolean;
  /** What goes on by itself, as the candidate was last told. */
  phase(next: LivePhase): void;
  /** An answer was reacted to so late. */
  reacted(lateMs: number): void;
  /** For how long something is waited for just now. */
  waits(ms: number): void;
  /** The candidate is gone, and does not wait. */
  left(): void;
}

export function createLateness({
  tell,
  onHopeless,
}: {
  tell: (phase: LivePhase) => void;
  onHopeless: (waitMs: number) => void;
}): Lateness {
  const pace = createPace();
  let phase: LivePhase | undefined;
  let isToldLate = false;
  return {
    get isLate() {
      return pace.isLate;
    },
    phase(next) {
      phase = next;
      isToldLate = false;
      tell(next);
    },
    reacted: (lateMs) => pace.reacted(lateMs),
    waits(waitMs) {
      pace.waits(waitMs);
      if (pace.isHopeless) {
        onHopeless(waitMs);
        return;
      }
      const isLate = waitMs > mostLateMs && phase !== 'speaking';
      if (isLate === isToldLate) return;
      isToldLate = isLate;
      if (isLate) tell('late');
      else if (phase) tell(phase);
    },
    left: () => pace.waits(0),
  };
}
