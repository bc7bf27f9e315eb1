import { setTimeout as delay } from 'node:timers/promises';
import BetterSqlite, { type Database, type Statement } from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { seconds } from '../../time.ts';

/** How long a write waits for another process's before it fails with SQLITE_BUSY. */
const busyPatienceMs = seconds(15);
const retryAfterMs = { first: 1, most: 25 };
const statementCacheSize = 300;
const rowLocks = new Set(['ForUpdate', 'ForNoKeyUpdate', 'ForShare', 'ForKeyShare', 'NoWait', 'SkipLocked']);

/**
 * Waits for other writers by timers. SQLite's own busy handler would sleep in the thread: no request would be
 * answered meanwhile, and a second handle of the same process could never finish what is being waited for.
 */
async function patiently<Result>(attempt: () => Result | Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + busyPatienceMs;
  for (let waitMs = retryAfterMs.first; ; waitMs = Math.min(waitMs * 2, retryAfterMs.most)) {
    try {
      return await attempt();
    } catch (error) {
      const isBusy = error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!isBusy || performance.now() > giveUpAt) throw error;
      // Some randomness, lest two processes keep step with each other.
      await delay(waitMs * (0.5 + Math.random()));
    }
  }
}

/**
 * Every transaction takes the write lock at its start: one that reads first can never fail to upgrade, and only
 * its first statement, or a statement on its own, ever finds the database busy.
 */
class ImmediateDriver extends SqliteDriver {
  #patient: DatabaseConnection | undefined;

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    this.#patient ??= {
      executeQuery: (query) => patiently(() => connection.executeQuery(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
    return this.#patient;
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    _settings?: TransactionSettings,
  ): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk ends the transaction by itself; that there is none any more must not hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: Error) => {
      if (!/no transaction is active/.test(error.message)) throw error;
    });
  }
}

/** Row locks compile to nothing: `begin immediate` already keeps every other writer out. */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== undefined && rowLocks.has(node.modifier)) return;
    super.visitSelectModifier(node);
  }
}

/** SQLite rolls tables back like rows; with this the migrator runs inside one transaction, safe beside another. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class AssaySqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;
  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }
  override createDriver(): SqliteDriver {
    return new ImmediateDriver({ database: this.#database });
  }
  override createQueryCompiler(): SqliteQueryCompiler {
    return new LocklessCompiler();
  }
  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

/**
 * Opens (and makes) the database file. WAL lets readers go on beside the one writer; `synchronous=FULL` makes a
 * committed row survive power loss.
 */
export async function createSqliteDialect(filePath: string): Promise<SqliteDialect> {
  const database = new BetterSqlite(filePath, { timeout: 0 });
  try {
    await patiently(() => database.pragma('journal_mode = WAL'));
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    // What is deleted is overwritten, not just left to be used again.
    database.pragma('secure_delete = ON');
    // Sorting must work on a read-only root file system, where there is no folder for temporary files.
    database.pragma('temp_store = MEMORY');
    database.pragma('cache_size = -16000');
    database.pragma('journal_size_limit = 67108864');
  } catch (error) {
    database.close();
    throw error;
  }
  return new AssaySqliteDialect(withStatementCache(database));
}

/** Polling asks the same few questions all day: preparing each once halves their cost. */
function withStatementCache(database: Database): SqliteDatabase {
  const statements = new Map<string, Statement<unknown[]>>();
  return {
    close: () => {
      statements.clear();
      database.close();
    },
    prepare: (sql) => {
      let statement = statements.get(sql);
      if (!statement) {
        statement = database.prepare<unknown[]>(sql);
        // Schema changes are not repeated; keeping them out keeps the migrator's one-off statements from piling up.
        if (statements.size >= statementCacheSize) statements.delete(statements.keys().next().value!);
        statements.set(sql, statement);
      }
      return statement;
    },
  };
}
