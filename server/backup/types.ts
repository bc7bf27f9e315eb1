import type { Config } from '../config/env.ts';
import type { Sealer } from './keys.ts';
import type { KnownFiles } from './known-files.ts';
import type { Repository } from './repository.ts';

/** What of the settings says where the data are. */
export type BackupPlace = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'modelsDir' | 'keyPepper' | 'auditAnchors' | 'searchPath'
>;

/** The folder of the files of runs, within the data folder and within backups. */
export const BLOBS = 'blobs';

/** A file that a backup is to have. */
export interface DataFile {
  /** Relative to the data folder, with "/". */
  path: string;
  /** Where it is read from; null: the bucket of the files. */
  source: string | null;
  sizeBytes: number;
  modifiedMs: number;
}

export interface BackupProgress {
  files: number;
  bytes: number;
}

/** A backup under way. */
export interface CopyWork {
  repository: Repository;
  sealer: Sealer;
  known: KnownFiles;
  signal: AbortSignal | undefined;
  onProgress: (progress: BackupProgress) => void;
  done: BackupProgress;
}
