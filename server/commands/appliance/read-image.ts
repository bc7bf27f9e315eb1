import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { ApplianceError } from './appliance-error.ts';

/** What an image archive says about itself. */
export interface Image {
  /** As it can be run after loading, e.g. "localhost/assay:0.1.0". */
  reference: string;
  /** "sha256:…" of its configuration: the id that docker and podman show. */
  id: string;
  /** E.g. "amd64". */
  architecture: string;
  /** Texts of its files that list what is in it, by path without a leading "/". */
  lists: ReadonlyMap<string, string>;
}

/** Debian's packages, npm's, the models that come along, and the program that runs it all. */
const listed = (path: string) =>
  /^var\/lib\/dpkg\/status\.d\/[^/]+$/.test(path) ||
  [
    'app/package.json',
    'app/node_modules/.package-lock.json',
    'app/models/manifest.json',
    'etc/os-release',
    'usr/lib/os-release',
    'usr/share/assay/node-version',
  ].includes(path) ||
  /^app\/models\/weights\/[^/]+\/model\.json$/.test(path);

const maxListBytes = 16 * 1024 ** 2;

/**
 * Reads an archive of `docker save`, `podman save` or `buildah push docker-archive:`, gzipped or not.
 *
 * @throws ApplianceError IMAGE_UNREADABLE when it is none, or holds more than one image
 */
export async function readImage(path: string): Promise<Image> {
  const texts = new Map<string, Buffer>();
  const layers = new Map<string, Map<string, string>>();
  try {
    await eachFile(await openPlain(path), async (name, content, sizeBytes) => {
      if (sizeBytes < maxListBytes && /\.json$|^manifest|^blobs\/sha256\/[0-9a-f]{64}$/.test(name)) {
        const bytes = await buffer(content);
        if (bytes[0] === '{'.charCodeAt(0) || bytes[0] === '['.charCodeAt(0)) texts.set(name, bytes);
        else layers.set(name, await listsOf(Readable.from([bytes])));
      } else if (/\.tar(\.gz)?$|^blobs\//.test(name)) layers.set(name, await listsOf(content));
    });
    const manifests = JSON.parse(texts.get('manifest.json')?.toString() ?? '[]') as {
      Config: string;
      RepoTags: string[] | null;
      Layers: string[];
    }[];
    const [manifest] = manifests;
    if (!manifest || manifests.length !== 1) throw new Error(`it holds ${manifests.length} images`);
    const config = texts.get(manifest.Config);
    if (!config) throw new Error('its configuration is missing');
    const reference = manifest.RepoTags?.[0];
    if (!reference) throw new Error('the image in it has no name: save it as NAME:TAG');
    const lists = new Map<string, string>();
    for (const layer of manifest.Layers) {
      for (const [name, text] of layers.get(layer) ?? []) lists.set(name, text);
    }
    return {
      reference,
      id: `sha256:${createHash('sha256').update(config).digest('hex')}`,
      architecture: (JSON.parse(config.toString()) as { architecture: string }).architecture,
      lists,
    };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ApplianceError(
      'IMAGE_UNREADABLE',
      `${path} is no archive of one image: ${why}. Make it with "docker save assay:VERSION -o FILE" or "scripts/image-test --archive FILE".`,
      { cause },
    );
  }
}

const gzipMagic = Buffer.from([0x1f, 0x8b]);

async function openPlain(path: string): Promise<Readable> {
  const head = Buffer.alloc(2);
  const file = await open(path);
  try {
    await file.read(head, 0, 2, 0);
  } finally {
    await file.close();
  }
  const raw = createReadStream(path, { highWaterMark: 1024 ** 2 });
  return head.equals(gzipMagic) ? unzip(raw) : raw;
}

function unzip(raw: Readable): Readable {
  const plain = createGunzip();
  raw.on('error', (error) => plain.destroy(error));
  return raw.pipe(plain);
}

/** @param onFile reads a file's content, or leaves it */
async function eachFile(
  source: Readable,
  onFile: (name: string, content: Readable, sizeBytes: number) => Promise<void>,
): Promise<void> {
  const archive = extract();
  source.on('error', (error) => archive.destroy(error));
  source.pipe(archive);
  for await (const entry of archive) {
    const { name, type, size } = entry.header;
    if (type === 'file') await onFile(name.replace(/^\.?\//, ''), entry as unknown as Readable, size ?? 0);
    entry.resume();
  }
}

/** The lists of one layer, which may be gzipped. */
async function listsOf(content: Readable): Promise<Map<string, string>> {
  const lists = new Map<string, string>();
  const iterator = content[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return lists;
  const head = first.value as Buffer;
  async function* whole() {
    yield head;
    for (;;) {
      const next = await iterator.next();
      if (next.done) return;
      yield next.value as Buffer;
    }
  }
  const raw = Readable.from(whole());
  await eachFile(head.subarray(0, 2).equals(gzipMagic) ? unzip(raw) : raw, async (name, file, sizeBytes) => {
    if (listed(name) && sizeBytes < maxListBytes) lists.set(name, (await buffer(file)).toString());
  });
  return lists;
}
