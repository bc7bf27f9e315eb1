export interface Near {
  /** Position in the file, from 0. */
  row: number;
  /** Cosine of the angle, -1 to 1. */
  similarity: number;
}

/** The vectors of one corpus in a memory-mapped file, scanned exactly. Made from the database and made again at any time; it holds no names. */
export interface VectorFile {
  readonly rows: number;
  readonly dimensions: number;
  /**
   * Scans on a thread of its own. What is given may be changed right after the call.
   *
   * @param allowed one byte a row: 0 leaves it out. Absent: all rows
   * @returns the nearest rows, nearest first, equal ones in the order of the file; at most `limit`
   */
  nearest(query: Int8Array, limit: number, allowed?: Uint8Array): Promise<Near[]>;
  /** Gives the mapping back once the scans under way have ended; nothing may be asked afterwards. */
  close(): void;
}

export interface VectorFiles {
  /** Throws what `isDamagedVectorFile` knows when the file is missing, not whole or of other dimensions. */
  open(path: string, dimensions: number): Promise<VectorFile>;
  /** Replaces the file at once or not at all: a reader never opens half a file. Files that are open stay as they were. */
  write(
    path: string,
    dimensions: number,
    vectors: AsyncIterable<Int8Array> | Iterable<Int8Array>,
  ): Promise<void>;
}

/** The file cannot be used and has to be made anew. */
export class DamagedVectorFileError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'DamagedVectorFileError';
  }
}

export const isDamagedVectorFile = (error: unknown): boolean => error instanceof DamagedVectorFileError;
