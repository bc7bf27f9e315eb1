import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { deviceCookie } from '#server/live/protocol.ts';
import { buildTestApp } from '#test/support/build-test-app.ts';

async function built(t: TestContext, { trustProxy = [] }: { trustProxy?: string[] } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-candidate-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    '<meta name="csp-nonce" content="__CSP_NONCE__"><title>I</title>',
  );
  await writeFile(join(folder, 'assets/main-1a2b.js'), 'console.log(1)');
  const { app } = await buildTestApp(t, { trustProxy, replace: () => ({ candidatePages: folder }) });
  return app;
}

const cookieOf = (header: unknown) => new RegExp(`^${deviceCookie}=([\\w-]{43})(;.*)$`).exec(String(header));

test('the page comes under a policy that lets it use the microphone and this server’s WebSocket, and nothing else', async (t) => {
  const app = await built(t);
  const { headers, statusCode, body } = await app.inject({
    url: '/i/',
    headers: { host: 'hire.example:8443' },
  });
  assert.equal(statusCode, 200);
  const policy = String(headers['content-security-policy']);
  const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
  assert.ok(body.includes(`content="${nonce}"`));
  assert.match(policy, /^default-src 'none'; script-src 'self'; /);
  assert.match(policy, /connect-src 'self' ws:\/\/hire\.example:8443; /);
  assert.doesNotMatch(policy, /unsafe|\*|blob:|https?:/);
  assert.equal(headers['permissions-policy'], 'microphone=(self), camera=(), geolocation=()');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['x-frame-options'], 'DENY');
});

test('a host that no browser would send does not get into the policy', async (t) => {
  const app = await built(t);
  for (const host of ["a;script-src 'unsafe-inline'", 'a b', 'a,b']) {
    const { headers } = await app.inject({ url: '/i/', headers: { host } });
    const policy = String(headers['content-security-policy']);
    assert.ok(policy.includes("connect-src 'self'; "), policy);
    assert.doesNotMatch(policy, /unsafe/);
  }
});

test('a device gets 256 random bits once', async (t) => {
  const app = await built(t);
  const secrets = new Set<string>();
  for (const cookie of [undefined, `${deviceCookie}=short`, undefined]) {
    const { headers } = await app.inject({ url: '/i/', ...(cookie && { headers: { cookie } }) });
    const [, secret, attributes] = cookieOf(headers['set-cookie'])!;
    assert.equal(attributes, '; Max-Age=2592000; Path=/i/; HttpOnly; SameSite=Lax');
    assert.equal(Buffer.from(secret!, 'base64url').length, 32);
    secrets.add(secret!);
  }
  assert.equal(secrets.size, 3);
  const [known] = secrets;
  const again = await app.inject({ url: '/i/', headers: { cookie: `${deviceCookie}=${known}` } });
  assert.equal(again.headers['set-cookie'], undefined);
});

test('over TLS the cookie is of this host and TLS alone, whatever a sister host has set, and the WebSocket is wss', async (t) => {
  const app = await built(t, { trustProxy: ['127.0.0.1'] });
  const planted = `${deviceCookie}=${'x'.repeat(43)}`;
  const open = (cookie: string) =>
    app.inject({
      url: '/i/',
      headers: { 'x-forwarded-proto': 'https', host: 'a.example', cookie },
    });
  const { headers } = await open(planted);
  const set = String(headers['set-cookie']);
  assert.match(
    set,
    /^__Host-assay-interview-device=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const again = await open(`${planted}; ${set.slice(0, set.indexOf(';'))}`);
  assert.equal(again.headers['set-cookie'], undefined);
  assert.match(String(headers['content-security-policy']), /connect-src 'self' wss:\/\/a\.example;/);
});

test('assets are kept for good, come without a cookie, and nothing else is there', async (t) => {
  const app = await built(t);
  const asset = await app.inject({ url: '/i/assets/main-1a2b.js' });
  assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(asset.headers['set-cookie'], undefined);
  for (const url of [
    '/i/live',
    '/i/other',
    '/i/assets/main-0.js',
    '/i/..%2findex.html',
    '/i/assets/%2e%2e/%2e%2e/package.json',
  ]) {
    const answer = await app.inject({ url });
    assert.ok(answer.statusCode === 404 || answer.statusCode === 403, `${url}: ${answer.statusCode}`);
    assert.doesNotMatch(answer.body, /<title>|"name"/);
  }
  assert.equal((await app.inject({ url: '/i' })).headers.location, '/i/');
});

test('a page that was not built says what to do', async (t) => {
  const { app } = await buildTestApp(t);
  const answer = await app.inject({ url: '/i/' });
  assert.equal(answer.statusCode, 503);
  assert.match(answer.body, /scripts\/setup/);
});
