import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPage } from '#server/web/console/pages/access/next-page.ts';

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
