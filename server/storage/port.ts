import type { Readable } from 'node:stream';

export interface OpenedBlob {
  sizeBytes: number;
  /** Bytes from `start` to `end`, both included. Once read, or destroyed, nothing is left open. */
  stream(range?: { start: number; end: number }): Readable;
}

/** Files of runs: uploads, cut audio. Keys are relative paths such as "speech/<runId>/upload". */
export interface BlobStore {
  /** Stores a stream; nothing is visible under `key` until it is complete. Rejects and leaves nothing when the stream fails. */
  put(key: string, content: Readable): Promise<{ sizeBytes: number }>;
  /** A local path to read the blob from. */
  localPath(key: string): Promise<string>;
  read(key: string): Promise<Buffer | undefined>;
  /** For answers in pieces; undefined when there is no such blob. */
  open(key: string): Promise<OpenedBlob | undefined>;
  delete(keyOrPrefix: string): Promise<void>;
  /** Top-level entries under a prefix with their age, for the sweep of orphans. */
  list(prefix: string): Promise<{ name: string; modifiedAtMs: number }[]>;
  check(): Promise<{ ok: boolean; detail: string }>;
}
