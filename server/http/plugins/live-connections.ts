import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { ApiError } from '../../errors.ts';
import { deviceOf } from '../../live/device.ts';
import { type Passes, passHeader } from '../../live/pass.ts';
import { addressHeader, livePath } from '../../live/protocol.ts';
import type { Clock } from '../../time.ts';
import { endWithError } from './malformed-http.ts';

/** A live process that restarts is back within this; the page tries again anyway. */
const answerWithinMs = 5000;
/** The pages of a household or an office need no more at once from one address. */
const mostByVisitor = 50;

const refusals = {
  foreign: () =>
    new ApiError(
      'CROSS_SITE_REQUEST',
      'Interviews are held on the page of their own link; open the link itself.',
    ),
  crowded: () =>
    new ApiError(
      'RATE_LIMIT_EXCEEDED',
      'Too many pages of interviews are open at this address; close those that are not needed.',
    ),
  unserved: () =>
    new ApiError('SERVICE_UNAVAILABLE', 'No process holds interviews at present; try again in a minute.'),
  full: () =>
    new ApiError('SERVER_BUSY', 'This server holds as many interviews as it can; try again in a minute.'),
  noHandshake: () =>
    new ApiError(
      'MALFORMED_REQUEST',
      'This is no WebSocket handshake (RFC 6455, 4.1); connect with a WebSocket library.',
    ),
};

/** What of a page's request a live process needs to know. Others say how a body or a proxy is dealt with, and break what is passed on. */
const passedHeaders = [
  ...['host', 'connection', 'upgrade', 'cookie', 'sec-websocket-key', 'sec-websocket-version'],
  ...['sec-websocket-protocol', 'sec-websocket-extensions'],
];

/**
 * Whether a connection is to become something else than HTTP/1.1. Other offers, such as the HTTP/2 that Java's client makes with every first request, are
 * passed over (RFC 9110, 7.8): the request is answered as it is.
 */
export const isLivePage = ({ url, headers: { upgrade } }: IncomingMessage): boolean =>
  url === livePath && upgrade?.toLowerCase() === 'websocket';

/**
 * Passes the WebSocket of the candidate's page on to a live process, which alone reads what is said over it.
 *
 * @param deps.trustProxy proxies whose X-Forwarded-For is believed, as for requests
 * @param deps.publicUrl how people reach this server; null: as each request did
 * @param deps.live where the live process listens that a device's page belongs to; null while there is none
 * @param deps.passes what it is shown
 * @param deps.visitorOf the part of an address that belongs to one visitor: of IPv6 the whole /64
 */
export function addLiveConnections(
  app: FastifyInstance,
  {
    live,
    passes,
    visitorOf,
    trustProxy,
    publicUrl,
    logger,
    clock,
  }: {
    live: (device: string | null) => Promise<string | null>;
    passes: Pick<Passes, 'of'>;
    visitorOf: (address: string) => string;
    trustProxy: readonly string[];
    publicUrl: string | null;
    logger: FastifyBaseLogger;
    clock: Clock;
  },
): void {
  const isTrusted = proxyAddr.compile([...trustProxy]);
  const visitors = createVisitorCount();
  const sockets = new Set<Duplex>();
  // A server waits for its connections when it closes, and these last as long as interviews.
  app.addHook('preClose', async () => {
    for (const socket of sockets) socket.destroy();
  });
  const pass = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refuse = (why: keyof typeof refusals) => endWithError(socket, refusals[why](), clock);
    if (!isOwnPage(request, publicUrl)) return refuse('foreign');
    const address = proxyAddr(request, isTrusted);
    const visitor = visitorOf(address);
    if (visitors.of(visitor) >= mostByVisitor) return refuse('crowded');
    // Before anything is waited for: of many that come at once none slips in, and of those that leave at once none stays counted.
    visitors.add(visitor, 1);
    socket.once('close', () => visitors.add(visitor, -1));
    const origin = await live(deviceOf(request.headers.cookie));
    // The browser has gone meanwhile: a connection begun for it now would have no end.
    if (socket.destroyed) return;
    if (origin === null) return refuse('unserved');
    const onward = httpRequest(new URL(livePath, origin), {
      headers: { ...passed(request.headers), [addressHeader]: address, [passHeader]: passes.of(address) },
      timeout: answerWithinMs,
    });
    const giveUp = (error?: Error) => {
      if (error && !socket.destroyed)
        logger.warn({ err: error }, 'could not reach the live process of an interview');
      onward.destroy();
      if (socket.writable) refuse('unserved');
    };
    onward.on('timeout', () => giveUp(new Error('The live process did not answer.')));
    onward.on('error', giveUp);
    onward.on('response', (response) => {
      response.resume();
      const status = response.statusCode ?? 0;
      if (status === 503) refuse('full');
      // 403: this process is not known to the live process, which no page can help.
      else refuse(status >= 400 && status < 500 && status !== 403 ? 'noHandshake' : 'unserved');
    });
    socket.once('close', () => onward.destroy());
    onward.on('upgrade', (response, liveSocket, liveHead) => {
      onward.setTimeout(0);
      joinSockets({ socket, head, response, liveSocket, liveHead });
    });
    onward.end();
  };

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    pass(request, socket, head).catch((error: unknown) => {
      logger.error({ err: error }, 'could not connect a candidate’s page to a live process');
      socket.destroy();
    });
  });
}

/** How many connections each visitor has open. */
function createVisitorCount() {
  const open = new Map<string, number>();
  return {
    of: (visitor: string) => open.get(visitor) ?? 0,
    add(visitor: string, by: number) {
      const now = (open.get(visitor) ?? 0) + by;
      if (now > 0) open.set(visitor, now);
      else open.delete(visitor);
    },
  };
}

/** Passes the live process's answer to the page, and from then on everything between the two; with one socket the other goes. */
function joinSockets({
  socket,
  head,
  response,
  liveSocket,
  liveHead,
}: {
  socket: Duplex;
  head: Buffer;
  response: IncomingMessage;
  liveSocket: Duplex;
  liveHead: Buffer;
}): void {
  const headers = response.rawHeaders.flatMap((name, index, all) =>
    index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : [],
  );
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers.join('\r\n')}\r\n\r\n`);
  if (liveHead.length > 0) socket.write(liveHead);
  if (head.length > 0) liveSocket.write(head);
  for (const [one, other] of [
    [socket, liveSocket],
    [liveSocket, socket],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
  socket.pipe(liveSocket);
  liveSocket.pipe(socket);
}

const passed = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(
    passedHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );

/** A page of another site may not use the candidate's cookie. Proxies may have changed the host. */
function isOwnPage({ headers: { origin, host } }: IncomingMessage, publicUrl: string | null): boolean {
  if (origin === undefined || origin === publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
