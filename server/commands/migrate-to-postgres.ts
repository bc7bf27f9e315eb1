import { realpath, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Command } from 'commander';
import { DatabaseFault, fileOf } from '../db/database-fault.ts';
import { moveToPostgres } from '../db/move/move-to-postgres.ts';
import { openDatabase } from '../db/open-database.ts';
import { lockDataFolder } from '../process/folder-lock.ts';
import { type CommandContext, createCommandContext } from './context.ts';
import { printJson, printLines } from './output.ts';

/** `assay migrate-to-postgres`: an installation that has outgrown its SQLite file. */
export function registerMigrateToPostgres(program: Command, context: CommandContext): void {
  program
    .command('migrate-to-postgres')
    .description('move this installation from its SQLite file to PostgreSQL')
    .option('--to <url>', 'the database, empty (DATABASE_URL, which other users of the machine cannot see)')
    .option('--json', 'print {"tables": [{"table", "rows", "checksum"}], "rows"}')
    .addHelpText(
      'after',
      [
        '',
        'Stop the server first. Every row of DATA_DIR/assay.db is copied and compared: counts and checksums of every',
        'table. Cut off at any moment, the same command goes on where it was; until it has ended nobody can use the new',
        'database. Nothing in the data folder is changed. Its files stay where they are and are needed on: only the',
        'database moves. Afterwards set DATABASE_URL, keep DATA_DIR, and start the server.',
        '',
      ].join('\n'),
    )
    .action(async ({ to, json }: { to?: string; json?: true }) => {
      const config = context.config(
        to === undefined ? {} : { DATABASE_URL: to, DATABASE_URL_FILE: undefined },
      );
      const { databaseUrl, dataDir } = config;
      if (!databaseUrl)
        throw new DatabaseFault(
          'Say where to: DATABASE_URL=postgres://USER:PASSWORD@HOST/NAME, or --to URL.',
        );
      if (!(await stat(fileOf(config)).catch(() => undefined)))
        throw new DatabaseFault(
          `There is no database to move: ${fileOf(config)} does not exist. Check DATA_DIR.`,
        );
      const lock = lockDataFolder(dataDir);
      try {
        const source = await openDatabase({ dataDir, databaseUrl: null }, { whole: true });
        const target = await openDatabase(config, { mayBeFilled: true });
        try {
          const tables = await moveToPostgres(source, target, {
            origin: `${hostname()}:${await realpath(dataDir)}`,
            onTable: ({ table, rows }) => {
              if (!json && rows > 0) printLines(context, `${table}: ${rows}`);
            },
          });
          const rows = tables.reduce((sum, one) => sum + one.rows, 0);
          await note(context, databaseUrl, rows);
          if (json) printJson(context, { tables, rows });
          else
            printLines(
              context,
              `${rows} rows of ${tables.length} tables are there and the same.`,
              `Now set DATABASE_URL, keep DATA_DIR=${dataDir}, and start the server. ${fileOf(config)} is no longer used: put it aside.`,
            );
        } finally {
          await Promise.all([source.destroy(), target.destroy()]);
        }
      } finally {
        lock.release();
      }
    });
}

/** In the audit log of the new database. */
async function note(context: CommandContext, databaseUrl: string, rows: number): Promise<void> {
  const env = { ...context.env, DATABASE_URL: databaseUrl, DATABASE_URL_FILE: undefined };
  await createCommandContext({ ...context, env }).change(({ record }) =>
    record({ action: 'database.move', clientId: null, target: 'database:postgresql', details: { rows } }),
  );
}
