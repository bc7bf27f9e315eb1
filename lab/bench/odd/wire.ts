import { connect } from 'node:net';
import { pick, type Random, upTo } from './chance.ts';

export interface Outgoing {
  method: string;
  /** As it stands in the request line. */
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body?: Buffer;
  /** How the body's end is told; its length unless given. */
  framing?: Framing;
  /** Sent in place of all that: hardly a request. */
  raw?: Buffer;
}

export interface Answer {
  /** Of a connection that ended without one: 0. */
  status: number;
  headers: ReadonlyMap<string, string>;
  body: string;
  tookMs: number;
  /** The request was never whole, so that no answer is due. */
  wasCut: boolean;
}

type Framing = keyof typeof framings;

const chunked = (body: Buffer, random: Random, { sizeOf = (size: number) => size.toString(16) } = {}) => {
  const pieces: Buffer[] = [];
  for (let from = 0; from < body.length; ) {
    const piece = body.subarray(from, from + 1 + upTo(random, 20_000));
    pieces.push(Buffer.from(`${sizeOf(piece.length)}\r\n`), piece, Buffer.from('\r\n'));
    from += piece.length;
  }
  return pieces;
};
const lastChunk = Buffer.from('0\r\n\r\n');
const chunks = 'transfer-encoding: chunked';

/** The headers and bytes that carry a body; `cuts`: the end never comes. */
const framings = {
  length: (body: Buffer) => ({ head: `content-length: ${body.length}`, bytes: [body] }),
  chunks: (body: Buffer, random: Random) => ({ head: chunks, bytes: [...chunked(body, random), lastChunk] }),
  trailers: (body: Buffer, random: Random) => ({
    head: `${chunks}\r\ntrailer: x`,
    bytes: [...chunked(body, random), Buffer.from('0\r\nx: y\r\ncontent-length: 9\r\n\r\n')],
  }),
  extensions: (body: Buffer, random: Random) => ({
    head: chunks,
    bytes: [
      ...chunked(body, random, {
        sizeOf: (size) => `000${size.toString(16)};name="${'v'.repeat(upTo(random, 3000))}"`,
      }),
      lastChunk,
    ],
  }),
  oddChunks: (body: Buffer, random: Random) => ({
    head: chunks,
    bytes: chunked(body, random, {
      sizeOf: (size) =>
        pick(random, ['ffffffffffffffff', '-1', 'zz', '', '7fffffff', `${size}`, '0x10', ' 5']),
    }),
    cuts: true,
  }),
  noLastChunk: (body: Buffer, random: Random) => ({ head: chunks, bytes: chunked(body, random), cuts: true }),
  both: (body: Buffer, random: Random) => ({
    head: `content-length: ${body.length}\r\n${chunks}`,
    bytes: [...chunked(body, random), lastChunk],
  }),
  twoLengths: (body: Buffer) => ({
    head: `content-length: ${body.length}\r\ncontent-length: ${body.length + 1}`,
    bytes: [body],
  }),
  tooLong: (body: Buffer) => ({ head: `content-length: ${body.length + 1000}`, bytes: [body], cuts: true }),
  huge: (body: Buffer, random: Random) => ({
    head: `content-length: ${pick(random, ['99999999999', '18446744073709551616', '1e3', '-1', '+5', '0x5', ''])}`,
    bytes: [body],
    cuts: true,
  }),
  tooShort: (body: Buffer) => ({ head: `content-length: ${body.length >> 1}`, bytes: [body] }),
  none: (body: Buffer) => ({ head: 'x-no-length: 1', bytes: [body] }),
  oddEncoding: (body: Buffer, random: Random) => ({
    head: `transfer-encoding: ${pick(random, ['gzip', 'chunked, chunked', 'identity', 'xchunked', ' chunked ', 'gzip, chunked'])}`,
    bytes: [...chunked(body, random), lastChunk],
  }),
} satisfies Record<
  string,
  (body: Buffer, random: Random) => { head: string; bytes: Buffer[]; cuts?: boolean }
>;

export const oddFramings = Object.keys(framings) as Framing[];

/** A server that says nothing for so long has not answered: longer than any limit of a request that came whole. */
const patienceMs = 180_000;
/** For the end of a request that we never send. */
const cutAfterMs = 300;

/** Sends bytes as they are, over a connection of its own. */
export function sendRaw(port: number, outgoing: Outgoing, random: Random): Promise<Answer> {
  const { method, target, headers, body, framing = 'length', raw } = outgoing;
  const made: { head: string; bytes: Buffer[]; cuts?: boolean } | undefined =
    body && framings[framing](body, random);
  const wasCut = raw !== undefined || (made?.cuts ?? false);
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(made ? [made.head] : []),
    'connection: close',
  ];
  const sentMs = performance.now();
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    const received: Buffer[] = [];
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      done({ ...parsed(Buffer.concat(received)), tookMs: performance.now() - sentMs, wasCut });
    };
    const timer = setTimeout(end, patienceMs);
    socket
      .on('data', (bytes) => received.push(bytes))
      .on('error', end)
      .on('close', end);
    socket.write(raw ?? Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
    for (const bytes of made?.bytes ?? []) socket.write(bytes);
    if (wasCut) setTimeout(() => socket.end(), cutAfterMs);
  });
}

function parsed(bytes: Buffer): Pick<Answer, 'status' | 'headers' | 'body'> {
  const text = bytes.toString('utf8');
  // "100 Continue" may come first.
  const answer = text.replace(/^(?:HTTP\/1\.1 1\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n)+/, '');
  const end = answer.indexOf('\r\n\r\n');
  const [first = '', ...lines] = answer.slice(0, Math.max(0, end)).split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.toLowerCase(), value.join(':').trim()];
    }),
  );
  // Another answer may follow.
  const body = Buffer.from(answer.slice(end + 4))
    .subarray(0, Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY))
    .toString();
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    headers,
    body:
      headers.get('transfer-encoding') === 'chunked' ? body.replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/g, '') : body,
  };
}
