import type { createSchedule } from './schedule.ts';

export type { JobLease, JobState } from './schedule.ts';
/** Jobs that one process at a time does, whichever is there. */
export type Schedule = ReturnType<typeof createSchedule>;
