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
  /** Gives a blob another key, in one step; rejects when there is no such blob. What lay under the new key is replaced. */
  move(from: string, to: string): Promise<void>;
  /**
   * Lends the blob as a local file while `work` runs; afterwards the path means nothing. Where there is no such blob,
   * nothing lies at the path.
   */
  withLocalFile<Result>(key: string, work: (path: string) => Promise<Result>): Promise<Result>;
  read(key: string): Promise<Buffer | undefined>;
  /** For answers in pieces; undefined when there is no such blob. */
  open(key: string): Promise<OpenedBlob | undefined>;
  delete(keyOrPrefix: string): Promise<void>;
  /** Top-level entries under a prefix, in an order of the store's own: at most `limit` of those behind `after`, which a page before gave. */
  list(prefix: string, page: { after?: string | null; limit: number }): Promise<BlobPage>;
  /** Whether something can be stored; `detail` says in plain words why not, `outage` what clients are told. */
  check(): Promise<{ ok: boolean; detail: string; outage?: 'disk' | 'bucket' }>;
}

/** A store as its owner has it, who also removes uploads that were begun and never finished. */
export interface OwnBlobStore extends BlobStore {
  /** Removes what a killed process left behind, if untouched for `olderThanMs`. Answers how many files went. */
  removeUnfinished(olderThanMs: number): Promise<number>;
}

export interface BlobEntry {
  name: string;
  modifiedAtMs: number;
}

export interface BlobPage {
  /** May be fewer than asked for, though more follow: what is deleted meanwhile is left out. */
  entries: BlobEntry[];
  /** Where the next page begins; null after the last. */
  after: string | null;
}

/** Page by page, all that lies under a prefix. Entries may be deleted while they are walked through. */
export async function* blobPages(
  blobs: Pick<BlobStore, 'list'>,
  prefix: string,
  limit = 500,
): AsyncGenerator<BlobEntry[]> {
  let after: string | null = null;
  do {
    const page: BlobPage = await blobs.list(prefix, { after, limit });
    yield page.entries;
    after = page.after;
  } while (after !== null);
}

/** The same, entry by entry. */
export async function* blobEntries(
  blobs: Pick<BlobStore, 'list'>,
  prefix: string,
): AsyncGenerator<BlobEntry> {
  for await (const page of blobPages(blobs, prefix)) yield* page;
}
