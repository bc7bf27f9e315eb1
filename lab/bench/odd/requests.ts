import { randomUUID } from 'node:crypto';
import type { OpenapiDocument } from '#server/http/openapi/complete.ts';
import { oddTexts, pick, type Random, upTo } from './chance.ts';
import { type FormFile, formOf, oddForm } from './forms.ts';
import { oddJson } from './json.ts';
import { type Outgoing, oddFramings } from './wire.ts';

interface Parameter {
  name: string;
  in: string;
}

/** An operation of the interface description, with what makes a good request of it. */
export interface Operation {
  method: string;
  /** With {names} of what goes into it. */
  path: string;
  query: readonly string[];
  json?: unknown;
  form?: { fields: Record<string, string>; file: FormFile };
}

/** Of each operation; `file`: what a form carries. */
export function operationsOf(description: OpenapiDocument, fileOf: (path: string) => FormFile): Operation[] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]): Operation => {
      const content = requestBody?.content ?? {};
      const good = (type: string) => Object.values(content[type]?.examples ?? {})[0]?.value;
      const query = (parameters as Parameter[]).flatMap((one) => (one.in === 'query' ? one.name : []));
      const operation = { method: method.toUpperCase(), path, query };
      if (content['multipart/form-data']) {
        const file = fileOf(path);
        const fields = { ...(good('multipart/form-data') as Record<string, unknown>) };
        delete fields[file.field];
        const texts = Object.entries(fields).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]);
        return { ...operation, form: { fields: Object.fromEntries(texts), file } };
      }
      return content['application/json'] ? { ...operation, json: good('application/json') ?? {} } : operation;
    }),
  );
}

const oddHeaders: readonly (readonly [string, readonly string[]])[] = [
  [
    'content-type',
    [
      '',
      'application/json; charset=utf-16',
      'application/json; charset="',
      'application/json, text/plain',
      'application/vnd.api+json',
      'text/plain',
      'application/xml',
      'multipart/form-data',
      '/',
      'a'.repeat(5000),
      'application/json\xff',
    ],
  ],
  ['content-encoding', ['gzip', 'br', 'identity', 'x', 'gzip, gzip']],
  ['accept', ['', 'text/html', 'application/xml', '*/*;q=0', 'q=', 'a'.repeat(4000)]],
  ['accept-encoding', ['', 'gzip;q=0', 'identity;q=0, *;q=0', 'gzip, br, zstd', ',']],
  [
    'idempotency-key',
    ['', ' ', 'k', 'k', '"k"', 'x'.repeat(255), 'x'.repeat(256), '\xe9\xff', 'a, b', '__proto__'],
  ],
  [
    'range',
    ['bytes=0-0', 'bytes=-1', 'bytes=5-2', 'bytes=0-99999999999999999999', 'bytes=0-1,3-4', 'x=1', 'bytes='],
  ],
  ['if-match', ['*', '""', 'W/"x"', 'x', '\xff']],
  ['if-none-match', ['*', '"x"', '"', ',']],
  ['if-modified-since', ['x', 'Thu, 01 Jan 1970 00:00:00 GMT', '99999999999']],
  ['expect', ['100-continue', 'x', '']],
  ['upgrade', ['websocket', 'h2c', '']],
  ['x-request-id', ['', 'a'.repeat(128), 'a'.repeat(129), '\xff', '../../x', 'a b c d e f g']],
  ['x-forwarded-for', ['127.0.0.1', '::1', 'x', '1.2.3.4, 5.6.7.8', '']],
  ['x-forwarded-proto', ['https', 'javascript', '']],
  ['x-http-method-override', ['DELETE', 'x']],
  ['authorization', ['Bearer', 'Bearer x', 'Basic eDp5', 'Bearer \xff', '', 'bearer  x y']],
  ['x-api-key', ['', 'x', '\xff', 'a'.repeat(9000), '__proto__']],
  ['cookie', ['assay_session=x', 'a=b; a=c; =', '\xff=\xfe', ';'.repeat(2000)]],
  ['host', ['', 'x y', '[::1', 'evil.example', 'a:99999']],
  ['origin', ['null', 'https://evil.example', 'x']],
  ['content-length', ['0']],
  ['te', ['trailers', 'x']],
  ['x-long', ['x'.repeat(15_000), 'x'.repeat(17_000)]],
];

const oddMethods = ['PUT', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'get', 'BREW', 'PATCH'];

const oddIds = [
  '',
  '.',
  '..',
  '%2e%2e',
  '%00',
  '%ff',
  '%zz',
  '%',
  '%2f',
  '%F0%9F%98%80',
  '*',
  'null',
  '1',
  '__proto__',
];

/** Hardly requests; K stands for a key that works. */
const rawRequests: readonly string[] = [
  'GET',
  'GET / HTTP/9.9\r\n\r\n',
  'GET /api/v1/credits HTTP/1.0\r\nx-api-key: K\r\n\r\n',
  'GET /api/v1/credits HTTP/1.1\r\nx-api-key: K\r\n\r\n',
  'GET http://evil.example/api/v1/credits HTTP/1.1\r\nhost: x\r\nx-api-key: K\r\nconnection: close\r\n\r\n',
  'GET //evil.example/%2e%2e/api/v1/credits HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'GET /api/v1/credits\0 HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /api/v1/credits HTTP/1.1\nhost: x\nx-api-key: K\n\n',
  'GET /api/v1/credits HTTP/1.1\r\nhost: x\r\nx-api-key : K\r\n\r\n',
  'GET /api/v1/credits HTTP/1.1\r\nhost: x\r\nx-api-key: K\r\n x\r\nconnection: close\r\n\r\n',
  'GET /api/v1/credits HTTP/1.1\r\nhost: x\r\nno colon\r\n\r\n',
  'GET /api/v1/credits HTTP/1.1\r\nhost: x\r\nhost: y\r\nconnection: close\r\n\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  `GET /api/v1/credits HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(3000)}\r\n`,
  'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\r\n\r\n\r\nGET /api/v1/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'GET /api/v1/credits HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\n\r\n',
  'GET /i/live HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 99\r\n\r\n',
  'POST /api/v1/jobs HTTP/1.1\r\nhost: x\r\nx-api-key: K\r\nupgrade: h2c\r\nconnection: upgrade, http2-settings\r\ncontent-length: 2\r\n\r\n{}',
  'POST /api/v1/jobs HTTP/1.1\r\nhost: x\r\nx-api-key: K\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}GET /api/v1/credits HTTP/1.1\r\nhost: x\r\nx-api-key: K\r\nconnection: close\r\n\r\n',
];

