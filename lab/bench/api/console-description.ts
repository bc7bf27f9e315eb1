import type { ConsoleRoute } from '#server/modules/console/access.ts';
import { contract } from '#server/modules/console/contract.ts';
import type { RouteContract } from '#server/modules/console/shapes.ts';

/** These can end the session that the requests are made with, or never end themselves. */
const leftOut: ReadonlySet<ConsoleRoute> = new Set([
  // Schemathesis tries the methods that an address does not have: all of this one, or none.
  'GET /session',
  'POST /session',
  'DELETE /session',
  'DELETE /account/sessions/:sessionId',
  'POST /account/password',
  'PATCH /installation/people/:userId',
  'POST /installation/people/:userId/reset',
  'GET /clients/:clientId/runs/:runId/events',
  'GET /clients/:clientId/matches/:runId/events',
] satisfies ConsoleRoute[]);

const error = {
  description: 'Refused.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error'],
        properties: {
          error: {
            type: 'object',
            required: ['code', 'message', 'timestamp'],
            properties: { code: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
  },
};

/**
 * The console's own routes as an interface description, made of the contract that server and pages share. `ids`: values of path
 * parameters that lead somewhere, by name.
 */
export function consoleDescription(ids: Readonly<Record<string, string>>): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [route, described] of Object.entries(contract) as [ConsoleRoute, RouteContract][]) {
    if (leftOut.has(route)) continue;
    const [method = '', address = ''] = route.split(' ');
    const path = `/console/api${address.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = operationOf(address, described, ids);
  }
  return { openapi: '3.1.0', info: { title: 'Console', version: '1' }, paths };
}

function operationOf(
  address: string,
  { query, body, answer, status }: RouteContract,
  ids: Readonly<Record<string, string>>,
): object {
  const success =
    answer === 'raw'
      ? { '2XX': { description: 'Sent.' }, '3XX': { description: 'Elsewhere.' } }
      : answer === 'nothing'
        ? { 204: { description: 'Done.' } }
        : {
            [status ?? 200]: {
              description: 'Done.',
              content: { 'application/json': { schema: answer } },
            },
          };
  const { properties = {} } = (query ?? {}) as { properties?: Record<string, object> };
  return {
    parameters: [
      ...[...address.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string', minLength: 1 },
        ...(ids[name] !== undefined && { example: ids[name] }),
      })),
      ...Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema })),
    ],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: { ...success, '4XX': error, 503: error },
  };
}
