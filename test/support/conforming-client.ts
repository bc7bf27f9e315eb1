import type { FastifyInstance } from 'fastify';
import { openapiConformance } from './openapi-conformance.ts';

export interface Asked {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's JSON, looked into by each test
  body: any;
}

export type ConformingClient = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: string | object,
  headers?: Record<string, string>,
) => Promise<Asked>;

/**
 * Makes clients of one app that hold every answer against the published description, the operation being found by
 * the address.
 */
export async function conformingClients(app: FastifyInstance) {
  const conformance = await openapiConformance(app);
  const described = Object.keys(conformance.document.paths)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`) }))
    // What is named in full comes before what a variable stands for.
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  return (apiKey: string): ConformingClient =>
    async (method, path, payload, headers = {}) => {
      const url = `/api/v1${path}`;
      const answer = await app.inject({
        method,
        url,
        headers: { 'x-api-key': apiKey, ...headers },
        ...(payload === undefined ? {} : { payload }),
      });
      const [address = ''] = url.split('?');
      const operation = described.find(({ pattern }) => pattern.test(address));
      if (!operation) throw new Error(`No operation is described for ${address}.`);
      conformance.check(`${method} ${operation.path}`, answer);
      return { status: answer.statusCode, body: answer.json() };
    };
}
