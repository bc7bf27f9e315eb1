import type { Kysely } from 'kysely';
import { BACKUP_JOB, backupTimeliness, VERIFY_JOB } from '../backup/schedule-state.ts';
import type { Config } from '../config/env.ts';
import type { Tables } from '../db/tables.ts';
import { startCommand } from '../dispatch/command-job.ts';
import { createScheduledBackup, type ScheduledBackup } from '../dispatch/scheduled-backup.ts';
import type { Logger } from '../logging.ts';
import type { Schedule } from '../modules/installation/types.ts';
import { newestDeletionAt } from '../modules/retention/queries.ts';
import type { CheckStatus } from '../modules/watching/types.ts';
import { programFile } from '../program-files.ts';
import type { Clock } from '../time.ts';

/** What health says of the server's own backups; null where it makes none. */
export function composeBackupCheck({
  schedule,
  config,
  clock,
}: {
  schedule: Schedule;
  config: Config;
  clock: Clock;
}) {
  const { to, everyMs } = config.backup;
  if (to === null) return null;
  return {
    async check(): Promise<CheckStatus> {
      const timeliness = backupTimeliness(await schedule.state(BACKUP_JOB), { everyMs, nowMs: clock.now() });
      return { timely: 'healthy', late: 'unhealthy', none: 'configured' }[timeliness] as CheckStatus;
    },
  };
}

/** The server's own backups, made by the `assay` command in a process of their own; null where there are none. */
export function composeScheduledBackup({
  db,
  schedule,
  config,
  clock,
  logger,
  owner,
}: {
  db: Kysely<Tables>;
  schedule: Schedule;
  config: Config;
  clock: Clock;
  logger: Logger;
  owner: string;
}): ScheduledBackup | null {
  if (config.backup.to === null) return null;
  return createScheduledBackup({
    schedule,
    newestDeletionAt: () => newestDeletionAt(db),
    // It inherits the settings, and the worker's standing behind everything else.
    start: (args) => startCommand(programFile('cli'), ['backup', ...args, '--json']),
    job: BACKUP_JOB,
    verifyJob: VERIFY_JOB,
    everyMs: config.backup.everyMs,
    owner,
    clock,
    logger,
  });
}
