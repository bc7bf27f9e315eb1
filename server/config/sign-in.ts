import type { Reader } from './reader.ts';

/** As `modules/console/access.ts` has them; a test compares. */
export const consoleRoles = ['owner', 'admin', 'recruiter', 'viewer'] as const;
export type ConsoleRole = (typeof consoleRoles)[number];

/** An OpenID provider that people of the console sign in with. */
export interface OidcConfig {
  /** As the provider writes it: a slash at its end matters. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the button says it signs in with. */
  readonly label: string;
}

export function readSecondFactorRoles({
  text,
  faults,
}: Pick<Reader, 'text' | 'faults'>): readonly ConsoleRole[] {
  const secondFactorRoles = text('REQUIRE_SECOND_FACTOR', '')
    .split(',')
    .map((role) => role.trim())
    .filter(Boolean);
  for (const role of secondFactorRoles) {
    if ((consoleRoles as readonly string[]).includes(role)) continue;
    faults.push(`REQUIRE_SECOND_FACTOR must hold roles of ${consoleRoles.join(', ')}; "${role}" is none.`);
  }
  return Object.freeze(secondFactorRoles as ConsoleRole[]);
}

/** Null without an issuer; half of the settings are a fault. */
export function readOidc({ text, faults }: Pick<Reader, 'text' | 'faults'>): OidcConfig | null {
  const issuer = text('OIDC_ISSUER', '');
  const clientId = text('OIDC_CLIENT_ID', '');
  const clientSecret = text('OIDC_CLIENT_SECRET', '');
  const label = text('OIDC_LABEL', 'Single sign-on');
  if (!issuer && !clientId && !clientSecret) return null;
  const { protocol, hostname } = URL.parse(issuer) ?? {};
  // Tokens must not travel in the clear, except to this machine itself.
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) {
    faults.push(`OIDC_ISSUER must be an address such as https://id.example; it is "${issuer}".`);
  }
  if (!clientId || !clientSecret) {
    faults.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.');
  }
  return Object.freeze({ issuer, clientId, clientSecret, label });
}
