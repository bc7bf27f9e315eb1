import { addressOf } from '../../api/client.ts';

/** Where to go after signing in: a page of this console, never another site. */
export function nextPage(wanted: string | null | undefined): string {
  return wanted && /^\/(?![/\\])/.test(wanted) && !wanted.startsWith('/sign-in') ? wanted : '/';
}

/**
 * Where single sign-on begins. Invitations are not gone back to: the provider's answer accepts them, and the token in
 * their address belongs into no log.
 */
export function providerAddress(next: string): string {
  return addressOf('GET /oidc/start', { query: { next: next.includes('#') ? '/' : next } });
}
