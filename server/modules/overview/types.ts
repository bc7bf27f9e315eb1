import type { RunStatus } from '../../db/tables.ts';
import type { ServiceType } from '../runs/types.ts';

export type StatusCounts = Record<RunStatus, number>;

export interface DayCounts {
  /** "2026-11-21" in the zone that was asked for. */
  date: string;
  success: number;
  partial: number;
  failed: number;
  /** Not ended yet. */
  open: number;
}

export interface ServiceFigures {
  today: number;
  /** Of the newest successful runs; null where there are none. */
  medianProcessingMs: number | null;
  /** How many runs the median is of. */
  measured: number;
}

export interface ClientFigures {
  today: StatusCounts;
  services: Record<ServiceType, ServiceFigures>;
  queue: { queued: number; processing: number; oldestQueuedAt: string | null };
  days: DayCounts[];
  /** The first moment of `days`. */
  since: string;
  failures: { code: string; count: number }[];
  set: { keys: number; hasRuns: boolean; hasApiRuns: boolean };
}

export interface ClientActivity {
  today: number;
  failedToday: number;
  queued: number;
  processing: number;
  lastRunAt: string | null;
}

export interface InstallationFigures {
  today: StatusCounts;
  queue: { queued: number; processing: number };
  days: DayCounts[];
  /** Of every client asked for. */
  clients: Map<string, ClientActivity>;
}

/** What happened lately, counted. Days are those of the asker's time zone (IANA name). */
export interface OverviewService {
  /** By project id, of those that have any. */
  projectUse(clientId: string): Promise<Map<string, { validKeys: number; runs: number }>>;
  /** What each key has submitted in the last days; keys that submitted nothing are not in it. */
  keyUse(clientId: string, inDays: number): Promise<Map<string, number>>;
  client(clientId: string, timeZone: string): Promise<ClientFigures>;
  installation(clientIds: readonly string[], timeZone: string): Promise<InstallationFigures>;
}
