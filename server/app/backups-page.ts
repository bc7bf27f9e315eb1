import {
  BACKUP_JOB,
  backupTimeliness,
  DRILL_JOB,
  type ScheduleState,
  VERIFY_JOB,
} from '../backup/schedule-state.ts';
import type { Config } from '../config/env.ts';
import { ApiError } from '../errors.ts';
import type { BackupsAnswer } from '../modules/console/backups/contract.ts';
import type { BackupsOfConsole } from '../modules/console/types.ts';
import type { JobState, Schedule } from '../modules/installation/types.ts';
import type { Clock } from '../time.ts';

/** Faults that the page lists. */
const FAULTS_SHOWN = 20;

/** What `assay backup create`, `verify` and `drill` report, as far as the page shows it. */
interface Reports {
  backup: { backup: { id: string; files: number; sizeBytes: number; addedBytes: number }; takenAt: string };
  verification: NonNullable<BackupsAnswer['verification']['found']>;
  drill: NonNullable<BackupsAnswer['drill']['found']>;
}

const jobs = { backup: BACKUP_JOB, verification: VERIFY_JOB } as const;

/** How the server's own backups stand, for the console. */
export function composeBackupsPage({
  schedule,
  config,
  clock,
}: {
  schedule: Schedule;
  config: Pick<Config, 'backup'>;
  clock: Clock;
}): BackupsOfConsole {
  const { to, everyMs, keep } = config.backup;

  const standing = (state: JobState | undefined) => {
    const isDue = state !== undefined && Date.parse(state.dueAt) <= clock.now();
    return {
      isUnderWay: state?.isHeld ?? false,
      isWaiting: to !== null && isDue && !state.isHeld,
      finishedAt: state?.finishedAt ?? null,
      error: state?.error ?? null,
    };
  };

  return {
    async describe() {
      const [backup, verification, drill] = await Promise.all(
        [BACKUP_JOB, VERIFY_JOB, DRILL_JOB].map((name) => schedule.state(name)),
      );
      const made = backup?.report as Reports['backup'] | null | undefined;
      const verified = verification?.report as Reports['verification'] | null | undefined;
      const drilled = drill?.report as Reports['drill'] | null | undefined;
      return {
        place: to,
        everyMs,
        keep: { ...keep },
        timeliness: to === null ? 'off' : timelinessOf(backup),
        backup: {
          ...standing(backup),
          nextAt: to === null ? null : (backup?.dueAt ?? null),
          newest: made ? newestOf(made) : null,
        },
        verification: {
          ...standing(verification),
          found: verified ? verificationOf(verified) : null,
        },
        drill: {
          finishedAt: drill?.finishedAt ?? null,
          error: drill?.error ?? null,
          found: drilled ? drillOf(drilled) : null,
        },
      };
    },

    async request(what) {
      if (to === null) {
        throw new ApiError(
          'INVALID_INPUT',
          'This server makes no backups: set ASSAY_BACKUP_TO and ASSAY_BACKUP_KEY_FILE, and start it again.',
        );
      }
      await schedule.request(jobs[what]);
    },
  };

  function timelinessOf(state: ScheduleState | undefined) {
    return backupTimeliness(state, { everyMs, nowMs: clock.now() });
  }
}

// Of the reports, which may say more, what the page shows:

const newestOf = ({ backup: { id, files, sizeBytes, addedBytes }, takenAt }: Reports['backup']) => {
  return { id, takenAt, files, sizeBytes, addedBytes };
};

const verificationOf = ({ backups, objects, bytes, faults }: Reports['verification']) => ({
  backups,
  objects,
  bytes,
  faults: faults.slice(0, FAULTS_SHOWN).map(({ backupId, fault }) => ({ backupId, fault })),
});

const drillOf = ({ backup, takenAt, files, bytes, runs, auditIntact }: Reports['drill']) => {
  return { backup, takenAt, files, bytes, runs, auditIntact };
};
