/** The first line of a manifest: what the backup is of. */
export interface ManifestHead {
  format: 'assay-backup-1';
  id: string;
  createdAt: string;
  /** When the copy of the database was begun: what is later is not in it. */
  takenAt: string;
  assayVersion: string;
  /** The newest migration of the database. */
  schema: string;
  database: 'SQLite' | 'PostgreSQL';
  host: string;
  /** Whether the key pepper is among the files; else it is the setting KEY_PEPPER, which is not in the backup. */
  hasKeyPepper: boolean;
  /** Files that were there when the copy of the database was begun and were deleted before they were copied. */
  gone: string[];
  goneCount: number;
}

/** The lines after it: a file of the data folder each, in the order of `comparePaths`, and the database. */
export interface ManifestFile {
  /** Relative to the data folder, with "/". */
  path: string;
  /** Of the plain content. */
  sizeBytes: number;
  modifiedMs: number;
  /** Of the plain content, hex. */
  sha256: string;
  /** Where it is in the store. */
  object: string;
  /** Of the object. */
  storedBytes: number;
  /** How it was packed before it was encrypted. */
  packed?: 'gzip';
}

/** What is not encrypted of a backup: enough to list it, to prune, and to find rot without the key. */
export interface BackupRecord {
  format: 'assay-backup-1';
  id: string;
  createdAt: string;
  /** Files, the database among them. */
  files: number;
  /** As stored, with what it shares with other backups. */
  sizeBytes: number;
  /** What had to be copied for it. */
  addedBytes: number;
  /** Of the encrypted manifest, hex. */
  manifestSha256: string;
  /** Of the list of its objects, hex. */
  objectsSha256: string;
}

/** The database within a backup. */
export const DATABASE_PATHS = { SQLite: 'assay.db', PostgreSQL: 'postgresql.dump' } as const;

/** Folder by folder, as a walk that sorts names meets the files. */
export function comparePaths(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const [one, other] = [left[index]!, right[index]!];
    if (one !== other) return one < other ? -1 : 1;
  }
  return left.length - right.length;
}
