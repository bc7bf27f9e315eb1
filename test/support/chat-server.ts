import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface AskedChat {
  headers: IncomingHttpHeaders;
  body: Record<string, unknown> & { messages: { role: string; content: string }[] };
}

export type ChatBehaviour = (response: ServerResponse, asked: AskedChat) => void | Promise<void>;

/** A language model's service that answers as told, on a free port; the last behaviour stays. */
export async function startChatServer(t: TestContext, ...behaviours: ChatBehaviour[]) {
  const asked: AskedChat[] = [];
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
    const one = { headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
    asked.push(one);
    await (behaviours.length > 1 ? behaviours.shift()! : behaviours[0]!)(response, one);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

const event = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/** Streams a text as a model does, in pieces of `size` characters. */
export const streaming =
  (text: string, size = 7): ChatBehaviour =>
  (response) => {
    response.setHeader('content-type', 'text/event-stream');
    response.write(event({ role: 'assistant', content: '' }));
    for (let at = 0; at < text.length; at += size)
      response.write(event({ content: text.slice(at, at + size) }));
    response.write(event({}, 'stop'));
    response.end('data: [DONE]\n\n');
  };

/** The same, but the bytes arrive one at a time: events and letters are cut anywhere. */
export const byteByByte =
  (text: string): ChatBehaviour =>
  async (response) => {
    const bytes = Buffer.from(
      `: ping\r\n\r\n${event({ content: text })}${event({}, 'stop')}data: [DONE]\n\n`,
    );
    response.socket?.setNoDelay(true);
    for (const byte of bytes) {
      response.write(Uint8Array.of(byte));
      await new Promise((done) => setImmediate(done));
    }
    response.end();
  };

/** Streams a text and then nothing more. */
export const stallingAfter =
  (text: string): ChatBehaviour =>
  (response) => {
    response.setHeader('content-type', 'text/event-stream');
    response.flushHeaders();
    if (text) response.write(event({ content: text }));
  };

/** Streams a text and breaks the connection. */
export const breakingAfter =
  (text: string): ChatBehaviour =>
  (response) => {
    response.setHeader('content-type', 'text/event-stream');
    response.write(event({ content: text }), () => response.destroy());
  };

export const refusing =
  (status: number): ChatBehaviour =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
