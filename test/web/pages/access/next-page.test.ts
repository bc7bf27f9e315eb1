import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPage, providerAddress } from '#server/web/console/pages/access/next-page.ts';

for (const wanted of ['/c/1/runs?status=failed', '/welcome#token', '/'] as const) {
  test(`goes on to ${wanted} after signing in`, () => assert.equal(nextPage(wanted), wanted));
}

for (const wanted of [
  'https://elsewhere.example/',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'javascript:alert(1)',
  'c/1/runs',
  '',
  '/sign-in?next=/sign-in',
  null,
  undefined,
]) {
  test(`goes to the start page instead of ${JSON.stringify(wanted)}`, () =>
    assert.equal(nextPage(wanted), '/'));
}

test('tells the provider where to come back to, but never the token of a link', () => {
  assert.equal(
    providerAddress('/c/1/runs?a=b&c=d'),
    '/console/api/oidc/start?next=%2Fc%2F1%2Fruns%3Fa%3Db%26c%3Dd',
  );
  assert.equal(providerAddress('/welcome#secret'), '/console/api/oidc/start?next=%2F');
});
