import { hours } from '../time.ts';

/** The name that the schedule knows the server's own backups by. */
export const BACKUP_JOB = 'backup';
/** Of a verification that an owner asked for, and of the last drill. */
export const VERIFY_JOB = 'backup-verify';
export const DRILL_JOB = 'backup-drill';

/** A backup may take so long, or fail and be tried again, before health and the console report it. */
const GRACE_MS = hours(1);

export interface ScheduleState {
  finishedAt: string | null;
  error: string | null;
}

/**
 * `late`: the newest backup is older than it should be, or there has never been one and the first could not be made. `none`: the
 * first is still to come.
 */
export function backupTimeliness(
  state: ScheduleState | undefined,
  { everyMs, nowMs }: { everyMs: number; nowMs: number },
): 'timely' | 'late' | 'none' {
  if (!state?.finishedAt) return state?.error ? 'late' : 'none';
  return nowMs - Date.parse(state.finishedAt) > everyMs + GRACE_MS ? 'late' : 'timely';
}
