import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { BackupError } from '../backup/backup-error.ts';
import { putInPlace } from '../backup/put-in-place.ts';
import { type RestoreRequest, restoreBackup } from '../backup/restore.ts';
import type { Config } from '../config/env.ts';
import { fileOf } from '../db/database-fault.ts';
import { describeUse } from '../db/dialects/describe.ts';
import { migrationNames } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { type DeletionNote, deletionNotes, repeatDeletion } from '../modules/retention/queries.ts';
import { lockDataFolder } from '../process/folder-lock.ts';
import { isoTime } from '../time.ts';
import { filesBucketOf, keyFileHelp, keyOf, type PlaceOptions, storeOf } from './backup/context.ts';
import { type CommandContext, createCommandContext } from './context.ts';
import { megabytes } from './models/progress.ts';
import { printJson, printLines, shortTime } from './output.ts';

interface RestoreOptions extends PlaceOptions {
  from?: string;
  backup?: string;
  into?: string;
  force?: true;
  finish?: true;
  skipDamaged?: true;
}

/** `assay restore`: a data folder out of a backup. */
export function registerRestore(program: Command, context: CommandContext): void {
  program
    .command('restore')
    .description('make a data folder, and the database of PostgreSQL, out of a backup')
    .option('--from <place>', 'where the backups are: a folder or s3://BUCKET/PREFIX (ASSAY_BACKUP_TO)')
    .option('--backup <id>', 'which one; the beginning of its id is enough (the newest)')
    .option('--into <folder>', 'the data folder to make (DATA_DIR); must be empty')
    .option('--key-file <file>', keyFileHelp)
    .option('--force', 'put aside what is there, in a folder "replaced-…" within it')
    .option(
      '--skip-damaged',
      'leave files out that cannot be read back, and name them; the database must be whole',
    )
    .option('--finish', 'only finish a restore that was cut off while it was put in place')
    .option(
      '--json',
      'print {"backup", "takenAt", "files", "bytes", "replaced", "skipped", "deletions", "unreadableNotes"}',
    )
    .addHelpText(
      'after',
      [
        '',
        'Everything is restored and checked beside what is there, and takes its place at the end: cut off at any',
        'moment, the folder is the old one or the new one. With DATABASE_URL the database is replaced, too.',
        '',
        'A restore undoes what came after the backup: keys that were revoked since are valid again, webhooks may be',
        'sent again. What was deleted with a certificate is deleted again when the server starts, as far as that was',
        'noted beside the backups; with --force, also what the replaced database knows of.',
        '',
      ].join('\n'),
    )
    .action((options: RestoreOptions) => restore(context, options));
}

async function restore(context: CommandContext, options: RestoreOptions): Promise<void> {
  const config = context.config(options.into === undefined ? {} : { DATA_DIR: resolve(options.into) });
  if (options.finish) return finishOnly(context, config, options);
  const store = storeOf(options.from, config, '--from');
  const key = await keyOf(options, config);
  const later = options.force ? await deletionsOfReplaced(context, config) : [];
  let deletions = 0;
  let unreadableNotes = 0;
  const finish: RestoreRequest['finish'] = async ({ dataDir, head, repository, opener }) => {
    const within = createCommandContext({ ...context, env: { ...context.env, DATA_DIR: dataDir } });
    await within.change(async ({ db, record }) => {
      const repeat = async (note: DeletionNote) => {
        if (await repeatDeletion(db, note, isoTime(context.clock.now()))) deletions++;
      };
      for await (const note of repository.deletions<DeletionNote>(opener)) {
        if (note) await repeat(note);
        else unreadableNotes++;
      }
      for (const note of later) await repeat(note);
      const target = `backup:${head.id}`;
      const details = { takenAt: head.takenAt, deletionsRepeated: deletions };
      await record({ action: 'backup.restore', clientId: null, target, details });
    });
  };
  const restored = await restoreBackup({
    ...{ store, key, finish, place: config, clock: context.clock },
    bucket: filesBucketOf(config),
    backupId: options.backup,
    force: options.force === true,
    skipDamaged: options.skipDamaged === true,
    knownSchemas: migrationNames,
    lookAtDatabase: () => lookAtDatabase(config),
  });
  const { record, head, files, bytes, skipped, replaced } = restored;
  if (skipped.length > 0) context.setExitCode(1);
  if (options.json) {
    const { takenAt } = head;
    printJson(context, {
      backup: record,
      takenAt,
      files,
      bytes,
      replaced,
      skipped,
      deletions,
      unreadableNotes,
    });
    return;
  }
  printLines(
    context,
    `Backup ${record.id} is in ${config.dataDir}: ${files} files, ${megabytes(bytes)}, the data of ${shortTime(head.takenAt, '')}.`,
    ...skipped.map((fault) => `left out: ${fault}`),
    ...(head.goneCount > 0
      ? [
          `${head.goneCount} files were deleted while the backup was made and are not in it, such as ${head.gone[0]}.`,
        ]
      : []),
    ...(replaced === null ? [] : [`What was there is in ${replaced}. Delete it when you no longer need it.`]),
    deletions === 0
      ? 'No deletion with a certificate is known that came after it.'
      : `${deletions} ${deletions === 1 ? 'deletion' : 'deletions'} with a certificate came after it: carried out again when the server starts.`,
    ...(unreadableNotes > 0
      ? [`${unreadableNotes} notes of deletions were made for another key and could not be read.`]
      : []),
    'Whatever else came after it is undone: look through keys, people and prices; webhooks may be sent again.',
    ...(config.dataDir === context.config().dataDir
      ? []
      : [`To serve it: DATA_DIR=${config.dataDir} assay serve`]),
  );
}

async function finishOnly(context: CommandContext, config: Config, { json }: RestoreOptions): Promise<void> {
  const lock = lockDataFolder(config.dataDir);
  try {
    const placed = await putInPlace(config);
    if (json) printJson(context, { finished: placed ?? null });
    else
      printLines(context, placed ? `Backup ${placed.backupId} is in place.` : 'There is nothing to finish.');
  } finally {
    lock.release();
  }
}

/** What the database knows that is about to be replaced. It may be damaged: that is why people restore. */
async function deletionsOfReplaced(context: CommandContext, config: Config): Promise<DeletionNote[]> {
  if (!config.databaseUrl && !(await stat(fileOf(config)).catch(() => undefined))) return [];
  try {
    const db = await openDatabase(config, { migrate: false });
    try {
      return await Array.fromAsync(deletionNotes(db, ''));
    } finally {
      await db.destroy();
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // An empty database has no such tables.
    if (code === '42P01' || /no such table/.test(message)) return [];
    context.stderr.write(`assay: The replaced database could not be asked for deletions (${message}).\n`);
    return [];
  }
}

/** PostgreSQL: who else uses a database, and whether it has tables. */
export async function lookAtDatabase(config: Config) {
  const db = await openDatabase(config, { migrate: false });
  try {
    return await describeUse(db);
  } catch (cause) {
    throw new BackupError('RESTORE_REFUSED', `The database of DATABASE_URL cannot be looked at (${cause}).`, {
      cause,
    });
  } finally {
    await db.destroy();
  }
}
