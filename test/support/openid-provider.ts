import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
// @ts-expect-error it brings no types
import Provider from 'oidc-provider';

export interface OpenIdAccount {
  email: string;
  email_verified: boolean;
  name: string;
}

/**
 * A real OpenID provider (certified, from npm) on a free port of this machine, with pages of its own for signing in:
 * any account of the list, any password.
 */
export async function startOpenIdProvider(accounts: Readonly<Record<string, OpenIdAccount>>) {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { id: 'assay', secret: 'a secret of thirty-two characters!' };
  return {
    issuer,
    client,
    /** Begins to answer, for one address that people are sent back to. */
    serve(redirectUri: string): void {
      const provider = new Provider(issuer, {
        clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        findAccount: (_: unknown, id: string) => {
          const account = accounts[id];
          return account && { accountId: id, claims: () => ({ sub: id, ...account }) };
        },
        cookies: { keys: ['a key for cookies of tests'] },
        features: { devInteractions: { enabled: true } },
      });
      server.removeAllListeners('request');
      server.on('request', provider.callback());
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
