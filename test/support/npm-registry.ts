import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { endOfArchive, headerBlock, paddingOf } from '#server/engines/models/bundle/ustar.ts';
import type { NpmClient } from '#server/engines/models/pull/npm-client.ts';
import { inherited } from '../../testkit/server-process.ts';
import { tempFolder } from './temp-folder.ts';

export interface NpmRegistry {
  url: string;
  /** Environment in which npm asks this registry, and knows nothing of the machine's own settings. */
  env: NodeJS.ProcessEnv;
  /** What was asked, in order: "about" or "tarball". */
  requests: string[];
  tarball: Buffer;
  /** What the registry says of the tarball; its true hash unless a test lies. */
  integrity: string;
  /** Drops the connection after so many bytes of a tarball, for as many requests. */
  cuts: number[];
  /** Answers nothing at all. */
  isSilent: boolean;
}

export const integrityOf = (content: Buffer): string =>
  `sha512-${createHash('sha512').update(content).digest('base64')}`;

/** A package as npm packs it. */
export const packageOf = (files: Readonly<Record<string, Buffer>>): Buffer =>
  gzipSync(
    Buffer.concat([
      ...Object.entries(files).flatMap(([path, content]) => [
        headerBlock({ name: `package/${path}`, sizeBytes: content.length }),
        content,
        paddingOf(content.length),
      ]),
      endOfArchive(),
    ]),
  );

/** An npm registry on this machine that holds one version of one package. */
export async function startRegistry(
  t: Pick<TestContext, 'after'>,
  { name, version, tarball }: { name: string; version: string; tarball: Buffer },
): Promise<NpmRegistry> {
  const home = await tempFolder(t);
  const registry: NpmRegistry = {
    url: '',
    env: {},
    requests: [],
    tarball,
    integrity: integrityOf(tarball),
    cuts: [],
    isSilent: false,
  };
  const sendTarball = (response: ServerResponse) => {
    registry.requests.push('tarball');
    response.writeHead(200, { 'content-length': registry.tarball.length });
    const cut = registry.cuts.shift();
    if (cut === undefined) response.end(registry.tarball);
    else response.write(registry.tarball.subarray(0, cut), () => response.destroy());
  };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    if (registry.isSilent) return;
    if (path === `/${name}/-/it-${version}.tgz`) return sendTarball(response);
    if (path !== `/${name}`) return response.writeHead(404).end('{"error":"not found"}');
    registry.requests.push('about');
    const dist = { tarball: `${registry.url}/${name}/-/it-${version}.tgz`, integrity: registry.integrity };
    // A dependency that no registry has: fetching it would fail.
    const about = { name, version, dependencies: { 'not-to-be-fetched': '1.0.0' }, dist };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: about } }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  registry.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  registry.env = npmEnvironment(home, registry.url);
  return registry;
}

/** In place of `findNpm`'s, where npm itself is not looked at. */
export const quickNpm = async ({ env }: NpmRegistry): Promise<NpmClient> => ({
  command: process.execPath,
  args: [join(import.meta.dirname, 'quick-npm.ts')],
  env,
});

/** @param home a folder of the test's own, for npm's cache */
export const npmEnvironment = (home: string, registryUrl: string): NodeJS.ProcessEnv => ({
  ...inherited,
  HOME: home,
  npm_config_registry: registryUrl,
  npm_config_userconfig: join(home, 'npmrc'),
  npm_config_globalconfig: join(home, 'global-npmrc'),
  npm_config_cache: join(home, 'cache'),
  npm_config_update_notifier: 'false',
});
