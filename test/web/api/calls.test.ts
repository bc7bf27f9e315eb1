import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { ApiFault, addressOf, ask } from '#server/web/console/api/client.ts';
import { keyOf, reading, readingPages } from '#server/web/console/api/reads.ts';

test('an address has its params and query filled in, and nothing of what is not there', () => {
  assert.equal(addressOf('GET /account'), '/console/api/account');
  assert.equal(
    addressOf('GET /clients/:clientId/runs', {
      params: { clientId: 'a/b' },
      query: { limit: 5, tags: ['x', 'y z'], search: undefined },
    }),
    '/console/api/clients/a%2Fb/runs?limit=5&tags=x&tags=y+z',
  );
});

test('answers are held by route and params, so that a route names all of its answers in a client', () => {
  const queries = new QueryClient();
  const of = (clientId: string, search: string) =>
    keyOf('GET /clients/:clientId/runs', { params: { clientId }, query: { search } });
  for (const clientId of ['a', 'b']) queries.setQueryData(of(clientId, 'x'), {});
  const found = (queryKey: readonly unknown[]) => queries.getQueryCache().findAll({ queryKey }).length;
  assert.equal(found(keyOf('GET /clients/:clientId/runs', { params: { clientId: 'a' } })), 1);
  assert.equal(found(['GET /clients/:clientId/runs']), 2);
  assert.equal(found(of('a', 'y')), 0);
});

/** Answers what is given, and tells what was asked. */
function answering(t: { after(end: () => void): void }, status: number, answers: unknown[]) {
  const asked: { url: string; init: RequestInit }[] = [];
  const real = globalThis.fetch;
  t.after(() => {
    globalThis.fetch = real;
  });
  globalThis.fetch = async (url, init = {}) => {
    asked.push({ url: String(url), init });
    return new Response(JSON.stringify(answers.shift()), { status });
  };
  return asked;
}

test('a list goes on where its last answer ended: by cursor or by offset', async (t) => {
  const asked = answering(t, 200, [
    { items: [1], next: 'c1' },
    { items: [2], next: null },
    { items: [1], next: 50 },
    { items: [2], next: null },
  ]);
  const params = { clientId: 'a' };
  const queries = new QueryClient();
  await queries.fetchInfiniteQuery({
    ...readingPages('GET /clients/:clientId/runs', { params, query: { limit: 50 } }),
    pages: 2,
  });
  await queries.fetchInfiniteQuery({
    ...readingPages('GET /clients/:clientId/matches', { params, query: { order: 'rank' } }),
    pages: 2,
  });
  assert.deepEqual(
    asked.map(({ url }) => url.replace('/console/api/clients/a', '')),
    ['/runs?limit=50', '/runs?limit=50&cursor=c1', '/matches?order=rank', '/matches?order=rank&offset=50'],
  );
});

test('a call says that it comes from the console, and sends JSON only where there is some', async (t) => {
  const asked = answering(t, 200, [{ faults: {} }, {}]);
  await ask('POST /clients/:clientId/jobs/check', { params: { clientId: 'a' }, body: { description: 'x' } });
  await new QueryClient().fetchQuery(reading('GET /account'));
  assert.deepEqual(
    asked.map(({ url, init: { method, headers, body } }) => ({ url, method, headers, body })),
    [
      {
        url: '/console/api/clients/a/jobs/check',
        method: 'POST',
        headers: { 'x-assay-console': '1', 'content-type': 'application/json' },
        body: '{"description":"x"}',
      },
      {
        url: '/console/api/account',
        method: 'GET',
        headers: { 'x-assay-console': '1' },
        body: undefined,
      },
    ],
  );
});

test('a refusal carries the server’s own sentence', async (t) => {
  answering(t, 404, [{ error: { code: 'NOT_FOUND', message: 'There is no job "x".' } }]);
  await assert.rejects(
    ask('GET /clients/:clientId/jobs/:jobId', { params: { clientId: 'a', jobId: 'x' } }),
    (fault) =>
      fault instanceof ApiFault && fault.code === 'NOT_FOUND' && fault.message === 'There is no job "x".',
  );
});

const web = join(import.meta.dirname, '../../../server/web/console');
const sources = globSync('**/*.{ts,tsx}', { cwd: web }).map((name) => ({
  name,
  text: readFileSync(join(web, name), 'utf8'),
}));

test('pages spell no address and no key, and leave it to the table what a change makes stale', () => {
  const outside = sources.filter(({ name }) => !name.startsWith('api/'));
  assert.ok(outside.length > 200);
  for (const { name, text } of outside) {
    assert.doesNotMatch(text, /\/console\/api/, name);
    assert.doesNotMatch(text, /queryKey: \[|queryFn:/, name);
    assert.doesNotMatch(text, /import \{[^}]*\bsend\b[^}]*\} from '[^']*api\/client/, name);
  }
});

test('pages take types from the contract and no schema, which would bring the validator along', () => {
  for (const { name, text } of sources) {
    for (const [statement] of text.matchAll(/^import [^;]*console\/contract\/[^;]*;/gm)) {
      assert.match(statement, /^import type /, `${name}: ${statement}`);
    }
    assert.doesNotMatch(text, /from 'typebox/, name);
  }
});
