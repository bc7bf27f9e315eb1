/** A person that an OpenID provider vouches for. */
export interface ProvenPerson {
  issuer: string;
  /** The provider's own, never changing name for the person. */
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
}

/** What a sign-in must present again when it comes back: kept by us, never by the browser. */
export interface OpenIdChecks {
  state: string;
  nonce: string;
  /** PKCE: the provider knows its hash only. */
  verifier: string;
}

/** Why a sign-in at the provider led nowhere. */
export class OpenIdFault extends Error {}

/** An OpenID provider (OpenID Connect Core 1.0, authorization code flow with PKCE). */
export interface OpenIdProvider {
  /** @throws OpenIdFault when the provider cannot be reached */
  begin(request: { redirectUri: string }): Promise<{ url: string; checks: OpenIdChecks }>;
  /**
   * Exchanges the code that the browser brought back.
   *
   * @param currentUrl the redirect address with everything the provider added
   * @throws OpenIdFault when anything does not fit: state, nonce, code, signature, audience, time
   */
  finish(request: { currentUrl: string; checks: OpenIdChecks }): Promise<ProvenPerson>;
}
