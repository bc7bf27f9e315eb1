import { Agent as HttpAgent, type IncomingMessage, request as overHttp } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';

/** What went wrong with one request. */
export type RequestFault =
  /** No connection, or one that broke off. */
  | 'unreachable'
  | 'timeout'
  /** 408, 425, 429 and 5xx: the server may do better in a moment. */
  | 'busy'
  /** Any other status: asking again would give the same. */
  | 'refused'
  | 'redirect'
  /** Not JSON, too long, or cut short. */
  | 'malformed';

export class RequestError extends Error {
  readonly fault: RequestFault;
  /** The HTTP status; null when none came. */
  readonly status: number | null;
  /** What the server asked us to wait, from Retry-After. */
  readonly retryAfterMs: number | null;

  constructor(
    fault: RequestFault,
    message: string,
    about: { status?: number; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: about.cause });
    this.name = 'RequestError';
    this.fault = fault;
    this.status = about.status ?? null;
    this.retryAfterMs = about.retryAfterMs ?? null;
  }
}

export interface JsonRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: Buffer;
  /** For the whole exchange, sending included. */
  timeoutMs: number;
  maxAnswerBytes: number;
  signal: AbortSignal;
}

export interface Requester {
  /** The parsed answer of a 2xx. @throws RequestError; the signal's reason when aborted */
  json(request: JsonRequest): Promise<unknown>;
  close(): void;
}

const busyStatuses = new Set([408, 425, 429]);

/**
 * Requests that go to the address they name and nowhere else: redirects are not followed, and agents of our own leave proxies
 * of the environment aside, which would see the recordings.
 */
export function createRequester(): Requester {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true }),
  };
  return {
    json: (request) =>
      new Promise((done, refuse) => {
        const { url, method, headers, body, signal, timeoutMs, maxAnswerBytes } = request;
        const stop = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
        const fail = (error: Error) => {
          if (signal.aborted) return refuse(signal.reason);
          if (error instanceof RequestError) return refuse(error);
          const [fault, what] = stop.aborted
            ? (['timeout', `no answer within ${timeoutMs / 1000} s`] as const)
            : ([
                'unreachable',
                error.message || (error as NodeJS.ErrnoException).code || 'no connection',
              ] as const);
          refuse(new RequestError(fault, what, { cause: error }));
        };
        if (stop.aborted) return fail(new Error('called off'));
        const isTls = url.protocol === 'https:';
        const outgoing = (isTls ? overHttps : overHttp)(
          url,
          {
            method,
            agent: isTls ? agents['https:'] : agents['http:'],
            headers: {
              accept: 'application/json',
              ...headers,
              ...(body && { 'content-length': body.length }),
            },
            signal: stop,
          },
          (answer) => {
            readJson(answer, maxAnswerBytes).then(done, (error: Error) => {
              answer.destroy();
              fail(error);
            });
          },
        );
        outgoing.once('error', fail);
        outgoing.end(body);
      }),
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

async function readJson(answer: IncomingMessage, maxBytes: number): Promise<unknown> {
  const status = answer.statusCode ?? 0;
  if (status >= 300 && status < 400) {
    throw new RequestError('redirect', `HTTP ${status}: redirects are not followed`, { status });
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBytes) {
      throw new RequestError('malformed', `an answer of more than ${maxBytes} bytes`, { status });
    }
    chunks.push(chunk as Buffer);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (status < 200 || status >= 300) {
    const isBusy = status >= 500 || busyStatuses.has(status);
    const said = saidOf(text);
    throw new RequestError(isBusy ? 'busy' : 'refused', `HTTP ${status}${said ? `: ${said}` : ''}`, {
      status,
      retryAfterMs: retryAfterMs(answer.headers['retry-after']),
    });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RequestError('malformed', 'an answer that is not JSON', { status, cause });
  }
}

/** The server's own words for a refusal, one short line. */
function saidOf(text: string): string {
  let said = text;
  try {
    const parsed: unknown = JSON.parse(text);
    const { error, message, detail } = (parsed ?? {}) as Record<string, unknown>;
    const inner =
      typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error;
    said = String(inner ?? message ?? detail ?? text);
  } catch {
    // Not JSON: shown as it is.
  }
  return said.replace(/\s+/g, ' ').trim().slice(0, 200);
}

/** Whole seconds only; a date would trust the server's clock. */
function retryAfterMs(header: string | undefined): number | null {
  return header && /^\d{1,5}$/.test(header.trim()) ? Number(header) * 1000 : null;
}
