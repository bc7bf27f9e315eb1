import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request to `/v1/audio/transcriptions` as it came. */
export interface Asked {
  headers: IncomingHttpHeaders;
  /** By name; a name given twice has both values. */
  fields: Record<string, string[]>;
  /** The WAV's samples without its header. */
  pcm: Buffer;
}

export type Behaviour = (asked: Asked, response: ServerResponse) => void | Promise<void>;

export interface TranscriptionServer {
  url: string;
  /** Every transcription asked for. */
  asked: Asked[];
  /** Requests to any other path. */
  readonly others: number;
  /** What to do with the next requests, first to last; the last one stays. */
  behave(...behaviours: Behaviour[]): void;
  close(): Promise<void>;
}

/** Answers with JSON. */
export const answering =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Behaviour =>
  (_asked, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** A local server on a free port that does as told. Other paths are answered 404. */
export async function startTranscriptionServer(first: Behaviour): Promise<TranscriptionServer> {
  let behaviours: Behaviour[] = [first];
  const asked: Asked[] = [];
  let others = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST' || request.url !== '/v1/audio/transcriptions') {
      others++;
      return answering({ error: { message: 'not here' } }, 404)({} as Asked, response);
    }
    const one = { headers: request.headers, ...parseForm(request, Buffer.concat(chunks)) };
    asked.push(one);
    const behaviour = behaviours.length > 1 ? behaviours.shift()! : behaviours[0]!;
    await behaviour(one, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    get others() {
      return others;
    },
    behave(...next) {
      behaviours = next;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

function parseForm({ headers }: IncomingMessage, body: Buffer): Pick<Asked, 'fields' | 'pcm'> {
  const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1];
  if (!boundary) throw new Error('not a form');
  const fields: Record<string, string[]> = {};
  let pcm = Buffer.alloc(0);
  for (const part of body.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const [head, ...rest] = part.slice(2, -2).split('\r\n\r\n');
    const content = Buffer.from(rest.join('\r\n\r\n'), 'latin1');
    const name = /name="([^"]+)"/.exec(head!)![1]!;
    if (name === 'file') pcm = content.subarray(44);
    else fields[name] = [...(fields[name] ?? []), content.toString('utf8')];
  }
  return { fields, pcm };
}
