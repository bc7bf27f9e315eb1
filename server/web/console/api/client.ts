/** A refusal of the server, as a person may read it. */
export class ApiFault extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown> | undefined;

  constructor(status: number, code: string, message: string, details?: Record<string, unknown>) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Calls the console API.
 *
 * @param path below /console/api, e.g. `/clients/${clientId}/keys`
 * @throws ApiFault with the server's own sentence; code NETWORK when no answer came
 */
export async function call<Answer>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(`/console/api${path}`, {
    method,
    credentials: 'same-origin',
    headers: {
      'x-assay-console': '1',
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiFault(0, 'NETWORK', 'The server does not answer. Is it running?');
  });
  return readAnswer<Answer>(response.status, await response.text());
}

/**
 * The answer of the console API in a body.
 *
 * @throws ApiFault with the server's own sentence
 */
export function readAnswer<Answer>(status: number, text: string): Answer {
  const answer = parsed(text) as Record<string, unknown> | undefined;
  if (status >= 200 && status < 300) return answer as Answer;
  // Most refusals have an envelope, a few are flat.
  const error = answer?.error as
    | { code: string; message: string; details?: Record<string, unknown> }
    | string
    | undefined;
  if (typeof error === 'string') throw new ApiFault(status, error, String(answer?.message));
  throw new ApiFault(
    status,
    error?.code ?? 'UNKNOWN',
    error?.message ?? `The server answered ${status}.`,
    error?.details,
  );
}

/** Undefined for what is empty, or comes from somebody on the way and is no JSON. */
function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const get = <Answer>(path: string, signal?: AbortSignal) =>
  call<Answer>('GET', path, undefined, signal);
export const post = <Answer>(path: string, body: unknown = {}) => call<Answer>('POST', path, body);
export const put = <Answer>(path: string, body: unknown) => call<Answer>('PUT', path, body);
export const patch = <Answer>(path: string, body: unknown) => call<Answer>('PATCH', path, body);
export const del = <Answer>(path: string) => call<Answer>('DELETE', path);