export interface Odd {
  /** What is odd, in a few words. */
  kind: string;
  outgoing: Outgoing;
}

/** A request of an operation with something odd about its address, headers, framing or body. */
export function oddRequest(
  random: Random,
  operation: Operation,
  { apiKey, ids }: { apiKey: string; ids: readonly string[] },
): Odd {
  if (random() < 0.02) {
    const raw = Buffer.from(pick(random, rawRequests).replaceAll('K', apiKey), 'latin1');
    return {
      kind: 'raw',
      outgoing: { method: 'GET', target: raw.toString('latin1', 0, 60), headers: [], raw },
    };
  }
  const kinds: string[] = [];
  const oddly = (share: number, kind: string) => {
    const isOdd = random() < share;
    if (isOdd) kinds.push(kind);
    return isOdd;
  };
  const path = operation.path.replaceAll(/\{\w+\}/g, () => {
    if (oddly(0.25, 'id'))
      return pick(random, [
        ...oddIds,
        encode(pick(random, oddTexts)),
        'a'.repeat(12_000),
        `${randomUUID()}/..`,
      ]);
    return random() < 0.8 ? encodeURIComponent(pick(random, [...ids, 'none'])) : randomUUID();
  });
  const query: string[] = [];
  for (const name of operation.query) {
    if (!oddly(0.3, 'query')) continue;
    const value = pick(random, [
      encode(pick(random, oddTexts)),
      ...oddIds,
      '-1',
      '1e9',
      '0x10',
      '2,3',
      'true',
      'x'.repeat(6000),
    ]);
    query.push(`${name}${pick(random, ['=', '=', '=', '[]=', '[a]=', '%00='])}${value}`);
    if (random() < 0.2) query.push(`${name}=${pick(random, ['1', '', 'none', value])}`);
  }
  if (oddly(0.1, 'unknown query'))
    query.push(pick(random, ['x=1', '=', '&&', '__proto__=1', '%', 'constructor[prototype]=1', '?']));
  const target = `${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const method = oddly(0.06, 'method') ? pick(random, oddMethods) : operation.method;

  const headers: [string, string][] = [
    ['host', 'localhost'],
    ['x-api-key', apiKey],
  ];
  let body: Buffer | undefined;
  if (operation.form) {
    const { fields, file } = operation.form;
    const { kind, contentType, body: form } = oddForm(random, fields, file);
    kinds.push(kind);
    headers.push(['content-type', contentType]);
    body = form;
  } else if (operation.json !== undefined) {
    const { kind, text } = oddJson(random, operation.json);
    kinds.push(kind);
    headers.push(['content-type', 'application/json']);
    body = Buffer.from(text, random() < 0.04 ? 'utf16le' : 'utf8');
  } else if (oddly(0.15, 'a body')) body = Buffer.from(oddJson(random, { a: 1 }).text);
  for (const [name, values] of oddHeaders) {
    if (!oddly(0.015, name)) continue;
    const others = headers.filter(([other]) => other !== name || random() < 0.2);
    headers.splice(0, headers.length, ...others, [name, pick(random, values)]);
  }
  const framing = body && oddly(0.08, 'framing') ? pick(random, oddFramings) : 'length';
  return {
    kind: kinds.join(', ') || 'nothing',
    outgoing: { method, target, headers, framing, ...(body && { body }) },
  };
}

/** A submission of a file, in a form as any library writes it. */
export const fileRequest = (
  operation: Operation,
  { apiKey, fields, file }: { apiKey: string; fields: Record<string, string>; file: FormFile },
): Outgoing => {
  const { contentType, body } = formOf(fields, file);
  return {
    method: operation.method,
    target: operation.path,
    headers: [
      ['host', 'localhost'],
      ['x-api-key', apiKey],
      ['content-type', contentType],
    ],
    body,
  };
};

/** Half a pair of surrogates cannot be encoded; its bytes can be sent all the same. */
function encode(text: string): string {
  const short = text.slice(0, 3000);
  return short.isWellFormed() ? encodeURIComponent(short) : '%ED%A0%80';
}

export const fileFor = (random: Random, path: string, bytes: Buffer): FormFile =>
  path.includes('speech')
    ? {
        field: 'audio',
        fileName: pick(random, ['a.mp3', 'a.wav', 'a', 'a.m4a', 'a.ogg', '.webm', 'a.flac', 'a.exe']),
        type: pick(random, ['audio/mpeg', 'audio/wav', 'application/octet-stream', 'text/plain', 'x']),
        bytes,
      }
    : {
        field: 'cv',
        fileName: `${upTo(random, 1000)}.pdf`,
        type: pick(random, ['application/pdf', 'application/pdf', 'application/octet-stream', 'audio/mpeg']),
        bytes,
      };
