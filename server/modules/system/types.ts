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
