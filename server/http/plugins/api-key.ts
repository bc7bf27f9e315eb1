import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Caller, IdentityService } from '../../modules/identity/types.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route behind the API key. */
    caller: Caller;
  }
}

/** X-API-Key, else `Authorization: Bearer`. A key in the address is never read: addresses end up in logs. */
export function presentedKey(headers: IncomingHttpHeaders): string | undefined {
  const direct = headers['x-api-key'];
  if (typeof direct === 'string' && direct.trim() !== '') return direct.trim();
  return /^Bearer[ \t]+(\S+)[ \t]*$/i.exec(headers.authorization ?? '')?.[1];
}

/** Refuses every request of this scope that does not come with a working key. */
export function addApiKey(
  app: FastifyInstance,
  { identity }: { identity: Pick<IdentityService, 'authenticate'> },
): void {
  app.decorateRequest('caller');
  app.addHook('onRequest', async (request) => {
    request.caller = await identity.authenticate({
      apiKey: presentedKey(request.headers),
      ipAddress: request.ip,
    });
  });
}
