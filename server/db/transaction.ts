import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { isDatabaseAway } from '../outages.ts';
import type { Db } from './db.ts';
import type { Tables } from './tables.ts';

const attempts = 4;
/** PostgreSQL: serialization_failure, deadlock_detected. Both mean "nothing happened, try again". */
const retryable = new Set(['40001', '40P01']);

/**
 * All or nothing. Joins the transaction when `db` already is one. Inside `work` await queries on `trx` only: on
 * SQLite the outer handle would wait for itself, and anything slow would hold up every other writer. `work` may
 * run again when PostgreSQL resolves a deadlock or its connection is lost before the commit, so it must not change anything outside the database.
 *
 * Credits cannot be spent twice: whoever changes a client's balance, holds or slots locks that client first
 * (`lockClient`), and each statement then sees everything committed before it.
 */
export async function transaction<Result>(
  db: Db,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work(db as Transaction<Tables>);
  for (let attempt = 1; ; attempt++) {
    // Once the work is done the commit may have happened, whatever became of its answer.
    let isDone = false;
    try {
      return await db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (trx) => {
          const result = await work(trx);
          isDone = true;
          return result;
        });
    } catch (error) {
      const code = String((error as { code?: unknown }).code);
      const mayRepeat = retryable.has(code) || (!isDone && isDatabaseAway(error));
      if (attempt >= attempts || !mayRepeat) throw error;
      await delay(attempt * 10 + Math.random() * 20);
    }
  }
}
