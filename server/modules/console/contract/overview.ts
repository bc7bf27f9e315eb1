export type RunStatus = 'queued' | 'processing' | 'success' | 'partial' | 'failed';
export type StatusCounts = Record<RunStatus, number>;

/** A day of the visitor's zone. */
export interface DayCounts {
  /** "2026-11-21". */
  date: string;
  success: number;
  partial: number;
  failed: number;
  /** Not ended yet. */
  open: number;
}

export interface ServiceFigures {
  /** Runs submitted today. */
  today: number;
  /** Of the newest successful runs, from the start of processing to its end; null where there are none. */
  medianProcessingMs: number | null;
  /** How many that median is of. */
  measured: number;
}

/** `GET /clients/:clientId/overview?timeZone`; playground runs count in the queue only. */
export interface OverviewAnswer {
  today: StatusCounts;
  services: { speech: ServiceFigures; cv_deepmatch: ServiceFigures };
  queue: {
    queued: number;
    processing: number;
    /** Runs that the client may have under way at once. */
    slots: number;
    oldestQueuedAt: string | null;
  };
  /** Oldest first; the last is today. */
  days: DayCounts[];
  /** Why runs of these days failed, most frequent first. */
  failures: { code: string; count: number }[];
  credits: { balance: number; held: number; available: number; usedInDays: number };
  /** What there is already, for first steps. */
  set: { projects: number; keys: number; hasRuns: boolean };
  recent: RecentRun[];
  health: { status: 'healthy' | 'degraded'; worker: string; recogniser: string };
}

export interface RecentRun {
  id: string;
  serviceType: string;
  /** The customer's own id, else the candidate's name (CV matches), else the file's. */
  name: string | null;
  status: RunStatus;
  createdAt: string;
  /** Speech: overall, 0–5; CV matches: 0–100. */
  score: number | null;
  /** Speech only. */
  cefr: string | null;
}

export interface ClientActivity {
  id: string;
  name: string;
  isActive: boolean;
  creditBalance: number;
  today: number;
  failedToday: number;
  queued: number;
  processing: number;
  lastRunAt: string | null;
}

/** `GET /installation/overview?timeZone`. */
export interface InstallationOverviewAnswer {
  today: StatusCounts;
  queue: { queued: number; processing: number };
  days: DayCounts[];
  clients: ClientActivity[];
  health: { status: 'healthy' | 'degraded'; checks: Record<string, string> };
  workers: { alive: number; ready: number };
  disk: { freeBytes: number; totalBytes: number };
}
