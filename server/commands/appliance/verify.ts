import { createHash, type KeyObject, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { ApplianceError } from './appliance-error.ts';
import { signatureName, sumsName } from './bundle.ts';

interface Found {
  hashes: Map<string, string>;
  /** The list, the signature and what the bundle says of itself. */
  texts: Map<string, Buffer>;
}

const kept = [sumsName, signatureName, 'bundle.json'];
const maxKeptBytes = 1024 ** 2;

/**
 * Checks the signature of a bundle's list of checksums, and every file against the list.
 *
 * @param path the tar, or the folder that it was unpacked into
 * @throws ApplianceError BUNDLE_NOT_TRUSTED when it is signed with another key, or unsigned; BUNDLE_DAMAGED when a file is missing, foreign or another
 */
export async function verifyAppliance(path: string, key: KeyObject) {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    (cause) => {
      throw new ApplianceError('BUNDLE_DAMAGED', `There is no ${path}.`, { cause });
    },
  );
  const { hashes, texts } = await (isFolder ? readFolder(path) : readTar(path));
  const [sums, signature] = [texts.get(sumsName), texts.get(signatureName)];
  if (!sums || !signature) {
    throw new ApplianceError(
      'BUNDLE_NOT_TRUSTED',
      `${path} has no ${sumsName} with a signature: it is no bundle.`,
    );
  }
  if (!verify(null, sums, key, signature)) {
    throw new ApplianceError(
      'BUNDLE_NOT_TRUSTED',
      `${path} was not signed with this key, or was changed afterwards. Do not install it; ask for it again, and for the publisher's key by another way.`,
    );
  }
  const listed = new Map(
    sums
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  const faults = [
    ...[...listed]
      .filter(([name, sha256]) => hashes.get(name) !== sha256)
      .map(([name]) => (hashes.has(name) ? `${name} is not what was signed` : `${name} is missing`)),
    ...[...hashes.keys()]
      .filter((name) => !listed.has(name) && name !== sumsName && name !== signatureName)
      .map((name) => `${name} was not signed`),
  ];
  if (faults.length > 0) {
    throw new ApplianceError('BUNDLE_DAMAGED', `${path} is damaged: ${faults.join('; ')}. Copy it again.`);
  }
  const { version, image, models } = JSON.parse(texts.get('bundle.json')?.toString() ?? '{}') as {
    version: string;
    image: string;
    models: string[];
  };
  return { version, image, models, files: [...listed.keys()] };
}

async function readFolder(folder: string): Promise<Found> {
  const found: Found = { hashes: new Map(), texts: new Map() };
  for (const name of await readdir(folder)) {
    await take(found, name, createReadStream(join(folder, name), { highWaterMark: 1024 ** 2 }));
  }
  return found;
}

async function readTar(path: string): Promise<Found> {
  const found: Found = { hashes: new Map(), texts: new Map() };
  const archive = extract();
  const fed = pipeline(createReadStream(path, { highWaterMark: 1024 ** 2 }), archive);
  try {
    for await (const entry of archive) {
      const { name, type } = entry.header;
      if (type === 'directory') {
        entry.resume();
        continue;
      }
      // A link could lead a later file elsewhere; a name may come once.
      const short = name.replace(/^[^/]+\//, '');
      if (type !== 'file' || short.includes('/') || found.hashes.has(short))
        throw new Error(`it holds "${name}"`);
      await take(found, short, entry as AsyncIterable<Buffer>);
    }
    await fed;
  } catch (cause) {
    await fed.catch(() => {});
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ApplianceError('BUNDLE_DAMAGED', `${path} is damaged or no bundle: ${why}. Copy it again.`, {
      cause,
    });
  }
  return found;
}

async function take({ hashes, texts }: Found, name: string, content: AsyncIterable<Buffer>): Promise<void> {
  const hash = createHash('sha256');
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  for await (const piece of content) {
    hash.update(piece);
    sizeBytes += piece.length;
    if (kept.includes(name) && sizeBytes <= maxKeptBytes) pieces.push(piece);
  }
  hashes.set(name, hash.digest('hex'));
  if (kept.includes(name)) texts.set(name, Buffer.concat(pieces));
}
