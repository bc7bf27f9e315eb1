import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildTestApp } from '#test/support/build-test-app.ts';

const page = '<meta name="csp-nonce" content="__CSP_NONCE__"><title>Assay</title>';

async function built(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-pages-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(join(folder, 'assets/main-1a2b.js'), 'console.log(1)');
  await writeFile(join(folder, 'assets/main-1a2b.js.gz'), gzipSync('console.log(1)'));
  return buildTestApp(t, { replace: () => ({ consolePages: folder }) });
}

test('every path of the console is the one page, under a policy with a nonce of its own', async (t) => {
  const { app } = await built(t);
  const nonces = new Set<string>();
  for (const url of ['/console/', '/console/sign-in', '/console/c/3f/runs/77', '/console/index.html']) {
    const answer = await app.inject({ url });
    assert.equal(answer.statusCode, 200, url);
    const policy = String(answer.headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
    assert.ok(answer.body.includes(`content="${nonce}"`), 'the page knows the nonce');
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    assert.match(policy, /^default-src 'none'; script-src 'self'; /);
    assert.match(policy, /frame-ancestors 'none'; base-uri 'none'; form-action 'self'$/);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    nonces.add(nonce);
  }
  assert.equal(nonces.size, 4);
});

test('assets are kept by browsers for good and sent compressed', async (t) => {
  const { app } = await built(t);
  const plain = await app.inject({ url: '/console/assets/main-1a2b.js' });
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(plain.body, 'console.log(1)');
  const packed = await app.inject({
    url: '/console/assets/main-1a2b.js',
    headers: { 'accept-encoding': 'gzip' },
  });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.match(String(packed.headers['content-type']), /javascript/);
  assert.equal((await app.inject({ url: '/console/favicon.svg' })).headers['content-type'], 'image/svg+xml');
});

test('what is not there is not the page', async (t) => {
  const { app } = await built(t);
  for (const url of [
    '/console/assets/main-old.js',
    '/console/missing.js',
    '/console/assets/../../package.json',
    '/console/assets/%2e%2e/%2e%2e/package.json',
    '/console/api',
    '/console/api/nothing',
    '/console/..%2f',
    '/console/%00.js',
    '/console/assets/..%2f..%2fpackage.json',
    '/console/..%5cpackage.json',
  ]) {
    const answer = await app.inject({ url });
    assert.ok(answer.statusCode === 404 || answer.statusCode === 403, `${url}: ${answer.statusCode}`);
    assert.doesNotMatch(answer.body, /<title>|"name"/);
  }
  const post = await app.inject({ method: 'POST', url: '/console/api/nothing' });
  assert.equal(post.statusCode, 404);
});

test('the root leads to the console', async (t) => {
  const { app } = await built(t);
  for (const url of ['/', '/console']) {
    const answer = await app.inject({ url });
    assert.equal(answer.statusCode, 302);
    assert.equal(answer.headers.location, '/console/');
  }
});

test('a console that was not built says what to do', async (t) => {
  const { app } = await buildTestApp(t);
  const answer = await app.inject({ url: '/console/' });
  assert.equal(answer.statusCode, 503);
  assert.match(answer.body, /scripts\/setup/);
});
