import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import Fastify from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { addCandidatePages } from '#server/http/plugins/candidate-pages.ts';
import { deviceCookie, type LiveMessage, livePath, type PageMessage } from '#server/live/protocol.ts';

/** A page that has connected, and everything it has said. */
export interface ConnectedPage {
  readonly messages: PageMessage[];
  readonly frames: Int16Array[];
  /** Secret of the device, as its cookie has it. */
  readonly device: string | undefined;
  readonly isOpen: boolean;
  send(message: LiveMessage): void;
  play(samples: Int16Array): void;
  /** As when the network goes: no farewell. */
  drop(): void;
}

export interface FakeLive {
  url: string;
  /** In the order in which they came; a page that has reconnected is another one. */
  pages: ConnectedPage[];
  /** What a page's messages are answered with. */
  answer: (page: ConnectedPage, message: PageMessage) => void;
  /** No connection is taken while it is false. */
  isUp: boolean;
  close(): Promise<void>;
}

/** The candidate's page as the server serves it, over a live process that does as a test says. */
export async function startFakeLive(): Promise<FakeLive> {
  const app = Fastify();
  const folder = resolve(import.meta.dirname, '../../server/web-dist/candidate');
  await addCandidatePages(app, { folder, publicUrl: null });
  const sockets = new WebSocketServer({ noServer: true });
  const live: FakeLive = {
    url: '',
    pages: [],
    answer: () => undefined,
    isUp: true,
    async close() {
      for (const client of sockets.clients) client.terminate();
      await app.close();
    },
  };
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!live.isUp || request.url !== livePath) return socket.destroy();
    sockets.handleUpgrade(request, socket, head, (client) => {
      live.pages.push(connectedPage(client, request, live));
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  // Not an address: cookies and permissions know sites.
  live.url = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  return live;
}

function connectedPage(socket: WebSocket, { headers }: IncomingMessage, live: FakeLive): ConnectedPage {
  const page: ConnectedPage = {
    messages: [],
    frames: [],
    device: new RegExp(`${deviceCookie}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1],
    get isOpen() {
      return socket.readyState === socket.OPEN;
    },
    send: (message) => socket.send(JSON.stringify(message)),
    play: (samples) => socket.send(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)),
    drop: () => socket.terminate(),
  };
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) {
      const bytes = Uint8Array.from(data);
      page.frames.push(new Int16Array(bytes.buffer));
      return;
    }
    const message = JSON.parse(String(data)) as PageMessage;
    page.messages.push(message);
    if (message.type === 'ping') return page.send({ type: 'pong', at: message.at });
    live.answer(page, message);
    // As the real one does.
    if (message.type === 'end') socket.close(1000);
  });
  return page;
}

/** Resolves with what `look` finds. @throws Error when it finds nothing within 30 s */
export async function eventually<Found>(
  what: string,
  look: () => Found | undefined | false | null,
): Promise<Found> {
  const until = Date.now() + 30_000;
  for (;;) {
    const found = look();
    if (found) return found;
    if (Date.now() > until) throw new Error(`In vain: ${what}.`);
    await once(AbortSignal.timeout(30), 'abort');
  }
}

/** The last message of a kind that a page has sent. */
export const lastOf = <Type extends PageMessage['type']>(page: ConnectedPage | undefined, type: Type) =>
  page?.messages.findLast((message): message is PageMessage & { type: Type } => message.type === type);
