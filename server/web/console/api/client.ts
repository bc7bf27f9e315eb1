import type { ConsoleRoute, ReadRoute } from '../../../modules/console/access.ts';
import type { ConsoleApi } from '../../../modules/console/contract.ts';
import { common } from '../texts/common.ts';
import { connection, isOfGateway } from './connection.ts';

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

export type AnswerOf<Route extends ConsoleRoute> = ConsoleApi[Route]['answer'];
/** What has a default may be left out. */
export type QueryOf<Route extends ConsoleRoute> = {
  [Name in keyof ConsoleApi[Route]['query']]?: ConsoleApi[Route]['query'][Name] | undefined;
};

type Params<Route extends ConsoleRoute> = ConsoleApi[Route]['params'];
type Input<Route extends ConsoleRoute> = (keyof Params<Route> extends never
  ? unknown
  : { params: Params<Route> }) &
  (keyof ConsoleApi[Route]['query'] extends never ? unknown : { query?: QueryOf<Route> }) &
  (ConsoleApi[Route]['body'] extends undefined ? unknown : { body: ConsoleApi[Route]['body'] });
/** Params of the path, query and body: whichever a route takes. */
export type Args<Route extends ConsoleRoute> =
  Record<never, never> extends Input<Route> ? [input?: Input<Route>] : [input: Input<Route>];
/** The same where it does not matter which route it is. */
export interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Where a route is: for links to files and streams of events. */
export function addressOf<Route extends ConsoleRoute>(route: Route, ...[input]: Args<Route>): string {
  const { params = {}, query = {} }: AnyInput = input ?? {};
  const path = route
    .slice(route.indexOf(' ') + 1)
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  }
  return `/console/api${path}${search.size > 0 ? `?${search}` : ''}`;
}

/**
 * Calls a route.
 *
 * @throws ApiFault with the server's own sentence; code NETWORK when no answer came
 */
export async function send<Route extends ConsoleRoute>(
  route: Route,
  args: Args<Route>,
  signal?: AbortSignal,
): Promise<AnswerOf<Route>> {
  const response = await call(route, args, signal);
  return readAnswer<AnswerOf<Route>>(response.status, await response.text());
}

/** @throws ApiFault NETWORK when no answer came */
async function call<Route extends ConsoleRoute>(
  route: Route,
  args: Args<Route>,
  signal?: AbortSignal,
): Promise<Response> {
  const { body }: AnyInput = args[0] ?? {};
  const response = await fetch(addressOf(route, ...args), {
    method: route.slice(0, route.indexOf(' ')),
    credentials: 'same-origin',
    headers: {
      'x-assay-console': '1',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreached();
  });
  if (isOfGateway(response.status)) throw unreached();
  connection.answered();
  return response;
}

/**
 * Asks for a file that does not fit a link, because its question does not fit into an address.
 *
 * @throws ApiFault with the server's own sentence; code NETWORK when no answer came
 */
export async function askForFile<Route extends ReadRoute>(route: Route, ...args: Args<Route>): Promise<Blob> {
  const response = await call(route, args);
  if (!response.ok) readAnswer(response.status, await response.text());
  return response.blob();
}

/** Tells every page that the server does not answer. */
export function unreached(message: string = common.faults.noAnswer): ApiFault {
  connection.lost();
  return new ApiFault(0, 'NETWORK', message);
}

/** Asks a route that changes nothing. */
export const ask = <Route extends ReadRoute>(route: Route, ...args: Args<Route>) => send(route, args);

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
    error?.message ?? common.faults.answered(status),
    error?.details,
  );
}

/** Undefined for what is empty, or comes from a proxy on the way and is no JSON. */
function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
