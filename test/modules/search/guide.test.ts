import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { searchFailureCodes } from '#server/errors.ts';
import { buildTestApp } from '#test/support/build-test-app.ts';
import { conformingClients } from '#test/support/conforming-client.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/cv-search.md'), 'utf8');

test('what the guide says works', async (t) => {
  const { app, customer } = await buildTestApp(t);
  const ask = (await conformingClients(app))((await customer()).apiKey);
  const json = { 'content-type': 'application/json' };
  const [batch, search] = [...guide.matchAll(/-d '([^']+)'/g)].map(([, body]) => body!);
  const stored = await ask('POST', '/cvds/candidates', batch, json);
  assert.equal(stored.status, 200, JSON.stringify(stored.body));
  const [, shown] = /```json\n([\s\S]+?)```/.exec(guide)!;
  assert.deepEqual({ summary: stored.body.summary }, JSON.parse(shown!));
  const started = await ask('POST', '/cvds/search', search, json);
  assert.equal(started.status, 202, JSON.stringify(started.body));
});

test('the guide names the limits and failure codes that hold', () => {
  for (const code of searchFailureCodes) assert.ok(guide.includes(code), code);
  const { maxCandidates, maxBytes } = limits.search.batch;
  assert.ok(guide.includes(`At most ${maxCandidates} candidates and ${maxBytes / 1024 / 1024} MB at once`));
  assert.ok(guide.includes(`A search reserves ${limits.prices.cvSearch} credit `));
  assert.ok(guide.includes(`the first ${limits.search.resultsPage.default} \`results\``));
  assert.ok(guide.includes(`The likeliest ${limits.search.compared} `));
});
