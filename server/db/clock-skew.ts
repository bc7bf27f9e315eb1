import { sql } from 'kysely';
import { type Clock, seconds } from '../time.ts';
import type { Db } from './db.ts';

/**
 * How far this machine's clock is ahead of the database server's, ms; less than nothing where it is behind. What the question took is
 * not held against either.
 */
export async function clockSkewMs(db: Db, clock: Clock): Promise<number> {
  const askedMs = clock.now();
  const { rows } = await sql<{ now: number }>`select extract(epoch from clock_timestamp()) as now`.execute(
    db,
  );
  const answeredMs = clock.now();
  const thereMs = seconds(rows[0]!.now);
  if (thereMs < askedMs) return askedMs - thereMs;
  return thereMs > answeredMs ? answeredMs - thereMs : 0;
}
