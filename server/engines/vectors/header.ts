import { crc32 } from 'node:zlib';
import { DamagedVectorFileError } from './port.ts';

/** What a file of vectors begins with; the rows follow, a byte a number. */
export interface VectorFileHeader {
  dimensions: number;
  rows: number;
  /** CRC-32 of the rows. */
  checksum: number;
}

/** As long as a line of a processor's cache, so that rows of 64 dimensions and multiples begin where one does. */
export const headerBytes = 64;
const magic = 'ASSAYVEC';
const version = 1;
/** Of the header itself; everything else is below. Numbers are little-endian. */
const checksumAt = 24;

export function writeHeader({ dimensions, rows, checksum }: VectorFileHeader): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write(magic, 'latin1');
  header.writeUInt32LE(version, 8);
  header.writeUInt32LE(dimensions, 12);
  header.writeUInt32LE(rows, 16);
  header.writeUInt32LE(checksum, 20);
  header.writeUInt32LE(crc32(header.subarray(0, checksumAt)), checksumAt);
  return header;
}

/** @throws DamagedVectorFileError */
export function readHeader(header: Buffer): VectorFileHeader {
  const isWhole =
    header.length === headerBytes &&
    header.toString('latin1', 0, magic.length) === magic &&
    header.readUInt32LE(checksumAt) === crc32(header.subarray(0, checksumAt));
  if (!isWhole) throw new DamagedVectorFileError('It does not begin like a file of vectors.');
  const found = header.readUInt32LE(8);
  if (found !== version) {
    throw new DamagedVectorFileError(`It is in version ${found} of the format; this Assay reads ${version}.`);
  }
  return {
    dimensions: header.readUInt32LE(12),
    rows: header.readUInt32LE(16),
    checksum: header.readUInt32LE(20),
  };
}
