/**
 * Where backups are kept: a folder or a bucket. Paths are relative and have "/" between their parts. A reader
 * without the key learns times, sizes and counts, nothing else.
 */
export interface BackupStore {
  /** For people: "the folder /mnt/backups". */
  readonly label: string;
  /**
   * Stores content under "objects/", by the SHA-256 of the bytes it is given; what is there under that name already is the same.
   * Nothing is visible before all of it is safe on the medium.
   */
  putObject(content: AsyncIterable<Uint8Array>): Promise<{ name: string; sizeBytes: number }>;
  /** Stores content under a path, whole or not at all; what was there is replaced. */
  put(path: string, content: AsyncIterable<Uint8Array>): Promise<{ sizeBytes: number }>;
  /** Undefined where there is nothing. */
  read(path: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Null where there is nothing. */
  sizeOf(path: string): Promise<number | null>;
  /** Everything below a path, in no order. */
  list(folder: string): AsyncIterable<StoredFile>;
  delete(path: string): Promise<void>;
  /** Removes what cut-off puts have left, and returns how many files went. Only with the lock. */
  removeUnfinished(): Promise<number>;
  /** One writer at a time. Null while another process has it; ends with the process, however that dies, in a bucket two minutes later. */
  lock(): Promise<{ release: () => void | Promise<void> } | null>;
  /** Null where it cannot be known, as in a bucket. */
  freeBytes(): Promise<number | null>;
}

export interface StoredFile {
  path: string;
  sizeBytes: number;
}

export const objectPath = (name: string): string => `objects/${name.slice(0, 2)}/${name}`;

const ours = [
  /^objects\/([0-9a-f]{2})\/\1[0-9a-f]{62}$/,
  /^deletions\/[0-9a-f]{64}$/,
  /^backups\/\d{8}T\d{9}Z-[0-9a-f]{6}\.(?:json|manifest|objects)$/,
  /^(?:assay-backup\.json|identity\.age|under-way)$/,
];

/** Whether a file in a place for backups is called as we call ours. Other files there are not ours, and stay. */
export const isBackupPath = (path: string): boolean => ours.some((form) => form.test(path));
