import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import type { LocalModel } from '../../engines/installed/record.ts';
import { writeBundle } from '../../engines/models/bundle/write-bundle.ts';
import { readImage } from './read-image.ts';
import { createSbom } from './sbom.ts';
import { fingerprintOf } from './signing.ts';

/** Run and read on the other machine; they lie in the repository and not in the image. */
const root = resolve(import.meta.dirname, '../../..');
const scripts = ['install.sh', 'upgrade.sh', 'appliance.sh'];
const guides = ['air-gap.md', 'backup.md', 'tls.md', 'settings.md'];

/** Names in a bundle's folder. */
export const sumsName = 'SHA256SUMS';
export const signatureName = 'SHA256SUMS.sig';

export interface BundleRequest {
  /** An archive of one image. */
  image: string;
  models: readonly LocalModel[];
  key: KeyObject;
  out: string;
  version: string;
  /** ISO 8601. */
  made: string;
}

/**
 * Writes one tar that a machine without internet can be installed or upgraded from. Its folder has the image, models, the SBOM, scripts, guides, a list
 * of checksums of all of these, and an Ed25519 signature of that list. A file of that name is replaced only by a complete bundle.
 *
 * @throws ApplianceError IMAGE_UNREADABLE; ModelError MODEL_DAMAGED
 */
export async function writeAppliance(request: BundleRequest) {
  const { key, version, made, out } = request;
  const image = await readImage(request.image);
  const folder = `assay-${version}-${image.architecture}`;
  const stage = await mkdtemp(join(dirname(resolve(out)), '.assay-appliance-'));
  const partPath = `${out}.part`;
  try {
    const at = (name: string) => join(stage, name);
    await packImage(request.image, at('image.tar.gz'));
    if (request.models.length > 0) await writeBundle(request.models, at('models.tar'));
    const sbom = createSbom(image, { made });
    await writeFile(at('sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
    const models = request.models.map(({ record }) => record.id);
    await writeFile(
      at('bundle.json'),
      `${JSON.stringify({ version, made, image: image.reference, imageId: image.id, architecture: image.architecture, models }, null, 2)}\n`,
    );
    // Of one line each, so that a shell can read them.
    await writeFile(at('bundle.conf'), `version=${version}\nreference=${image.reference}\n`);
    for (const name of scripts) await copyFile(join(root, 'deploy/appliance', name), at(name));
    for (const name of guides) await copyFile(join(root, 'docs', name), at(name));

    const names = [
      ...['image.tar.gz', ...(models.length > 0 ? ['models.tar'] : []), 'sbom.cdx.json', 'bundle.json'],
      ...['bundle.conf', ...scripts, ...guides],
    ];
    const sums = await Promise.all(names.map(async (name) => `${await sha256Of(at(name))}  ${name}\n`));
    await writeFile(at(sumsName), sums.join(''));
    await writeFile(at(signatureName), sign(null, await readFile(at(sumsName)), key));

    const tar = pack();
    const written = pipeline(tar, createWriteStream(partPath));
    for (const name of [sumsName, signatureName, ...names]) {
      const { size } = await stat(at(name));
      const mode = name.endsWith('.sh') ? 0o755 : 0o644;
      await pipeline(
        createReadStream(at(name)),
        tar.entry({ name: `${folder}/${name}`, size, mode, mtime: new Date(made) }),
      );
    }
    tar.finalize();
    await written;
    await syncFile(partPath);
    await rename(partPath, out);
    return {
      ...{ file: resolve(out), folder, version, image: image.reference, models },
      ...{
        components: sbom.components.length,
        sizeBytes: (await stat(out)).size,
        sha256: await sha256Of(out),
      },
      signedBy: fingerprintOf(createPublicKey(key)),
    };
  } catch (error) {
    await rm(partPath, { force: true });
    throw error;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** Docker and podman load both, and this is a third of it. */
async function packImage(from: string, to: string): Promise<void> {
  const file = await open(from);
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0).finally(() => file.close());
  if (buffer.equals(Buffer.from([0x1f, 0x8b]))) await copyFile(from, to);
  else
    await pipeline(
      createReadStream(from, { highWaterMark: 1024 ** 2 }),
      createGzip({ level: 6 }),
      createWriteStream(to),
    );
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 ** 2 }), hash);
  return hash.digest('hex');
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}
