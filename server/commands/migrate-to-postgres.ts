import { realpath, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Command } from 'commander';
import type { Config } from '../config/env.ts';
import { DatabaseFault, fileOf } from '../db/database-fault.ts';
import { isBeingFilled, moveToPostgres } from '../db/move/move-to-postgres.ts';
import { movedFrom, nameOfPostgres, unmarkMoved } from '../db/move/moved-mark.ts';
import { openDatabase } from '../db/open-database.ts';
import { lockDataFolder } from '../process/folder-lock.ts';
import { isoTime } from '../time.ts';
import { type CommandContext, createCommandContext } from './context.ts';
import { printJson, printLines } from './output.ts';

/** `assay migrate-to-postgres`: an installation that has outgrown its SQLite file. */
export function registerMigrateToPostgres(program: Command, context: CommandContext): void {
  program
    .command('migrate-to-postgres')
    .description('move this installation from its SQLite file to PostgreSQL')
    .option('--to <url>', 'the database, empty (DATABASE_URL, which other users of the machine cannot see)')
    .option('--undo', 'let the old SQLite file be used again, as it was; PostgreSQL stays as it is')
    .option('--json', 'print {"tables": [{"table", "rows", "checksum"}], "rows"}')
    .addHelpText(
      'after',
      [
        '',
        'Stop the server first. Every row of DATA_DIR/assay.db is copied and compared: counts and checksums of every',
        'table. Cut off at any moment, the same command goes on where it was; until it has ended no server opens the new',
        'database. The files of the data folder stay where they are and are needed on: only the database moves. Afterwards',
        'set DATABASE_URL, keep DATA_DIR, and start the server. The old file keeps its rows and is marked as moved: every',
        'command refuses it from then on.',
        '',
      ].join('\n'),
    )
    .action(({ to, undo, json }: { to?: string; undo?: true; json?: true }) => {
      const config = context.config(
        to === undefined ? {} : { DATABASE_URL: to, DATABASE_URL_FILE: undefined },
      );
      return undo ? goBack(context, config, json) : move(context, config, json);
    });
}

async function move(context: CommandContext, config: Config, json: true | undefined): Promise<void> {
  const { databaseUrl, dataDir } = config;
  if (!databaseUrl)
    throw new DatabaseFault('Say where to: DATABASE_URL=postgres://USER:PASSWORD@HOST/NAME, or --to URL.');
  await requireFile(config);
  const lock = lockDataFolder(dataDir);
  try {
    const source = await openDatabase({ dataDir, databaseUrl: null }, { whole: true, mayBeMoved: true });
    try {
      const before = await movedFrom(source);
      // Not with the target's tables made first: it may be another database, and stays empty then.
      if (before && !(await isUnfinished(config))) throw alreadyMoved(before);
      const target = await openDatabase(config, { mayBeFilled: true });
      try {
        const tables = await moveToPostgres(source, target, {
          origin: `${hostname()}:${await realpath(dataDir)}`,
          moved: { at: isoTime(context.clock.now()), to: nameOfPostgres(databaseUrl) },
          onTable: ({ table, rows }) => {
            if (!json && rows > 0) printLines(context, `${table}: ${rows}`);
          },
        });
        const rows = tables.reduce((sum, one) => sum + one.rows, 0);
        await note(context, config, { action: 'database.move', details: { rows } });
        if (json) printJson(context, { tables, rows });
        else
          printLines(
            context,
            `${rows} rows of ${tables.length} tables are there and the same.`,
            `Now set DATABASE_URL, keep DATA_DIR=${dataDir}, and start the server. ${fileOf(config)} is marked as moved and no longer used: put it aside.`,
          );
      } finally {
        await target.destroy();
      }
    } finally {
      await source.destroy();
    }
  } finally {
    lock.release();
  }
}

/** A move that was cut off between its last two steps: the file is marked, and the database still refused. */
async function isUnfinished(config: Config): Promise<boolean> {
  const target = await openDatabase(config, { mayBeFilled: true, migrate: false });
  try {
    return await isBeingFilled(target);
  } finally {
    await target.destroy();
  }
}

const alreadyMoved = ({ at, to }: { at: string; to: string }) =>
  new DatabaseFault(
    `This installation was already moved to PostgreSQL (${to}) at ${at}; nothing was done. Set DATABASE_URL to that database and start the server.`,
  );

async function goBack(context: CommandContext, config: Config, json: true | undefined): Promise<void> {
  const { dataDir } = config;
  await requireFile(config);
  const lock = lockDataFolder(dataDir);
  try {
    const source = await openDatabase({ dataDir, databaseUrl: null }, { mayBeMoved: true });
    let moved: Awaited<ReturnType<typeof movedFrom>>;
    try {
      moved = await movedFrom(source);
      if (!moved)
        throw new DatabaseFault(
          `The database ${fileOf(config)} was not moved to PostgreSQL; there is nothing to undo.`,
        );
      await unmarkMoved(source);
    } finally {
      await source.destroy();
    }
    const { at, to } = moved;
    await note(
      context,
      { ...config, databaseUrl: null },
      { action: 'database.move.undo', details: { at, to } },
    );
    if (json) printJson(context, { moved });
    else
      printLines(
        context,
        `${fileOf(config)} can be used again, with the data of ${at}. Take DATABASE_URL out of the settings and start the server.`,
        `What came since is in PostgreSQL (${to}) and nowhere else.`,
      );
  } finally {
    lock.release();
  }
}

async function requireFile(config: Config): Promise<void> {
  if (await stat(fileOf(config)).catch(() => undefined)) return;
  throw new DatabaseFault(`There is no database to move: ${fileOf(config)} does not exist. Check DATA_DIR.`);
}

/** In the audit log of the database that is used from now on. */
async function note(
  context: CommandContext,
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  entry: { action: string; details: Record<string, unknown> },
): Promise<void> {
  const env = { ...context.env, DATABASE_URL: databaseUrl ?? undefined, DATABASE_URL_FILE: undefined };
  const target = `database:${databaseUrl ? 'postgresql' : 'sqlite'}`;
  await createCommandContext({ ...context, env }).change(({ record }) =>
    record({ ...entry, clientId: null, target }),
  );
}
