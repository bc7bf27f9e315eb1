import * as openid from 'openid-client';
import { minutes } from '../../time.ts';
import { OpenIdFault, type OpenIdProvider } from './port.ts';

const TIMEOUT_SECONDS = 10;
/** The provider's addresses and keys are asked for again after this. */
const DISCOVERED_FOR_MS = minutes(60);

const orFault = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (cause) {
    throw new OpenIdFault(cause instanceof Error ? cause.message : String(cause), { cause });
  }
};

/** Adapter of `openid-client`. Asks the provider at the first sign-in, so that it may start after us. */
export function createOpenIdProvider(settings: {
  issuer: string;
  clientId: string;
  clientSecret: string;
}): OpenIdProvider {
  const issuer = new URL(settings.issuer);
  let known: { configuration: openid.Configuration; atMs: number } | undefined;

  const discover = async (): Promise<openid.Configuration> => {
    if (known && performance.now() - known.atMs < DISCOVERED_FOR_MS) return known.configuration;
    const configuration = await openid.discovery(
      issuer,
      settings.clientId,
      settings.clientSecret,
      openid.ClientSecretBasic(settings.clientSecret),
      {
        timeout: TIMEOUT_SECONDS,
        execute: [
          // The ID token's signature is checked with the provider's keys, although it came by TLS from the provider itself.
          openid.enableNonRepudiationChecks,
          // The settings allow http: for a provider on this machine only.
          ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
        ],
      },
    );
    known = { configuration, atMs: performance.now() };
    return configuration;
  };
  return {
    begin: ({ redirectUri }) =>
      orFault(async () => {
        const configuration = await discover();
        const checks = {
          state: openid.randomState(),
          nonce: openid.randomNonce(),
          verifier: openid.randomPKCECodeVerifier(),
        };
        const url = openid.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, checks };
      }),

    finish: ({ currentUrl, checks }) =>
      orFault(async () => {
        const configuration = await discover();
        const tokens = await openid.authorizationCodeGrant(configuration, new URL(currentUrl), {
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          pkceCodeVerifier: checks.verifier,
          idTokenExpected: true,
        });
        const proven = tokens.claims();
        if (!proven) throw new Error('The provider sent no ID token.');
        // Many providers tell the e-mail address here only.
        const more = configuration.serverMetadata().userinfo_endpoint
          ? await openid.fetchUserInfo(configuration, tokens.access_token, proven.sub)
          : undefined;
        return identityOf(proven, { ...more, ...proven });
      }),
  };
}

function identityOf(proven: openid.IDToken, claims: Readonly<Record<string, unknown>>) {
  return {
    issuer: proven.iss,
    subject: proven.sub,
    email: typeof claims.email === 'string' ? claims.email : null,
    // Only true itself counts: some providers write it as text, and then may mean anything.
    emailVerified: claims.email_verified === true,
    name: typeof claims.name === 'string' ? claims.name : null,
  };
}
