import { access, constants } from 'node:fs/promises';
import { readKeyFile } from '../../backup/keys.ts';
import { BACKUP_JOB, backupTimeliness } from '../../backup/schedule-state.ts';
import type { Config } from '../../config/env.ts';
import { parseBucketUrl } from '../../config/object-storage.ts';
import { openDatabase } from '../../db/open-database.ts';
import { type Finding, isAccessible } from '../../engines/programs.ts';
import { createSchedule, type JobState } from '../../modules/installation/schedule.ts';
import { openBucket } from '../../storage/s3/bucket.ts';
import { createBucketCheck } from '../../storage/s3/check-bucket.ts';
import { systemClock } from '../../time.ts';
import { shortTime } from '../output.ts';

const name = 'backups';

/** Whether the server makes backups, whether it can, and how old the newest is. */
export async function backupFinding(config: Config): Promise<Finding> {
  const { to, keyFile, everyMs } = config.backup;
  if (to === null) {
    return {
      name,
      status: 'warning',
      detail: 'the server makes none (ASSAY_BACKUP_TO is not set)',
      advice: 'Set it, or see to backups otherwise: docs/backup.md',
    };
  }
  const bad = (detail: string, advice: string): Finding => ({ name, status: 'missing', detail, advice });
  try {
    await readKeyFile(keyFile!);
  } catch (error) {
    return bad((error as Error).message, 'Put the key file back, or correct ASSAY_BACKUP_KEY_FILE.');
  }
  const bucketFault = await backupBucketFault(to, config);
  if (bucketFault !== null) return bad(bucketFault, 'See docs/object-storage.md.');
  const isThere = await isAccessible(to, constants.F_OK);
  const canWrite = await access(to, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (isThere && !canWrite) return bad(`${to} cannot be written to by this user`, 'Make it this user’s.');
  if (config.databaseUrl && !(await hasTool('pg_dump', config.searchPath))) {
    return bad('pg_dump is not installed', 'Debian: apt-get install postgresql-client');
  }
  const state = await stateOf(config);
  const newest = `newest ${shortTime(state?.finishedAt ?? null, 'none yet')}, to ${to}`;
  const failed = state?.error ? `; the last try failed: ${state.error}` : '';
  const timeliness = backupTimeliness(state, { everyMs, nowMs: Date.now() });
  if (timeliness === 'late') {
    return bad(`${newest}${failed || '; overdue'}`, 'See the log of the server, or: assay backup create');
  }
  return failed
    ? { name, status: 'warning', detail: `${newest}${failed}`, advice: 'It is tried again every 15 minutes.' }
    : { name, status: 'ok', detail: newest };
}

/** Why backups cannot be stored in a bucket; null where they can, or go into a folder. */
async function backupBucketFault(to: string, { s3 }: Config): Promise<string | null> {
  const place = parseBucketUrl(to);
  if (!place) return null;
  const { ok, detail } = await createBucketCheck(openBucket(s3!, place))();
  return ok ? null : detail;
}

export async function hasTool(tool: string, searchPath: string): Promise<boolean> {
  const found = await Promise.all(
    searchPath.split(':').map((folder) => isAccessible(`${folder}/${tool}`, constants.X_OK)),
  );
  return found.some(Boolean);
}

/** Silent where the database cannot tell: that is said by its own finding. */
async function stateOf(config: Config): Promise<JobState | undefined> {
  const db = await openDatabase(config, { migrate: false }).catch(() => undefined);
  if (!db) return undefined;
  try {
    return await createSchedule({ db, clock: systemClock }).state(BACKUP_JOB);
  } catch {
    return undefined;
  } finally {
    await db.destroy();
  }
}
