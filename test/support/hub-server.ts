import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** What the server does with one request for a file; the first that a test queued is used up first. */
export type Misdeed =
  | { kind: 'cut'; afterBytes: number }
  | { kind: 'stall'; afterBytes: number }
  | { kind: 'status'; status: number }
  | { kind: 'ignore range' }
  | { kind: 'shift range'; by: number }
  | { kind: 'flip'; at: number }
  | { kind: 'append'; bytes: number }
  | { kind: 'redirect'; to: string };

export interface HubServer {
  url: string;
  /** Of the files as they are. */
  commit: string;
  /** Of file requests, in order: path and the Range header. */
  requests: { path: string; range: string | null }[];
  /** Bytes of files that were sent. */
  sentBytes: () => number;
  /** Misdeeds for the next requests of a file, by its path. */
  plan: Map<string, Misdeed[]>;
  /** What every request of a file meets when its plan is used up. */
  always: Map<string, Misdeed>;
  /** Replaces answers of the two listing addresses. */
  listing: { about?: unknown; tree?: unknown; status?: number; delayMs?: number };
  files: Map<string, Buffer>;
}

const firstCommit = '0123456789abcdef0123456789abcdef01234567';

/** Files from this size on are "large": the hub knows their SHA-256. */
const largeBytes = 4096;

/** A model hub on this machine, with the addresses of the real one, that misbehaves as it is told. */
export async function startHub(
  t: Pick<TestContext, 'after'>,
  { repo, files }: { repo: string; files: Readonly<Record<string, Buffer>> },
): Promise<HubServer> {
  let sent = 0;
  const hub: HubServer = {
    url: '',
    commit: firstCommit,
    requests: [],
    sentBytes: () => sent,
    plan: new Map(),
    always: new Map(),
    listing: {},
    files: new Map(Object.entries(files)),
  };

  const tree = () => [
    { type: 'directory', path: 'onnx', size: 0, oid: 'f'.repeat(40) },
    ...[...hub.files].map(([path, content]) => {
      const large = content.length >= largeBytes;
      const pointer = { oid: createHash('sha256').update(content).digest('hex'), size: content.length };
      const blob = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
      return { type: 'file', path, size: content.length, oid: blob, ...(large && { lfs: pointer }) };
    }),
  ];

  const answerFile = (path: string, request: IncomingMessage, response: ServerResponse) => {
    const range = request.headers.range ?? null;
    hub.requests.push({ path, range });
    let content = hub.files.get(path);
    if (!content) return response.writeHead(404).end();
    const misdeed = hub.plan.get(path)?.shift() ?? hub.always.get(path);
    if (misdeed?.kind === 'status') return response.writeHead(misdeed.status, { 'retry-after': '0' }).end();
    if (misdeed?.kind === 'redirect') {
      return response.writeHead(302, { location: `${misdeed.to}${request.url}` }).end();
    }
    if (misdeed?.kind === 'flip') {
      content = Buffer.from(content);
      content[misdeed.at]! ^= 1;
    }
    if (misdeed?.kind === 'append') content = Buffer.concat([content, Buffer.alloc(misdeed.bytes, 7)]);
    const asked = /^bytes=(\d+)-$/.exec(range ?? '')?.[1];
    const isPart = asked !== undefined && misdeed?.kind !== 'ignore range';
    if (isPart && Number(asked) >= content.length) return response.writeHead(416).end();
    const from = isPart ? Number(asked) + (misdeed?.kind === 'shift range' ? misdeed.by : 0) : 0;
    const body = content.subarray(from);
    const wholeLength = { 'content-length': body.length };
    response.writeHead(isPart ? 206 : 200, {
      ...wholeLength,
      ...(isPart && { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }),
    });
    if (misdeed?.kind === 'cut' || misdeed?.kind === 'stall') {
      const some = body.subarray(0, misdeed.afterBytes);
      sent += some.length;
      response.write(some, () => {
        if (misdeed.kind === 'cut') response.socket?.end();
      });
      return undefined;
    }
    sent += body.length;
    return response.end(body);
  };

  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url!, 'http://hub').pathname);
    const json = (value: unknown) =>
      response
        .writeHead(hub.listing.status ?? 200, { 'content-type': 'application/json' })
        .end(typeof value === 'string' ? value : JSON.stringify(value));
    if (path.startsWith('/api/') && hub.listing.delayMs) {
      await new Promise<void>((done) => {
        setTimeout(done, hub.listing.delayMs).unref();
      });
    }
    if (path === `/api/models/${repo}/revision/main`) return json(hub.listing.about ?? { sha: hub.commit });
    if (path === `/api/models/${repo}/tree/${hub.commit}`) return json(hub.listing.tree ?? tree());
    const prefix = `/${repo}/resolve/${hub.commit}/`;
    if (path.startsWith(prefix)) return answerFile(path.slice(prefix.length), request, response);
    return response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  hub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return hub;
}
