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

/** How long a statement waits for another process's write before it fails with SQLITE_BUSY. */
const busyTimeoutMs = seconds(15);
const statementCacheSize = 300;
const rowLocks = new Set(['ForUpdate', 'ForNoKeyUpdate', 'ForShare', 'ForKeyShare', 'NoWait', 'SkipLocked']);

/** Every transaction takes the write lock at its start: one that reads first can never fail to upgrade. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    _settings?: TransactionSettings,
  ): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
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
  const database = new BetterSqlite(filePath, { timeout: busyTimeoutMs });
  try {
    await switchToWal(database);
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
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

/** The switch itself ignores the busy timeout, so two processes making the file together need this patience. */
async function switchToWal(database: Database): Promise<void> {
  const giveUpAt = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      const isBusy = error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!isBusy || performance.now() > giveUpAt) throw error;
      await delay(20);
    }
  }
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
