import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
// @ts-expect-error it brings no types
import Provider from 'oidc-provider';

export interface ProviderAccount {
  /** The subject; never changes. */
  id: string;
  email?: string;
  emailVerified?: boolean;
  name?: string;
}

export interface TestOpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whom the provider takes its next visitors for; it has no sign-in form. */
  visitor: ProviderAccount;
  /** ID tokens come with the signature of another key. */
  forges: boolean;
  /** What the authorization endpoint was asked, newest last. */
  asked: URLSearchParams[];
}

/**
 * A real OpenID provider (`oidc-provider`) on a free port of this machine, which knows its visitors by itself.
 *
 * @param redirectUris where it may send them back to
 */
export async function startOpenIdProvider(
  t: { after(tidyUp: () => Promise<void>): void },
  { redirectUris, accounts }: { redirectUris: string[]; accounts: ProviderAccount[] },
): Promise<TestOpenIdProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shown: TestOpenIdProvider = {
    issuer,
    clientId: 'assay',
    clientSecret: randomBytes(24).toString('base64url'),
    visitor: accounts[0]!,
    forges: false,
    asked: [],
  };

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: shown.clientId,
        client_secret: shown.clientSecret,
        redirect_uris: redirectUris,
        // So that it accepts plain http on this machine.
        application_type: 'native',
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => {
      const account = accounts.find((one) => one.id === id);
      return (
        account && {
          accountId: id,
          claims: () => ({
            sub: id,
            ...(account.email !== undefined && {
              email: account.email,
              email_verified: account.emailVerified ?? true,
            }),
            ...(account.name !== undefined && { name: account.name }),
          }),
        }
      );
    },
    // The person is not asked for consent.
    loadExistingGrant: async ({ oidc }: { oidc: { session: { accountId: string } } }) => {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: shown.clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  provider.use(async (context: { path: string; body: { id_token?: string } }, next: () => Promise<void>) => {
    await next();
    if (!shown.forges || context.path !== '/token' || !context.body.id_token) return;
    const said = context.body.id_token.split('.').slice(0, 2).join('.');
    const signature = sign('sha256', Buffer.from(said), privateKey).toString('base64url');
    context.body = { ...context.body, id_token: `${said}.${signature}` };
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/auth') shown.asked.push(url.searchParams);
    if (url.pathname.startsWith('/interaction/')) {
      const result = { login: { accountId: shown.visitor.id }, consent: {} };
      void provider.interactionFinished(request, response, result);
    } else void answer(request, response);
  });
  t.after(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return shown;
}

/**
 * Follows redirects as a browser does, with its cookies, until one leads back to `until`.
 *
 * @returns that address
 */
export async function followUntil(start: string, until: string): Promise<URL> {
  const jar = new Map<string, string>();
  let url = new URL(start);
  for (let hops = 0; hops < 10; hops++) {
    if (url.href.startsWith(until)) return url;
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1);
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = answer.headers.get('location');
    if (!location) throw new Error(`${url.pathname} answered ${answer.status}: ${await answer.text()}`);
    url = new URL(location, url);
  }
  throw new Error('There were too many redirects.');
}
