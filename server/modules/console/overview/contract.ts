import { type Static, Type } from 'typebox';
import {
  byServiceType,
  type ContractOf,
  Nullable,
  NullableTime,
  RunStatus,
  ServiceTypeName,
  Time,
} from '../shapes.ts';
import type { overviewAccess } from './access.ts';

export type { RunStatus };

const count = Type.Integer();
const Health = Type.Enum(['healthy', 'degraded']);

/** Days begin at midnight of this zone. */
export const OverviewQuery = Type.Object({ timeZone: Type.String({ default: 'UTC', maxLength: 64 }) });

const StatusCounts = Type.Object({
  queued: count,
  processing: count,
  success: count,
  partial: count,
  failed: count,
});

/** A day of the visitor's zone. */
export const DayCounts = Type.Object({
  /** "2026-11-21". */
  date: Type.String(),
  success: count,
  partial: count,
  failed: count,
  /** Not ended yet. */
  open: count,
});
export type DayCounts = Static<typeof DayCounts>;

const ServiceFigures = Type.Object({
  /** Runs submitted today. */
  today: count,
  /** Of the newest successful runs, from the start of processing to its end; null where there are none. */
  medianProcessingMs: Nullable(Type.Number()),
  /** How many that median is of. */
  measured: count,
});

export const RecentRun = Type.Object({
  id: Type.String(),
  serviceType: ServiceTypeName,
  /** The customer's own id, else the candidate's name (CV matches), else the file's. */
  name: Nullable(Type.String()),
  status: RunStatus,
  createdAt: Time,
  isPlayground: Type.Boolean(),
  /** Speech: overall, 0–5; CV matches: 0–100. */
  score: Nullable(Type.Number()),
  /** Speech only. */
  cefr: Nullable(Type.String()),
});
export type RecentRun = Static<typeof RecentRun>;

/** The playground's runs are among all of it. */
export const OverviewAnswer = Type.Object({
  today: StatusCounts,
  services: byServiceType(ServiceFigures),
  queue: Type.Object({
    queued: count,
    processing: count,
    /** Runs that the client may have under way at once. */
    slots: count,
    oldestQueuedAt: NullableTime,
  }),
  /** Oldest first; the last is today. */
  days: Type.Array(DayCounts),
  /** Why runs of these days failed, most frequent first. */
  failures: Type.Array(Type.Object({ code: Type.String(), count })),
  credits: Type.Object({
    balance: Type.Number(),
    held: Type.Number(),
    available: Type.Number(),
    usedInDays: Type.Number(),
  }),
  /** What there is already, for first steps. */
  set: Type.Object({ keys: count, hasRuns: Type.Boolean(), hasApiRuns: Type.Boolean() }),
  recent: Type.Array(RecentRun),
  health: Type.Object({ status: Health, worker: Type.String(), recogniser: Type.String() }),
});
export type OverviewAnswer = Static<typeof OverviewAnswer>;

export const ClientActivity = Type.Object({
  id: Type.String(),
  name: Type.String(),
  isActive: Type.Boolean(),
  creditBalance: Type.Number(),
  today: count,
  failedToday: count,
  queued: count,
  processing: count,
  lastRunAt: NullableTime,
});
export type ClientActivity = Static<typeof ClientActivity>;

export const InstallationOverviewAnswer = Type.Object({
  today: StatusCounts,
  queue: Type.Object({ queued: count, processing: count }),
  days: Type.Array(DayCounts),
  clients: Type.Array(ClientActivity),
  health: Type.Object({ status: Health, checks: Type.Record(Type.String(), Type.String()) }),
  workers: Type.Object({ alive: count, ready: count }),
  disk: Type.Object({ freeBytes: Type.Number(), totalBytes: Type.Number() }),
});
export type InstallationOverviewAnswer = Static<typeof InstallationOverviewAnswer>;

export const overviewContract = {
  'GET /installation/overview': {
    query: OverviewQuery,
    answer: InstallationOverviewAnswer,
  },
  'GET /clients/:clientId/overview': { query: OverviewQuery, answer: OverviewAnswer },
} as const satisfies ContractOf<typeof overviewAccess>;
