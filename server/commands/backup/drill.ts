import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from '../../backup/backup-error.ts';
import { restoreBackup } from '../../backup/restore.ts';
import { DRILL_JOB } from '../../backup/schedule-state.ts';
import { migrationNames } from '../../db/migrate.ts';
import { rowCounts } from '../../db/row-counts.ts';
import { ApiError } from '../../errors.ts';
import { createSchedule } from '../../modules/installation/schedule.ts';
import { type CommandContext, createCommandContext } from '../context.ts';
import { megabytes } from '../models/progress.ts';
import { printJson, printLines, shortTime } from '../output.ts';
import { lookAtDatabase } from '../restore.ts';
import { keyOf, type PlaceOptions, storeOf } from './context.ts';

interface DrillOptions extends PlaceOptions {
  from?: string;
  database?: string;
}

interface Drilled {
  backup: string;
  takenAt: string;
  files: number;
  bytes: number;
  runs: number;
  auditIntact: boolean;
}

/**
 * Restores the newest backup beside the data folder, checks it and removes it again; the installation stores the result, for the console. Nothing
 * that it serves is touched.
 */
export async function drill(context: CommandContext, options: DrillOptions): Promise<void> {
  const { clock } = context;
  const report = async (outcome: { report: Drilled | null; error: string | null }) =>
    context.change(async ({ db, record }) => {
      await createSchedule({ db, clock }).note(DRILL_JOB, outcome);
      const details = outcome.report ? { ...outcome.report } : { error: outcome.error };
      await record({ action: 'backup.drill', clientId: null, target: 'installation', details });
    });
  let drilled: Drilled;
  try {
    drilled = await restoreAside(context, options);
  } catch (error) {
    if (error instanceof BackupError) await report({ report: null, error: error.message });
    throw error;
  }
  await report({ report: drilled, error: null });
  if (!drilled.auditIntact) context.setExitCode(1);
  if (options.json) {
    printJson(context, drilled);
    return;
  }
  const { backup, takenAt, files, bytes, runs, auditIntact } = drilled;
  printLines(
    context,
    `Backup ${backup} can be restored: ${files} files, ${megabytes(bytes)}, ${runs} runs, the data of ${shortTime(takenAt, '')}.`,
    auditIntact ? 'The audit log in it is intact.' : 'The audit log in it is not intact: assay audit verify',
    'What was restored for it is removed again.',
  );
}

async function restoreAside(context: CommandContext, options: DrillOptions): Promise<Drilled> {
  const config = context.config();
  const store = storeOf(options.from, config, '--from');
  const key = await keyOf(options, config);
  if (config.databaseUrl && options.database === undefined) {
    throw new ApiError(
      'INVALID_INPUT',
      'The backups are of a PostgreSQL database: name an empty one to restore into, --database postgres://USER:PASSWORD@HOST/NAME',
    );
  }
  // On the disk of the data: what fits there may not fit elsewhere. Its name is one that backups leave out.
  const folder = await mkdtemp(join(config.dataDir, 'replaced-drill-'));
  try {
    // Of itself alone: neither the ends of the log that were noted elsewhere nor the bucket of the files.
    const overrides = {
      DATABASE_URL: config.databaseUrl ? options.database : undefined,
      DATABASE_URL_FILE: undefined,
      AUDIT_ANCHOR_FILE: undefined,
      BLOB_STORE: undefined,
    };
    const dataDir = join(folder, 'data');
    const place = context.config({ ...overrides, DATA_DIR: dataDir });
    let checked = { runs: 0, auditIntact: false };
    const { record, head, files, bytes } = await restoreBackup({
      ...{ store, key, place, clock: context.clock, bucket: null, backupId: undefined },
      ...{ force: false, skipDamaged: false, knownSchemas: migrationNames },
      lookAtDatabase: () => lookAtDatabase(place),
      finish: async ({ dataDir: staged }) => {
        const env = { ...context.env, ...overrides, DATA_DIR: staged };
        checked = await createCommandContext({ ...context, env }).withServices(async ({ db, audit }) => {
          const runs = (await rowCounts(db)).find(({ table }) => table === 'runs')?.rows ?? 0;
          return { runs, auditIntact: (await audit.verify()).isIntact };
        });
      },
    });
    return { backup: record.id, takenAt: head.takenAt, files, bytes, ...checked };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
