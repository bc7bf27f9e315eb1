import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { answerOf, refusal, type S3Answer, type S3Request } from './answers.ts';
import { createObjects } from './objects.ts';
import { signatureFault } from './signature.ts';

/** What goes wrong with a request. */
export type Fault =
  | { status: number; code: string }
  /** The connection ends in the middle of the answer's body, after so many bytes. */
  | { cutAfterBytes: number }
  /** The request is carried out and the connection ends without an answer. */
  | 'lost answer'
  /** No answer, ever. */
  | 'silence'
  | { delayMs: number };

/**
 * A server that speaks as much of S3 as Assay uses, over objects in memory: signatures, parts, ranges, pages, versions. What it is not told
 * to do wrong it does as the documentation of S3 says.
 */
export async function startS3Server({
  bucket = 'recordings',
  isVersioned = false,
  mostPerPage = 1000,
}: {
  bucket?: string;
  isVersioned?: boolean;
  /** Of lists: fewer than S3's thousand, so that a few objects make several pages. */
  mostPerPage?: number;
} = {}) {
  const keys = { accessKeyId: 'AKIASTANDIN', secretAccessKey: 'stand-in/secret+0123456789' };
  const objects = createObjects({ isVersioned });
  const requests: { method: string; key: string; query: string }[] = [];
  let faultOf: (request: S3Request) => Fault | undefined = () => undefined;

  async function respond(request: S3Request, response: ServerResponse, check: () => string | null) {
    requests.push({ method: request.method, key: request.key, query: String(request.query) });
    const fault = faultOf(request);
    if (fault === 'silence') return;
    if (typeof fault === 'object' && 'delayMs' in fault) await delay(fault.delayMs);
    const refused = check();
    const answer =
      refused !== null
        ? refusal(403, refused)
        : typeof fault === 'object' && 'status' in fault
          ? refusal(fault.status, fault.code)
          : answerOf(objects, { bucket, mostPerPage }, request);
    if (fault === 'lost answer') response.destroy();
    else send(request, answer, response, fault);
  }

  const listener = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('error', () => undefined);
    response.on('error', () => undefined);
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => {
      const { pathname, searchParams: query } = new URL(incoming.url ?? '', 'http://any');
      const [, name, ...rest] = pathname.split('/').map(decodeURIComponent);
      const body = Buffer.concat(chunks);
      const request = {
        method: incoming.method ?? '',
        key: rest.join('/'),
        query,
        headers: incoming.headers,
        body,
      };
      if (name !== bucket) return send(request, refusal(404, 'NoSuchBucket'), response);
      respond(request, response, () => signatureFault(incoming, body, keys)).catch(() => response.destroy());
    });
  });

  const listen = async (server: Server, port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(listener, 0);
  const endpoint = `http://127.0.0.1:${port}`;
  const goAway = async () => {
    if (!listener.listening) return;
    const closed = once(listener, 'close');
    listener.close();
    listener.closeAllConnections();
    await closed;
  };
  return {
    endpoint,
    bucket,
    ...keys,
    objects,
    /** What was asked so far. */
    requests,
    /** Settings of an Assay that uses it. */
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    /** Asked of every request; nothing goes wrong any more when called without. */
    failWhen(next: (request: S3Request) => Fault | undefined = () => undefined) {
      faultOf = next;
    },
    goAway,
    comeBack: () => listen(listener, port),
    stop: goAway,
  };
}

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

function send(
  { method }: Pick<S3Request, 'method'>,
  { status, headers = {}, body = '' }: S3Answer,
  response: ServerResponse,
  fault?: Fault,
) {
  const bytes = Buffer.from(body as string);
  response.writeHead(status, { ...headers, 'content-length': status === 204 ? 0 : bytes.length });
  if (method === 'HEAD' || status === 204) return response.end();
  if (typeof fault !== 'object' || !('cutAfterBytes' in fault)) return response.end(bytes);
  response.write(bytes.subarray(0, fault.cutAfterBytes), () => response.destroy());
  return response;
}
