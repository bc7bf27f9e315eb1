import type { Db } from '../../db/db.ts';
import { type Clock, seconds } from '../../time.ts';
import { recentPaces } from './repository.ts';

/** Runs that the estimate is learnt from. */
const learntFrom = 50;
/** Before any run has finished: a 10-minute interview takes 3 minutes, the middle of the 2–5 minutes that are typical. */
const defaultPace = 0.3;
const refreshAfterMs = seconds(5);

/** Milliseconds of processing per millisecond of audio. */
export type Pace = (serviceType: string) => Promise<number>;

/** Median of the newest runs; asked for at every poll, so it is measured again only every few seconds. */
export function createPace({ db, clock }: { db: Db; clock: Clock }): Pace {
  const measured = new Map<string, { pace: number; atMs: number }>();
  return async (serviceType) => {
    const known = measured.get(serviceType);
    const nowMs = clock.now();
    if (known && nowMs >= known.atMs && nowMs - known.atMs < refreshAfterMs) return known.pace;
    const paces = (await recentPaces(db, serviceType, learntFrom)).sort((a, b) => a - b);
    const middle = Math.floor(paces.length / 2);
    const pace =
      paces.length === 0
        ? defaultPace
        : paces.length % 2 === 1
          ? paces[middle]!
          : (paces[middle - 1]! + paces[middle]!) / 2;
    measured.set(serviceType, { pace, atMs: nowMs });
    return pace;
  };
}
