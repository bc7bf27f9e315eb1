import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AskedEmbeddings {
  path: string;
  headers: IncomingHttpHeaders;
  body: { model: string; input: string[]; encoding_format: string };
}

export type EmbeddingsBehaviour = (response: ServerResponse, asked: AskedEmbeddings) => void;

/** Counts letters: each text gets a vector of its own. */
export const letterVector = (text: string, dimensions: number): number[] => {
  const vector = new Array<number>(dimensions).fill(0);
  for (const letter of text) vector[letter.codePointAt(0)! % dimensions]!++;
  return vector;
};

export const answerVectors =
  (dimensions: number): EmbeddingsBehaviour =>
  (response, { body }) => {
    const data = body.input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: letterVector(text, dimensions),
    }));
    // No API promises an order.
    response.end(JSON.stringify({ object: 'list', data: data.reverse(), model: body.model }));
  };

/** An embeddings server that answers as told, on a free port. */
export async function startEmbeddingsServer(behaviour: EmbeddingsBehaviour) {
  const asked: AskedEmbeddings[] = [];
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8');
    const one = { path: request.url!, headers: request.headers, body: JSON.parse(text) };
    asked.push(one);
    behaviour(response, one);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
