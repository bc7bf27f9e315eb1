import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { textSha256 } from '#server/engines/models/content/hashing.ts';

/** What the server does with one request for an archive; the first that a test queued is used up first. */
export type IndexMisdeed =
  | { kind: 'cut'; afterBytes: number }
  | { kind: 'flip'; at: number }
  | { kind: 'status'; status: number };

export interface PythonIndex {
  /** What pip would be told. */
  url: string;
  /** Environment of a machine whose pip asks this index, and which knows nothing of this machine's settings. */
  env: Record<string, string>;
  /** What was asked, in order: "page NAME", or "file NAME from BYTE". */
  requests: string[];
  /** By the name of the archive. */
  archives: Map<string, Buffer>;
  misdeeds: IndexMisdeed[];
  /** HTML as every index has it, where JSON is not understood. */
  isOld: boolean;
  /** What the pages say of an archive's hash; the true one unless a test lies. */
  saidSha256: string | undefined;
  /** "name:password" that must be sent along. */
  secret: string | undefined;
  isSilent: boolean;
}

/** A Python index on this machine with one archive for each package of the same name. */
export async function startIndex(
  t: Pick<TestContext, 'after'>,
  archives: Readonly<Record<string, Buffer>>,
): Promise<PythonIndex> {
  const index: PythonIndex = {
    url: '',
    env: {},
    requests: [],
    archives: new Map(Object.entries(archives)),
    misdeeds: [],
    isOld: false,
    saidSha256: undefined,
    secret: undefined,
    isSilent: false,
  };
  const sendPage = (name: string, file: string, response: ServerResponse) => {
    index.requests.push(`page ${name}`);
    const sha256 = index.saidSha256 ?? textSha256(index.archives.get(file)!);
    const others = [`${file}.metadata`, file.replace('1.0.0', '0.9.0')];
    if (index.isOld) {
      const links = [...others, file].map(
        (one) =>
          `<a href="../../files/${one}#sha256=${sha256}" data-requires-python="&gt;=3.9">${one}</a><br/>`,
      );
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<html><body>${links.join('\n')}</body></html>`);
    }
    const files = [...others, file].map((filename) => ({
      filename,
      url: `../../files/${filename}`,
      hashes: { sha256 },
    }));
    return response
      .writeHead(200, { 'content-type': 'application/vnd.pypi.simple.v1+json' })
      .end(JSON.stringify({ meta: { 'api-version': '1.1' }, name, files }));
  };
  const sendArchive = (file: string, request: IncomingMessage, response: ServerResponse) => {
    const asked = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    const from = Number(asked ?? 0);
    index.requests.push(`file ${file} from ${from}`);
    let content = index.archives.get(file);
    if (!content) return response.writeHead(404).end();
    const misdeed = index.misdeeds.shift();
    if (misdeed?.kind === 'status') return response.writeHead(misdeed.status).end();
    if (misdeed?.kind === 'flip') {
      content = Buffer.from(content);
      content[misdeed.at]! ^= 1;
    }
    const body = content.subarray(from);
    response.writeHead(asked === undefined ? 200 : 206, {
      'content-length': body.length,
      ...(asked !== undefined && {
        'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
      }),
    });
    // A whole answer ends as answers do: a client that reads slowly loses the rest when the connection ends at once.
    if (misdeed?.kind !== 'cut' || misdeed.afterBytes >= body.length) return response.end(body);
    return response.write(body.subarray(0, misdeed.afterBytes), () => response.socket?.end());
  };
  const server = createServer((request, response) => {
    if (index.isSilent) return undefined;
    const { secret } = index;
    const sent = Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
    if (secret !== undefined && sent !== secret) return response.writeHead(401).end();
    const path = decodeURIComponent(request.url ?? '');
    const name = /^\/simple\/([^/]+)\/$/.exec(path)?.[1];
    const file = [...index.archives.keys()].find((one) => one.startsWith(`${name?.replaceAll('-', '_')}-`));
    if (name && file) return sendPage(name, file, response);
    const archive = /^\/files\/([^/]+)$/.exec(path)?.[1];
    return archive ? sendArchive(archive, request, response) : response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  index.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple`;
  index.env = { PIP_INDEX_URL: index.url, PIP_CONFIG_FILE: '/dev/null' };
  return index;
}
