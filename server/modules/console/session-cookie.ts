import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NewSession, Origin, SignedIn } from '../accounts/types.ts';
import type { ConsoleDeps } from './types.ts';

/**
 * Never sent together with a request that another site began. Over TLS its name begins with `__Host-`: browsers take such a cookie from
 * this host alone, by https, so that an attacker cannot plant one from a sister host or over http.
 */
export const sessionCookie = (isSecure: boolean): { name: string; path: string } =>
  isSecure ? { name: '__Host-assay_session', path: '/' } : { name: 'assay_session', path: '/console' };

export const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  ipAddress: ip,
  userAgent: headers['user-agent'] ?? null,
});

/** How people reach this server: as the installation says, else as this request did. */
export const baseUrl = (request: FastifyRequest, { publicUrl }: Pick<ConsoleDeps, 'publicUrl'>): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;

/** A link that brings a person in; browsers keep what follows "#" to themselves. */
export const linkTo = (
  request: FastifyRequest,
  deps: Pick<ConsoleDeps, 'publicUrl'>,
  token: string,
): string => `${baseUrl(request, deps)}/console/welcome#${token}`;

export const isSecure = (request: FastifyRequest, deps: Pick<ConsoleDeps, 'publicUrl'>): boolean =>
  baseUrl(request, deps).startsWith('https:');

/**
 * Gives this browser its new session; the one it had, if any, ends. The token is always a new one of ours: a session that an attacker
 * planted here never becomes this person's.
 */
export async function signInBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<ConsoleDeps, 'accounts' | 'publicUrl'>,
  session: NewSession,
): Promise<SignedIn> {
  const { sessions } = deps.accounts;
  const before = request.signedIn as SignedIn | undefined;
  if (before) await sessions.end(before.user.id, before.sessionId);
  const signedIn = await sessions.find(session.token);
  if (!signedIn) throw new Error('A session that was just begun is not there.');
  const secure = isSecure(request, deps);
  const { name, path } = sessionCookie(secure);
  reply.setCookie(name, session.token, {
    path,
    httpOnly: true,
    sameSite: 'strict',
    secure,
    expires: new Date(session.endsAt),
  });
  request.signedIn = signedIn;
  return signedIn;
}

export function signOutBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<ConsoleDeps, 'publicUrl'>,
): void {
  const secure = isSecure(request, deps);
  const { name, path } = sessionCookie(secure);
  reply.clearCookie(name, { path, secure, httpOnly: true, sameSite: 'strict' });
}
