import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { type ConnectionDeps, serveConnection } from './connection.ts';
import { addressHeader, deviceCookie, livePath } from './protocol.ts';

/** A frame of sound and a message of the page are far smaller. */
const mostMessageBytes = 256 * 1024;
/** Pages that are connected; each interview has one, and some wait. */
const mostConnections = 1000;

export interface LiveServer {
  /** @returns where it listens: only for the process that passes pages' connections on */
  listen(host: string): Promise<string>;
  close(): Promise<void>;
}

/** Takes the WebSockets of candidates' pages, which the api process passes on. */
export function createLiveServer(deps: ConnectionDeps): LiveServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: mostMessageBytes,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const server = createServer((_request, response) => {
    response.writeHead(404).end();
  });
  const refuse = (socket: Duplex, status: string) =>
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`);

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (request.url !== livePath) return refuse(socket, '404 Not Found');
    if (sockets.clients.size >= mostConnections) return refuse(socket, '503 Service Unavailable');
    sockets.handleUpgrade(request, socket, head, (page) => {
      const address = String(request.headers[addressHeader] ?? request.socket.remoteAddress);
      serveConnection(page, { address, device: cookieOf(request, deviceCookie) }, deps);
    });
  });

  return {
    async listen(host) {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, host, resolve);
      });
      const { port } = server.address() as AddressInfo;
      return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
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

/** 256 bits in base64url; anything else is no device of ours. */
function cookieOf(request: IncomingMessage, name: string): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  const value = pairs.find(([key]) => key === name)?.[1];
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
}
