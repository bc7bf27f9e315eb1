import type { Generated } from 'kysely';

/** Tables of what people send in the console; see tables.ts for what is portable. */
export interface UploadTables {
  uploads: UploadsTable;
  upload_files: UploadFilesTable;
}

/** Files that a person sent together. */
export interface UploadsTable {
  id: string;
  sequence: Generated<number>;
  client_id: string;
  /** Null: into the pool. */
  job_id: string | null;
  author_id: string;
  author_name: string;
  created_at: string;
}

/** With a run once it was taken; with a fault where it was refused; with neither while it was not sent. */
export interface UploadFilesTable {
  id: string;
  upload_id: string;
  client_id: string;
  /** From 0, in the order in which they were chosen. */
  position: number;
  kind: 'cv' | 'recording';
  /** Empty once it is not kept any more. */
  file_name: string;
  size_bytes: number;
  /** Hex; null where the browser could not tell. */
  sha256: string | null;
  /** Of a recording. */
  language: string | null;
  /** Whose recording it is, in the words of who sent it. */
  candidate: string | null;
  run_id: string | null;
  fault_code: string | null;
  fault_message: string | null;
}
