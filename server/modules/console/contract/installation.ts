import type { Prices } from './clients.ts';

export type CheckStatus = 'healthy' | 'unhealthy' | 'unreachable' | 'configured' | 'not_configured';

export interface WorkerInfo {
  id: string;
  /** Owners only, like `pid`; null for others. */
  host: string | null;
  pid: number | null;
  isAlive: boolean;
  isReady: boolean;
  heartbeatAt: string;
  recognisers: { id: string; languages: string[] }[];
  /** By name: "ffmpeg", "recogniser", "cv_reader". */
  checks: Record<string, { ok: boolean; detail: string }>;
}

/** `GET /installation/health`. */
export interface HealthAnswer {
  status: 'healthy' | 'degraded';
  checks: Record<string, { status: CheckStatus; latencyMs: number | null }>;
  workers: WorkerInfo[];
  checkedAt: string;
}

export interface ModelInfo {
  id: string;
  title: string;
  /**
   * "bundled" ones are part of Assay, "shipped" ones were fetched when it was set up and cannot be removed; "available" ones can be
   * installed; "damaged" ones say why in `fault`.
   */
  state: 'bundled' | 'shipped' | 'installed' | 'available' | 'damaged';
  /** What the server takes at its next start; bundled ones always. */
  inUse: boolean;
  sizeBytes: number | null;
  /** True where the size is worked out from the number of parameters. */
  sizeIsRough: boolean;
  licence: string;
  /** ISO 639-1 codes; empty where languages do not matter. */
  languages: readonly string[];
  source: string;
  files: { path: string; sizeBytes: number; sha256: string }[];
  /** What a machine should have, for available ones. */
  needs: { cores: number; memoryGb: number } | null;
  isRecommended: boolean;
  fault: string | null;
}

/** `GET /installation/models`. */
export interface ModelsAnswer {
  items: ModelInfo[];
  /** What workers have loaded now. */
  loaded: { id: string; languages: string[] }[];
  /** Languages that the interface accepts. */
  languages: readonly string[];
  /** The folder of installed models; owners only. */
  folder: string | null;
  /** Nothing may be downloaded by this installation. */
  isOffline: boolean;
}

export interface Program {
  name: string;
  status: 'ok' | 'warning' | 'missing';
  detail: string;
  advice?: string;
}

/** `GET /installation/system`. */
export interface SystemAnswer {
  version: string;
  node: string;
  platform: string;
  startedAt: string;
  cpu: { model: string; cores: number; loadAverage: number[] };
  memory: {
    totalBytes: number;
    freeBytes: number;
    /** What the container may use; null without such a limit. */
    limitBytes: number | null;
    /** Of the process that serves this page. */
    apiBytes: number;
  };
  disk: {
    folder: string;
    totalBytes: number;
    freeBytes: number;
    /** What lies in the data folder, largest first. */
    parts: { name: 'database' | 'recordings' | 'models' | 'work'; sizeBytes: number; isAtLeast: boolean }[];
  };
  database: { kind: 'SQLite' | 'PostgreSQL'; version: string; sizeBytes: number };
  programs: Program[];
}

/** `GET /installation/prices`, and the answer of `PUT`, which takes OwnPrices: null is Assay's own. */
export interface PricesAnswer {
  prices: Prices;
  /** Before anybody changes anything. */
  defaults: Prices;
  /** Clients with a price of their own. */
  clientsWithOwn: number;
}
