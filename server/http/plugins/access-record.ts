import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiError } from '../../errors.ts';
import type { AccessRecorder, AuditActor } from '../../modules/audit/types.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What refused this request, once it did. */
    refusal: ApiError | undefined;
    /** Enters into the audit log that the caller is about to read this. */
    recordReading(action: string, target: string): Promise<void>;
  }
}

/** A thing that a request may name, and whose it is. */
export interface Owned {
  target: string;
  clientId: string;
}

export interface AccessRecordDeps {
  accessRecorder: AccessRecorder;
  /** Of the things that an address names: those there are. */
  findOwned(params: Readonly<Record<string, string>>, route: string): Promise<Owned[]>;
}

/**
 * Readings of what candidates said and wrote, and refusals (401, 403, and 404 for what is another client's), in the audit log. An attempt
 * at something of another client is the installation's entry: the client that tried must not learn from its own log that the thing exists.
 */
export function addAccessRecord(app: FastifyInstance, { accessRecorder, findOwned }: AccessRecordDeps): void {
  app.decorateRequest('refusal', undefined);
  app.decorateRequest('recordReading', function (this: FastifyRequest, action, target) {
    const { clientId = null } = this.params as { clientId?: string };
    return accessRecorder.read({
      actor: actorOf(this),
      action,
      clientId: this.caller?.client.id ?? clientId,
      target,
      ipAddress: this.ip,
    });
  });
  // Node remembers an address that was asked for; once the caller has hung up, it cannot be found out any more.
  app.addHook('onRequest', async (request) => void request.ip);
  app.addHook('onResponse', async (request) => {
    const { refusal } = request;
    if (!refusal) return;
    const { status } = refusal;
    if (status !== 401 && status !== 403 && status !== 404) return;
    const route = request.routeOptions.url ?? '';
    const seen = {
      actor: actorOf(request),
      code: refusal.code,
      ipAddress: request.ip,
      details: { method: request.method, route },
    };
    if (status !== 404) {
      const clientId = refusal.about?.clientId ?? request.caller?.client.id ?? null;
      await accessRecorder.refused({ ...seen, clientId, target: null });
      return;
    }
    const reach = reachOf(request);
    if (reach === 'everything') return;
    for (const { target, clientId } of await findOwned(request.params as Record<string, string>, route)) {
      if (reach.includes(clientId)) continue;
      const details = { ...seen.details, ownedBy: clientId, reach };
      await accessRecorder.refused({ ...seen, clientId: null, target, details });
    }
  });
  app.addHook('onClose', () => accessRecorder.stop());
}

function actorOf({ caller, signedIn, refusal, url }: FastifyRequest): AuditActor {
  if (signedIn) return { kind: 'user', id: signedIn.user.id, name: signedIn.user.email };
  if (caller) return { kind: 'key', id: caller.key.id, name: caller.key.name || caller.key.masked };
  if (refusal?.about) return { kind: 'key', id: refusal.about.keyId, name: refusal.about.keyName };
  return url.startsWith('/console/')
    ? { kind: 'user', id: 'anonymous', name: 'not signed in' }
    : { kind: 'key', id: 'unknown', name: 'no valid key' };
}

/** Whose things the caller may ask for. */
function reachOf({ caller, signedIn }: FastifyRequest): 'everything' | string[] {
  if (caller) return [caller.client.id];
  if (!signedIn) return [];
  return signedIn.user.isOwner ? 'everything' : signedIn.memberships.map(({ clientId }) => clientId);
}
