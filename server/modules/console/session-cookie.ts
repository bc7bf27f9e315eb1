import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NewSession, Origin, SignedIn } from '../accounts/types.ts';
import { SESSION_COOKIE } from './guard.ts';
import type { ConsoleDeps } from './types.ts';

/** Sent to the console only, and never together with a request that another site began. */
const cookiePath = '/console';

export const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  ipAddress: ip,
  userAgent: headers['user-agent'] ?? null,
});

/** How people reach this server: as the installation says, else as this request did. */
export const baseUrl = (request: FastifyRequest, { publicUrl }: Pick<ConsoleDeps, 'publicUrl'>): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;

/** A link that brings somebody in; browsers keep what follows "#" to themselves. */
export const linkTo = (
  request: FastifyRequest,
  deps: Pick<ConsoleDeps, 'publicUrl'>,
  token: string,
): string => `${baseUrl(request, deps)}/console/welcome#${token}`;

export const isSecure = (request: FastifyRequest, deps: Pick<ConsoleDeps, 'publicUrl'>): boolean =>
  baseUrl(request, deps).startsWith('https:');

/**
 * Gives this browser its new session; the one it had, if any, ends. The token is always a new one of ours: a session
 * that somebody else planted here never becomes anybody's.
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
  reply.setCookie(SESSION_COOKIE, session.token, {
    path: cookiePath,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(request, deps),
    expires: new Date(session.endsAt),
  });
  request.signedIn = signedIn;
  return signedIn;
}

export function signOutBrowser(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, { path: cookiePath, httpOnly: true, sameSite: 'strict' });
}
