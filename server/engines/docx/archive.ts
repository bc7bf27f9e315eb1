import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type Entry, fromBufferPromise } from 'yauzl';
import { childrenOf, type Element } from './xml.ts';

/** More parts than a CV with a hundred pictures has. */
const maxParts = 2000;
/** Of what is unpacked, in all; pictures are not. A CV's text is a few hundred kilobytes of XML. */
const maxUnpackedBytes = 24 * 1024 ** 2;

export type ArchiveFault = 'damaged' | 'encrypted' | 'too-large';

export class ArchiveError extends Error {
  readonly fault: ArchiveFault;
  constructor(fault: ArchiveFault) {
    super(`The archive is ${fault}.`);
    this.fault = fault;
  }
}

/** A Word file that is open: parts of XML by their path, without the leading slash. */
export interface Archive {
  has(path: string): boolean;
  /** Throws ArchiveError. */
  read(path: string): Promise<Buffer>;
}

/** Opens a zip. Nothing is written anywhere, archives inside stay closed. Throws ArchiveError. */
export async function openArchive(file: string): Promise<Archive> {
  const damaged = (): never => {
    throw new ArchiveError('damaged');
  };
  // Names that lead out of the archive are refused here, as are lists that contradict themselves.
  const zip = await fromBufferPromise(readFileSync(file), { autoClose: false }).catch(damaged);
  if (zip.entryCount > maxParts) throw new ArchiveError('too-large');
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      // Programs would disagree on which of the two is the document.
      if (entries.has(name)) damaged();
      entries.set(name, entry);
    }
  } catch {
    damaged();
  }
  let unpackedBytes = 0;
  return {
    has: (path) => entries.has(path.toLowerCase()),
    async read(path) {
      const entry = entries.get(path.toLowerCase());
      if (!entry) return damaged();
      if (entry.isEncrypted()) throw new ArchiveError('encrypted');
      // yauzl holds the part to the size that the list gives.
      unpackedBytes += entry.uncompressedSize;
      if (unpackedBytes > maxUnpackedBytes) throw new ArchiveError('too-large');
      const pieces = await zip.openReadStreamPromise(entry).catch(damaged);
      return Buffer.concat(await pieces.toArray().catch(damaged));
    },
  };
}

export interface Relation {
  /** The last word of its type: "header", "styles". */
  type: string;
  /** Path of the part. */
  path: string;
}

/** What a part points to inside the file, by id. What lies elsewhere is left out: nothing is ever fetched. */
export async function relationsOf(
  archive: Archive,
  parse: (bytes: Uint8Array) => Element,
  part: string,
): Promise<Map<string, Relation>> {
  const { dir, base } = posix.parse(part);
  const path = posix.join(dir, '_rels', `${base}.rels`);
  if (!archive.has(path)) return new Map();
  const all = childrenOf(parse(await archive.read(path)), 'rel:Relationship');
  return new Map(
    all.flatMap(({ attributes: { Id = '', Type = '', Target = '', TargetMode } }) => {
      if (TargetMode === 'External') return [];
      const target = posix.normalize(Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target));
      return [[Id, { type: Type.slice(Type.lastIndexOf('/') + 1), path: target }] as const];
    }),
  );
}
