import type { Db } from '../../db/db.ts';

/** A file that a person has chosen, and what they said of it before it was sent. */
export interface NewFile {
  kind: 'cv' | 'recording';
  fileName: string;
  sizeBytes: number;
  /** Hex; null where the browser cannot tell: it can on secure pages only. */
  sha256: string | null;
  /** Of a recording, ISO 639-1. */
  language: string | null;
  /** Whose recording it is: a name, as people write it. */
  candidate: string | null;
}

export interface UploadFile extends NewFile {
  id: string;
  /** Once it was taken. */
  runId: string | null;
  /** Why it was refused last; null while it was not. */
  fault: { code: string; message: string } | null;
}

/** Files that were chosen together, for one job or for the pool. */
export interface Upload {
  id: string;
  clientId: string;
  /** Null: the pool. */
  jobId: string | null;
  author: string;
  createdAt: string;
  /** In the order in which they were chosen. */
  files: UploadFile[];
}

/** What there is of a file already. */
export interface KnownFile {
  /** The newest run of it, for the job where the upload is for one. */
  runId: string;
  createdAt: string;
}

interface FileOf {
  clientId: string;
  uploadId: string;
  fileId: string;
}

export interface UploadsService {
  /** Of each file, in their order, what the client has of it already; null: nothing. Changes nothing. */
  known(given: {
    clientId: string;
    jobId: string | null;
    files: readonly Pick<NewFile, 'kind' | 'fileName' | 'sizeBytes' | 'sha256'>[];
  }): Promise<(KnownFile | null)[]>;
  /** Notes what will be sent, so that people who come back see what was not. ApiError INVALID_INPUT naming what is wrong. */
  begin(given: {
    clientId: string;
    jobId: string | null;
    author: { id: string; name: string };
    files: readonly NewFile[];
  }): Promise<Upload>;
  /** The newest first, of the last days: `limits.uploadLists`. */
  list(clientId: string): Promise<Upload[]>;
  /** ApiError NOT_FOUND for what is unknown and another client's alike. */
  find(of: FileOf): Promise<{ upload: Upload; file: UploadFile }>;
  /** In the transaction that makes the run. */
  taken(trx: Db, of: FileOf, runId: string): Promise<void>;
  refused(of: FileOf, fault: { code: string; message: string }): Promise<void>;
  /** Takes it off the list; what was made of its files stays. ApiError NOT_FOUND. */
  clear(of: { clientId: string; uploadId: string }): Promise<void>;
}
