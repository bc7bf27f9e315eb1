/** A program that Assay uses, as it was found. */
export interface FoundProgram {
  name: string;
  status: 'ok' | 'warning' | 'missing';
  detail: string;
  /** What to do; absent when all is well. */
  advice?: string;
}

export interface FolderSize {
  sizeBytes: number;
  /** There were too many files to look at all of them. */
  isAtLeast: boolean;
}

export interface BucketUse {
  /** s3://bucket/prefix */
  place: string;
  /** Null where it could not be asked. */
  size: FolderSize | null;
  /** Why files cannot be stored there, in plain words; null while they can. */
  fault: string | null;
}

export interface SystemFacts {
  version: string;
  node: string;
  platform: string;
  startedAt: string;
  cpu: { model: string; cores: number; loadAverage: number[] };
  memory: { totalBytes: number; freeBytes: number; limitBytes: number | null; apiBytes: number };
  disk: {
    folder: string;
    totalBytes: number;
    freeBytes: number;
    parts: ({ name: 'database' | 'recordings' | 'models' | 'work' } & FolderSize)[];
  };
  /** Where files of runs live in a bucket; null: in the data folder. */
  bucket: BucketUse | null;
  database: { kind: 'SQLite' | 'PostgreSQL'; version: string; sizeBytes: number };
  programs: FoundProgram[];
}

export interface SystemService {
  describe(): Promise<SystemFacts>;
  disk(): Promise<{ freeBytes: number; totalBytes: number }>;
}

/** One thing the service needs; `configured` where only its presence can be known. */
export type CheckStatus = 'healthy' | 'unhealthy' | 'unreachable' | 'configured' | 'not_configured';

export interface Health {
  status: 'healthy' | 'degraded';
  checks: Record<string, { status: CheckStatus; latency: number | null }>;
  /** Of recordings, ISO 639-1; null while no worker has told. */
  languages: { available: string[]; notAvailable: string[] } | null;
}

export interface HealthService {
  check(): Promise<Health>;
}

export interface MetricsService {
  /** A request that was answered. @param route its pattern; null where no route fits */
  served(request: { method: string; route: string | null; status: number; durationMs: number }): void;
  /** Everything, in Prometheus' text format. */
  scrape(): Promise<{ contentType: string; text: string }>;
}
