import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Logger } from '../logging.ts';
import { type ConnectionDeps, serveConnection } from './connection.ts';
import { deviceOf } from './device.ts';
import { type Passes, passHeader } from './pass.ts';
import { addressHeader, livePath } from './protocol.ts';
import { createSparingLog } from './sparing-log.ts';

/** A frame of sound and a message of the page are far smaller. */
const mostMessageBytes = 256 * 1024;
/** Of a message: browsers send some. Empty ones are no message for as long as they come, and nothing else would count them. */
const mostFragments = 64;
/** Pieces in which one frame comes, however slow the network: each is kept apart until it is whole. */
const mostPieces = 4096;
/** Pages that are connected; each interview has one, and some wait. */
const mostConnections = 1000;

export interface LiveServer {
  /**
   * @param port 0: any free one
   * @returns where it listens: only for the process that passes pages' connections on
   */
  listen(host: string, port?: number): Promise<string>;
  close(): Promise<void>;
}

/**
 * Takes the WebSockets of candidates' pages, which the api process passes on.
 *
 * @param deps.passes null: every caller is let in, as where only this machine can reach it
 */
export function createLiveServer({
  passes,
  logger,
  ...deps
}: Omit<ConnectionDeps, 'log'> & { passes: Passes | null; logger: Logger }): LiveServer {
  // Of all pages together: a page that makes faults reconnects for the next.
  const log = createSparingLog(logger, () => performance.now());
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: mostMessageBytes,
    maxFragments: mostFragments,
    maxBufferedChunks: mostPieces,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const server = createServer((_request, response) => {
    response.writeHead(404).end();
  });
  const refuse = (socket: Duplex, status: string) => {
    // A client that does not close its end would hold it for ever.
    socket.once('finish', () => socket.destroy());
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`);
  };

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (request.url !== livePath) return refuse(socket, '404 Not Found');
    const address = String(request.headers[addressHeader] ?? request.socket.remoteAddress);
    const pass = request.headers[passHeader];
    if (passes && !passes.isValid(address, pass?.toString())) return refuse(socket, '403 Forbidden');
    if (sockets.clients.size >= mostConnections) return refuse(socket, '503 Service Unavailable');
    sockets.handleUpgrade(request, socket, head, (page) => {
      serveConnection(page, deviceOf(request.headers.cookie), { ...deps, log });
    });
  });

  return {
    async listen(host, port = 0) {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, resolve);
      });
      const { port: taken } = server.address() as AddressInfo;
      return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
    },
    async close() {
      for (const socket of sockets.clients) socket.close(1001);
      const closed = new Promise((resolve) => server.close(resolve));
      setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate();
      }, 500).unref();
      await closed;
    },
  };
}
