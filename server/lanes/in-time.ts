import { seconds } from '../time.ts';
import type { LaneCheck } from './protocol.ts';

/** Shorter than what programs that are asked for their version have. */
const patienceMs = seconds(10);

/** A check, or that it was late. */
export async function inTime(check: Promise<LaneCheck>): Promise<LaneCheck> {
  const { promise: late, resolve } = Promise.withResolvers<LaneCheck>();
  const timer = setTimeout(
    () => resolve({ ok: false, isLate: true, detail: `No answer within ${patienceMs / 1000} seconds.` }),
    patienceMs,
  );
  try {
    return await Promise.race([check, late]);
  } finally {
    clearTimeout(timer);
  }
}
