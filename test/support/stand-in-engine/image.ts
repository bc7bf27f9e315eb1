import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { builtProgram } from '../../../testkit/built-program.ts';

/** What the server that spoils the data says when it has. */
export const SPOILT = 'the new server has changed the data';

const launcher = builtProgram('test/support/stand-in-engine/assay.ts');

/** What `serve` of an image does: serves; or migrates, spoils the data and never answers; or ends at once. */
export type Behaviour = 'serves' | 'spoils the data' | 'ends';

/** Files of an image's root that say what is in it. */
const files: Readonly<Record<string, string>> = {
  'app/package.json': '{"name":"assay","version":"9.9.9"}',
  'app/node_modules/.package-lock.json': JSON.stringify({
    packages: {
      'node_modules/@scope/thing': { version: '1.2.3', license: 'MIT', integrity: 'sha512-AAAA' },
      'node_modules/a/node_modules/@scope/thing': { version: '1.2.3', license: 'MIT' },
      'node_modules/tests-only': { version: '1.0.0', dev: true },
    },
  }),
  'app/models/manifest.json': JSON.stringify({
    models: [{ id: 'ctc-en', sha256: 'ab'.repeat(32), licence: 'Apache-2.0' }],
  }),
  'usr/lib/os-release': 'ID=debian\nVERSION_ID="12"\n',
  'usr/share/assay/node-version': 'v24.21.0\n',
  'var/lib/dpkg/status.d/libc6':
    'Package: libc6\nArchitecture: amd64\nVersion: 2.36-9+deb12u14\nDescription: libc\n Version: no\n',
};

async function tarOf(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(entries)) tar.entry({ name }, content);
  tar.finalize();
  return buffer(tar);
}

/** Writes an archive as `docker save` does; the stand-in for docker runs it. */
export async function writeImage(
  path: string,
  { tag, behaviour }: { tag: string; behaviour: Behaviour },
): Promise<void> {
  const program = [process.execPath, launcher, behaviour];
  const config = JSON.stringify({
    ...{ architecture: 'amd64', program, tag },
    ...(behaviour === 'spoils the data' && { doneLine: SPOILT }),
  });
  const tar = pack();
  const written = pipeline(tar, createWriteStream(resolve(path)));
  for (const [name, content] of [
    ['layer.tar', await tarOf(files)],
    ['config.json', config],
    ['manifest.json', JSON.stringify([{ Config: 'config.json', RepoTags: [tag], Layers: ['layer.tar'] }])],
  ] as const) {
    tar.entry({ name }, content);
  }
  tar.finalize();
  await written;
}
