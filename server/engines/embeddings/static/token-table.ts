import { readFile } from 'node:fs/promises';

/** A vector for each piece of a vocabulary: number `row * dimensions + i` of `values`, times `scales[row]`. */
export interface TokenTable {
  readonly rows: number;
  readonly dimensions: number;
  readonly scales: Float32Array;
  readonly values: Int8Array;
}

const magic = 'ASYTOKN1';
const headerBytes = 16;

/**
 * Reads a table that models/training/wordllama wrote: magic, rows and dimensions (32 bits, little-endian), a 32-bit float a row, then
 * the rows.
 *
 * @throws Error where the file is none
 */
export async function readTokenTable(path: string): Promise<TokenTable> {
  const file = await readFile(path);
  const header = new DataView(file.buffer, file.byteOffset, Math.min(headerBytes, file.byteLength));
  const isTable = file.byteLength >= headerBytes && file.toString('latin1', 0, magic.length) === magic;
  const rows = isTable ? header.getUint32(8, true) : 0;
  const dimensions = isTable ? header.getUint32(12, true) : 0;
  if (!isTable || file.byteLength !== headerBytes + rows * (4 + dimensions)) {
    throw new Error(`${path} is not a table of token vectors.`);
  }
  // Copied: a float array must begin at a multiple of four, and a buffer may lie anywhere.
  const body = new Uint8Array(file.subarray(headerBytes)).buffer;
  return {
    rows,
    dimensions,
    scales: new Float32Array(body, 0, rows),
    values: new Int8Array(body, rows * 4),
  };
}
