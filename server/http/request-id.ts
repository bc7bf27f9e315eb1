import type { IncomingHttpHeaders } from 'node:http';

/**
 * What a proxy, or a program, calls a request, so that its log and ours can be read together: 8 to 128 letters, digits, ".", "_" and "-", which do no harm
 * in any log or header. It is no proof of anything, and two requests may have the same.
 *
 * @returns undefined where there is none of that form
 */
export function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders): string | undefined {
  return typeof given === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{7,127}$/.test(given) ? given : undefined;
}
