import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { isDatabaseAway } from '../outages.ts';
import type { Db } from './db.ts';
import type { Tables } from './tables.ts';

const attempts = 4;
/** PostgreSQL: serialization_failure, deadlock_detected. Both mean "nothing happened, try again". */
const retryable = new Set(['40001', '40P01']);

/** A transaction under way. */
interface Open {
  trx: Transaction<Tables>;
  whenCommitted: (() => Promise<void>)[];
  isOver: boolean;
}

/** By handle: the transaction that the code running now is part of. */
const ambients = new WeakMap<object, AsyncLocalStorage<Open>>();
/** By transaction. */
const opens = new WeakMap<object, Open>();

/**
 * A handle that joins: inside the `work` of a `transaction` on it, its queries run in that transaction. So a
 * change and its entry in the audit log are one, although neither service knows of the other.
 */
export function joining(root: Kysely<Tables>): Kysely<Tables> {
  const ambient = new AsyncLocalStorage<Open>();
  const handle = new Proxy(root, {
    get(_, name) {
      const open = ambient.getStore();
      const source = open && !open.isOver ? open.trx : root;
      const value: unknown = Reflect.get(source, name, source);
      return typeof value === 'function' ? value.bind(source) : value;
    },
  });
  ambients.set(handle, ambient);
  return handle;
}

/**
 * All or nothing. Joins the transaction that `db` is, or is in. Anything slow inside `work` would hold up every other
 * writer of SQLite. `work` may run again when PostgreSQL resolves a deadlock or its connection is lost before the commit, so it
 * must not change anything outside the database.
 *
 * Credits cannot be spent twice: code that changes a client's balance, holds or slots locks that client first
 * (`lockClient`), and each statement then sees everything committed before it.
 */
export async function transaction<Result>(
  db: Db,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work(db as Transaction<Tables>);
  for (let attempt = 1; ; attempt++) {
    let open: Open | undefined;
    // Once the work is done the commit may have happened, though its answer was lost.
    let isDone = false;
    try {
      const result = await db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (trx) => {
          open = { trx, whenCommitted: [], isOver: false };
          opens.set(trx, open);
          try {
            const made = await (ambients.get(db)?.run(open, work, trx) ?? work(trx));
            isDone = true;
            return made;
          } finally {
            open.isOver = true;
          }
        });
      for (const tell of open?.whenCommitted ?? []) await tell();
      return result;
    } catch (error) {
      const code = String((error as { code?: unknown }).code);
      const mayRepeat = retryable.has(code) || (!isDone && isDatabaseAway(error));
      if (attempt >= attempts || !mayRepeat) throw error;
      await delay(attempt * 10 + Math.random() * 20);
    }
  }
}

/** Once the transaction that `db` is, or is in, has been committed; at once where there is none. Must not throw. */
export async function whenCommitted(db: Db, tell: () => Promise<void>): Promise<void> {
  const open = opens.get(db) ?? ambients.get(db)?.getStore();
  if (open && !open.isOver) open.whenCommitted.push(tell);
  else await tell();
}
