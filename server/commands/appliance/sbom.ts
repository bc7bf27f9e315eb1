import { createHash } from 'node:crypto';
import type { Image } from './read-image.ts';

interface Component {
  type: 'application' | 'library' | 'machine-learning-model' | 'operating-system';
  'bom-ref': string;
  name: string;
  version: string;
  purl?: string;
  licenses?: { license: { name: string } }[] | { expression: string }[];
  hashes?: { alg: 'SHA-256' | 'SHA-512'; content: string }[];
}

/**
 * What is in an image, as CycloneDX 1.6: Debian's packages, Node, npm's packages and models, read from the image itself.
 *
 * @param made when, as ISO 8601
 */
export function createSbom(image: Image, { made }: { made: string }) {
  const own = parsed<{ name: string; version: string }>(image, 'app/package.json', {
    name: 'assay',
    version: '0',
  });
  const ref = `${own.name}@${own.version}`;
  const components = [...debian(image), ...node(image), ...npm(image), ...models(image)].sort((a, b) =>
    a['bom-ref'] < b['bom-ref'] ? -1 : 1,
  );
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(image.id)}`,
    version: 1,
    metadata: {
      timestamp: made,
      tools: { components: [{ type: 'application', name: 'assay appliance bundle', version: own.version }] },
      component: {
        type: 'container',
        'bom-ref': ref,
        name: own.name,
        version: own.version,
        hashes: [{ alg: 'SHA-256', content: image.id.replace('sha256:', '') }],
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components,
    dependencies: [{ ref, dependsOn: components.map((component) => component['bom-ref']) }],
  };
}

function parsed<Shape>(image: Image, path: string, otherwise: Shape): Shape {
  const text = image.lists.get(path);
  return text === undefined ? otherwise : (JSON.parse(text) as Shape);
}

/** The same image has the same number. */
function uuidOf(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function debian({ lists }: Image): Component[] {
  const release = lists.get('etc/os-release') ?? lists.get('usr/lib/os-release') ?? '';
  const field = (name: string) => new RegExp(`^${name}="?([^"\n]*)`, 'm').exec(release)?.[1];
  const distro = `${field('ID') ?? 'debian'}-${field('VERSION_ID') ?? '12'}`;
  return [...lists]
    .filter(([path]) => path.startsWith('var/lib/dpkg/status.d/'))
    .map(([, status]) => {
      const of = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(status)?.[1] ?? '';
      const purl = `pkg:deb/debian/${encodeURIComponent(of('Package'))}@${encodeURIComponent(of('Version'))}?arch=${of('Architecture')}&distro=${distro}`;
      return { type: 'library', 'bom-ref': purl, name: of('Package'), version: of('Version'), purl };
    });
}

function node({ lists }: Image): Component[] {
  const version = lists.get('usr/share/assay/node-version')?.trim().replace(/^v/, '');
  if (!version) return [];
  const purl = `pkg:generic/node@${version}`;
  const licenses = [{ license: { name: 'MIT' } }];
  return [{ type: 'application', 'bom-ref': purl, name: 'node', version, purl, licenses }];
}

function npm(image: Image): Component[] {
  const { packages } = parsed<{
    packages: Record<string, { version: string; license?: string; integrity?: string; dev?: true }>;
  }>(image, 'app/node_modules/.package-lock.json', { packages: {} });
  const found = Object.entries(packages)
    .filter(([path, { dev }]) => path.includes('node_modules/') && !dev)
    .map(([path, { version, license, integrity }]): Component => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const purl = `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;
      const sha512 = /^sha512-(\S+)/.exec(integrity ?? '')?.[1];
      return {
        ...{ type: 'library' as const, 'bom-ref': purl, name, version, purl },
        ...(license && { licenses: [{ license: { name: license } }] }),
        ...(sha512 && {
          hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }],
        }),
      };
    });
  // One package may lie in several folders.
  return [...new Map(found.map((component) => [component['bom-ref'], component])).values()];
}

function models(image: Image): Component[] {
  const component = (id: string, version: string, sha256: string, licence: string): Component => ({
    ...{ type: 'machine-learning-model', 'bom-ref': `model:${id}@${version}`, name: id, version },
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    licenses: [{ license: { name: licence } }],
  });
  const bundled = parsed<{ models: { id: string; sha256: string; licence: string }[] }>(
    image,
    'app/models/manifest.json',
    { models: [] },
  ).models.map(({ id, sha256, licence }) => component(id, sha256.slice(0, 12), sha256, licence));
  const weights = [...image.lists.keys()]
    .filter((path) => path.startsWith('app/models/weights/'))
    .flatMap((path) => {
      const { id, licence, files } = parsed<{
        id: string;
        licence: string;
        files: { path: string; sha256: string }[];
      }>(image, path, { id: '', licence: '', files: [] });
      return files.map((file) =>
        component(`${id}/${file.path}`, file.sha256.slice(0, 12), file.sha256, licence),
      );
    });
  return [...bundled, ...weights];
}
