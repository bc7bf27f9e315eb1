import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { loadNative } from '../../native.ts';
import { headerBytes, readHeader, type VectorFileHeader } from './header.ts';
import { DamagedVectorFileError, type VectorFile, type VectorFiles } from './port.ts';
import { writeVectors } from './write.ts';

const chunkBytes = 4 * 1024 * 1024;
/** Unit vectors are stored at length 127. */
const unit = 127 * 127;

/** Files of vectors that the native scan reads (native/src/vector_scan.cc). Every byte is checked when one is opened, and mapped from then on. */
export function createVectorFiles(): VectorFiles {
  const native = loadNative();
  return {
    write: writeVectors,
    async open(path, dimensions) {
      const { rows } = await checkWhole(path, dimensions);
      const mapped = native.mapVectors(path, { offset: headerBytes, rows, dimensions });
      return {
        rows,
        dimensions,
        async nearest(query, limit, allowed) {
          const found = await mapped.nearest(query, limit, allowed);
          return Array.from(found.rows, (row, n) => ({
            row,
            // Rounding may leave a vector a little longer than 127.
            similarity: Math.max(-1, Math.min(1, found.dots[n]! / unit)),
          }));
        },
        close: () => mapped.close(),
      } satisfies VectorFile;
    },
  };
}

/** @throws DamagedVectorFileError */
async function checkWhole(path: string, dimensions: number): Promise<VectorFileHeader> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    throw new DamagedVectorFileError('There is no such file.', { cause });
  }
  try {
    const first = Buffer.alloc(headerBytes);
    const { bytesRead } = await file.read(first, 0, headerBytes, 0);
    const header = readHeader(first.subarray(0, bytesRead));
    if (header.dimensions !== dimensions) {
      throw new DamagedVectorFileError(
        `Its vectors have ${header.dimensions} dimensions, and ${dimensions} are wanted.`,
      );
    }
    const { size } = await file.stat();
    if (size !== headerBytes + header.rows * dimensions) {
      throw new DamagedVectorFileError('It is not as long as its rows.');
    }
    if ((await checksumOf(file, size)) !== header.checksum) {
      throw new DamagedVectorFileError('Its rows are not those that were written.');
    }
    return header;
  } finally {
    await file.close();
  }
}

async function checksumOf(file: FileHandle, size: number): Promise<number> {
  const chunk = Buffer.alloc(Math.min(chunkBytes, size));
  let checksum = 0;
  for (let at = headerBytes; at < size; ) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) break;
    checksum = crc32(chunk.subarray(0, bytesRead), checksum);
    at += bytesRead;
  }
  return checksum;
}
