import { ModelError } from '../../installed/model-error.ts';

/**
 * The plain tar format (POSIX ustar), as far as bundles need it: regular files with short names. Every tar program
 * reads what we write; we read only what we write, so that no link, device or path can do harm.
 */
export const blockBytes = 512;
/** Eleven octal digits. */
export const maxEntryBytes = 8 ** 11 - 1;
const maxNameBytes = 100;

export interface EntryHeader {
  name: string;
  sizeBytes: number;
}

/** @throws RangeError for a name or size that the format cannot hold */
export function headerBlock({ name, sizeBytes }: EntryHeader): Buffer {
  if (Buffer.byteLength(name) > maxNameBytes || sizeBytes > maxEntryBytes) {
    throw new RangeError(`A bundle cannot hold "${name}" of ${sizeBytes} bytes.`);
  }
  const block = Buffer.alloc(blockBytes);
  block.write(name, 0);
  block.write('0000644\0', 100);
  // Owner and group.
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${sizeBytes.toString(8).padStart(11, '0')}\0`, 124);
  // No time: the same models make the same bundle, byte for byte.
  block.write('00000000000\0', 136);
  block.write('        ', 148);
  block.write('0', 156);
  block.write('ustar\0', 257);
  block.write('00', 263);
  block.write(`${checksumOf(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** Zeros that fill a file's last block. */
export const paddingOf = (sizeBytes: number): Buffer =>
  Buffer.alloc((blockBytes - (sizeBytes % blockBytes)) % blockBytes);

/** Two empty blocks end an archive. */
export const endOfArchive: () => Buffer = () => Buffer.alloc(2 * blockBytes);

export function checksumOf(block: Buffer): number {
  let sum = 0;
  // The checksum's own eight bytes count as spaces.
  for (let n = 0; n < blockBytes; n++) sum += n >= 148 && n < 156 ? 0x20 : block[n]!;
  return sum;
}

const noBundle = (why: string): never => {
  throw new ModelError(
    'BUNDLE_REFUSED',
    `This is not a bundle of models as "assay models bundle" writes it: ${why}.`,
  );
};

/**
 * @returns null for an empty block, which begins the end of the archive
 * @throws ModelError BUNDLE_REFUSED for anything but the very block that `headerBlock` writes
 */
export function parseHeader(block: Buffer): EntryHeader | null {
  if (block.every((byte) => byte === 0)) return null;
  const end = block.indexOf(0);
  const name = block.toString('utf8', 0, end < 0 || end > maxNameBytes ? maxNameBytes : end);
  const size = block.toString('latin1', 124, 135);
  if (!/^[0-7]{11}$/.test(size)) return noBundle('a file header is damaged or from another program');
  const header = { name, sizeBytes: Number.parseInt(size, 8) };
  if (!headerBlock(header).equals(block)) noBundle('a file header is damaged or from another program');
  return header;
}

/**
 * Bytes of a stream, taken in exact portions.
 *
 * @param refuse throws what a stream that ends too early is to be
 */
export function createByteReader(source: AsyncIterable<Buffer>, refuse: (why: string) => never = noBundle) {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  async function* take(count: number): AsyncGenerator<Buffer> {
    let missing = count;
    while (missing > 0) {
      if (rest.length === 0) {
        const { done, value } = await iterator.next();
        if (done) return refuse('it ends too early');
        rest = value;
      }
      const piece = rest.subarray(0, missing);
      rest = rest.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }

  async function takeAll(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of take(count)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  return {
    /** Exactly `count` bytes in pieces. @throws ModelError when the stream has fewer */
    take,
    takeAll,
    /** The next file's header, or null at the archive's end, which then must be complete. */
    async nextHeader(): Promise<EntryHeader | null> {
      const header = parseHeader(await takeAll(blockBytes));
      if (header) return header;
      if ((await takeAll(blockBytes)).some((byte) => byte !== 0)) refuse('its end is damaged');
      if (rest.length > 0 || !(await iterator.next()).done) refuse('something follows its end');
      return null;
    },
    /** The zeros behind a file. */
    async takePadding(sizeBytes: number): Promise<void> {
      if ((await takeAll(paddingOf(sizeBytes).length)).some((byte) => byte !== 0)) {
        refuse('there is something between two files');
      }
    },
    /** Lets go of the source. */
    async close(): Promise<void> {
      await iterator.return?.();
    },
  };
}

export type ByteReader = ReturnType<typeof createByteReader>;
