import type { Db } from '../../db/db.ts';

export interface WaitingWebhooks {
  /** With a try before them. */
  waiting: number;
  /** Of those, such as have failed at least once. */
  retrying: number;
  /** When the oldest of them was announced; null when none waits. */
  oldestAt: string | null;
}

/** Of all clients together, trials left out. */
export async function waitingWebhooks(db: Db): Promise<WaitingWebhooks> {
  const { count, retrying, oldest_at } = await db
    .selectFrom('webhook_messages')
    .select((of) => [
      of.fn.countAll<number>().as('count'),
      of.fn.countAll<number>().filterWhere('tries', '>', 0).as('retrying'),
      of.fn.min<string | null>('created_at').as('oldest_at'),
    ])
    .where('status', '=', 'pending')
    .where('is_test', '=', 0)
    .executeTakeFirstOrThrow();
  return { waiting: Number(count), retrying: Number(retrying), oldestAt: oldest_at };
}

/** How many were given up since a moment. Walks through all that ended since: ask seldom. @param since ISO 8601 UTC */
export async function webhooksGivenUp(db: Db, since: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_messages')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('ended_at', '>=', since)
    .where('status', 'in', ['failed', 'disabled'])
    .where('is_test', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What came of all tries that are still noted. Walks through all of them: ask seldom. */
export async function attemptOutcomes(
  db: Db,
): Promise<{ outcome: string; statusCode: number | null; count: number }[]> {
  const rows = await db
    .selectFrom('webhook_attempts')
    .select((of) => ['outcome', 'status_code', of.fn.countAll<number>().as('count')])
    .groupBy(['outcome', 'status_code'])
    .execute();
  return rows.map(({ outcome, status_code, count }) => ({
    outcome,
    statusCode: status_code,
    count: Number(count),
  }));
}
