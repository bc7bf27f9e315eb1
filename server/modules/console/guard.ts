import type { FastifyInstance, FastifyRequest } from 'fastify';
import { transaction } from '../../db/transaction.ts';
import { ApiError } from '../../errors.ts';
import type { SignedIn } from '../accounts/types.ts';
import { access, type ConsoleRoute, mayUse, type Role, type RouteAccess } from './access.ts';
import { isAboutSample } from './samples/samples.ts';
import { isSecure, sessionCookie } from './session-cookie.ts';
import type { ConsoleDeps } from './types.ts';

/** A header that no form of another site can send. */
export const CONSOLE_HEADER = 'x-assay-console';

const reading = new Set(['GET', 'HEAD']);

/**
 * Lets through who may, by the tables of all areas, and sees to it that every change is recorded.
 *
 * To a person without a role in a client, the client does not exist: the answer is that of an unknown id.
 */
export function addGuard(
  app: FastifyInstance,
  deps: Pick<ConsoleDeps, 'db' | 'sessions' | 'audit' | 'clientExists' | 'publicUrl' | 'secondFactorRoles'>,
) {
  const routeOf = (method: string, url: string) =>
    `${method === 'HEAD' ? 'GET' : method} ${url.slice(app.prefix.length)}`;

  const roleIn = async ({ user, memberships }: SignedIn, clientId: string): Promise<Role | undefined> => {
    if (user.isOwner) return (await deps.clientExists(clientId)) ? 'owner' : undefined;
    return memberships.find((membership) => membership.clientId === clientId)?.role;
  };

  const answered = new Set<string>();
  app.addHook('onRoute', (options) => {
    for (const one of [options.method].flat()) {
      const route = routeOf(one, options.url);
      answered.add(route);
      if (!(route in access))
        throw new Error(`"${route}" is missing in the access.ts of its area of modules/console.`);
    }
    // The published description is that of the API. Forms want to know which field is wrong.
    options.schema = { ...options.schema, hide: true };
    options.config = { ...options.config, namesFields: true };
  });
  app.addHook('onReady', async () => {
    const missing = Object.keys(access).filter((route) => !answered.has(route));
    if (missing.length > 0)
      throw new Error(`The access tables of modules/console promise ${missing.join(', ')}.`);
  });
  app.decorate('inItsTransaction', (route, work) => {
    const { action, recordsItself }: RouteAccess = access[route];
    return action === undefined || recordsItself ? work() : transaction(deps.db, work);
  });
  app.decorateRequest('signedIn');
  app.decorateRequest('consoleRole');
  app.decorateRequest('mayGoOn');
  app.decorateRequest('audit');
  const recorded = new WeakSet<FastifyRequest>();

  app.addHook('onRequest', async (request) => {
    const route = routeOf(request.method, request.routeOptions.url ?? '') as ConsoleRoute;
    const entry: RouteAccess = access[route];
    const { clientId } = request.params as { clientId?: string };
    if (!reading.has(request.method)) refuseForeignSites(request);

    const token = request.cookies[sessionCookie(isSecure(request, deps)).name];
    const signedIn = token ? await deps.sessions.find(token) : undefined;
    if (signedIn) request.signedIn = signedIn;
    request.audit = async ({ target = null, details = {}, clientId: about = clientId ?? null, by }) => {
      recorded.add(request);
      const user = by ?? request.signedIn?.user;
      await deps.audit.record(deps.db, {
        actor: user
          ? { kind: 'user', id: user.id, name: user.email }
          : { kind: 'user', id: 'anonymous', name: 'not signed in' },
        action: entry.action ?? route,
        clientId: about,
        target,
        details,
        ipAddress: request.ip,
      });
    };
    if (entry.who === 'public') return;
    if (!signedIn) throw new ApiError('NOT_SIGNED_IN', 'Sign in first.');

    const { user } = signedIn;
    const isOwnAccount = route.split(' ')[1]!.startsWith('/account') || route === 'DELETE /session';
    if (!isOwnAccount && mustAddSecondFactor(signedIn, deps.secondFactorRoles)) {
      throw new ApiError(
        'SECOND_FACTOR_REQUIRED',
        'Your role needs a second factor. Set up two-step sign-in under "My account" first.',
      );
    }
    if (clientId !== undefined) {
      const role = await roleIn(signedIn, clientId);
      request.mayGoOn = async () => {
        const now = await deps.sessions.look(token!);
        const roleNow = now && (await roleIn(now, clientId));
        return roleNow !== undefined && mayUse(route, roleNow);
      };
      if (!role) throw new ApiError('NOT_FOUND', `There is no client "${clientId}".`);
      request.consoleRole = role;
      if (!mayUse(route, role)) {
        throw new ApiError(
          'ROLE_NOT_ALLOWED',
          `The role ${role} may not do this. Ask an admin of this client.`,
        );
      }
    } else if (entry.who === 'owner' && !user.isOwner) {
      throw new ApiError('ROLE_NOT_ALLOWED', 'Only an owner of this installation may do this.');
    }
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const route = routeOf(request.method, request.routeOptions.url ?? '') as ConsoleRoute;
    const entry: RouteAccess | undefined = access[route];
    if (entry?.reads && reply.statusCode < 300 && !isAboutSample(request))
      await request.recordReading(entry.reads, readOf(request.params));
    // A submission that came before under its key changes nothing, and has its entry.
    const must = entry?.action && !entry.recordsItself;
    if (must && reply.statusCode < 300 && !recorded.has(request)) {
      throw new Error(`"${route}" did something that it did not record.`);
    }
    return payload;
  });
}

/** What was read: a run, a candidate, or an entry of a corpus. */
function readOf(params: unknown): string {
  const { runId, candidateId, corpusId, externalId } = params as Record<string, string | undefined>;
  if (candidateId !== undefined) return `candidate:${candidateId}`;
  return runId === undefined ? `candidate:${corpusId}/${externalId}` : `run:${runId}`;
}

/** The person's role asks for a second factor that they do not have. A sign-in through a provider is exempt: the provider decides. */
export function mustAddSecondFactor(
  { user, memberships, method }: SignedIn,
  roles: readonly Role[],
): boolean {
  if (user.totpEnabled || method === 'oidc') return false;
  return user.isOwner ? roles.includes('owner') : memberships.some(({ role }) => roles.includes(role));
}

/** Cookies are SameSite=Strict already; this holds where a browser does not honour that, too. */
function refuseForeignSites({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  const isForeign = typeof site === 'string' && site !== 'same-origin' && site !== 'none';
  if (isForeign || headers[CONSOLE_HEADER] === undefined) {
    throw new ApiError(
      'CROSS_SITE_REQUEST',
      `The console takes changes from its own pages only (header ${CONSOLE_HEADER}).`,
    );
  }
}
