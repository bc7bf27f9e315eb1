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
   * @param allowed one byte a row: 0 leaves it out. Absent: all rows
   * @returns the nearest rows, nearest first, equal ones in the order of the file; at most `limit`
   */
  nearest(query: Int8Array, limit: number, allowed?: Uint8Array): Promise<Near[]>;
  /** Gives the mapping back once the scans under way have ended; nothing may be asked afterwards. */
  close(): void;
}

export interface VectorFiles {
  /** Throws what `isDamagedVectorFile` knows when the file is not whole or of other dimensions. */
  open(path: string, dimensions: number): Promise<VectorFile>;
  /** Replaces the file at once or not at all: nobody ever opens half a one. */
  write(
    path: string,
    dimensions: number,
    vectors: AsyncIterable<Int8Array> | Iterable<Int8Array>,
  ): Promise<void>;
}
