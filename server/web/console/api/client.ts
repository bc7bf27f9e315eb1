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
  const text = await response.text();
  const answer = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
  if (!response.ok) {
    const error = answer?.error as
      | { code: string; message: string; details?: Record<string, unknown> }
      | undefined;
    throw new ApiFault(
      response.status,
      error?.code ?? 'UNKNOWN',
      error?.message ?? `The server answered ${response.status}.`,
      error?.details,
    );
  }
  return answer as Answer;
}

export const get = <Answer>(path: string, signal?: AbortSignal) =>
  call<Answer>('GET', path, undefined, signal);
export const post = <Answer>(path: string, body: unknown = {}) => call<Answer>('POST', path, body);
export const put = <Answer>(path: string, body: unknown) => call<Answer>('PUT', path, body);
export const patch = <Answer>(path: string, body: unknown) => call<Answer>('PATCH', path, body);
export const del = <Answer>(path: string) => call<Answer>('DELETE', path);
