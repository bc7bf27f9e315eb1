import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';

/** Beside a file of vectors: which candidate each of its rows is. */
export interface VectorRows {
  /** Name of the file of vectors, in the same folder. */
  file: string;
  model: string;
  dimensions: number;
  /** Of the corpus before its vectors were read: what came later is not wholly in the file. */
  revision: number;
  /** Numbers of candidates, rising. */
  numbers: Float64Array;
}

/** Replaces the list at once or not at all. */
export async function writeVectorRows(path: string, { numbers, ...head }: VectorRows): Promise<void> {
  const text = Buffer.from(`${JSON.stringify({ ...head, rows: numbers.length })}\n`);
  const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const written = `${path}.${randomUUID()}.new`;
  await writeFile(written, Buffer.concat([text, bytes]), { mode: 0o600 });
  await rename(written, path);
}

/** Undefined where there is none, or where it is not whole: it is then made anew. */
export async function readVectorRows(path: string): Promise<VectorRows | undefined> {
  const bytes = await readFile(path).catch(() => undefined);
  const end = bytes?.indexOf('\n') ?? -1;
  if (!bytes || end < 0) return undefined;
  let head: Omit<VectorRows, 'numbers'> & { rows: number };
  try {
    head = JSON.parse(bytes.toString('utf8', 0, end));
  } catch {
    return undefined;
  }
  const { rows, ...rest } = head;
  const list = bytes.subarray(end + 1);
  if (!Number.isInteger(rows) || list.length !== rows * Float64Array.BYTES_PER_ELEMENT) return undefined;
  return {
    ...rest,
    numbers: new Float64Array(list.buffer.slice(list.byteOffset, list.byteOffset + list.length)),
  };
}
