import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTestApp, get } from '#test/support/build-test-app.ts';
import { openapiConformance } from '#test/support/openapi-conformance.ts';
import { POLL_MATCH, reachJobs, reachMatches, SUBMIT_MATCH } from './reach-catalogue.ts';
import { GET_SESSION, interviewOperations, reachInterviews } from './reach-interviews.ts';
import {
  CREDITS,
  GET_CANDIDATE_RECORD,
  HEALTH,
  idleUpload,
  jobOperations,
  LIST,
  LIST_CANDIDATE_RECORDS,
  matchOperations,
  POLL,
  REPORT,
  reachCandidateRecords,
  reachGates,
  reachHealth,
  reachPolls,
  reachSubmit,
  reachUnknownParameters,
  reachWire,
  SUBMIT,
} from './reach-platform.ts';
import { POLL_SEARCH, reachSearch, searchOperations } from './reach-search.ts';

test('every answer of every route, all codes reached, is as the published description says', async (t) => {
  const server = await buildTestApp(t);
  const conformance = await openapiConformance(server.app);
  await reachSubmit(t, server, conformance);
  await reachPolls(server, conformance);
  await reachJobs(server, conformance);
  await reachMatches(t, server, conformance);
  await reachSearch(t, server, conformance);
  await reachInterviews(server, conformance);
  await reachCandidateRecords(server, conformance);
  await reachUnknownParameters(server, conformance);
  conformance.check(SUBMIT_MATCH, await idleUpload(t, '/api/v1/cvdeepmatch/submit'));
  await reachHealth(t, server, conformance);
  await server.customer();
  await reachGates(t, server, conformance);
  await reachWire(t, conformance);

  assert.deepEqual(
    conformance.operations.toSorted(),
    [
      SUBMIT,
      POLL,
      REPORT,
      LIST,
      CREDITS,
      HEALTH,
      LIST_CANDIDATE_RECORDS,
      GET_CANDIDATE_RECORD,
      ...jobOperations,
      ...matchOperations,
      ...searchOperations,
      ...interviewOperations,
    ].toSorted(),
  );
  for (const operation of conformance.operations) {
    assert.deepEqual(conformance.unseen(operation), [], `${operation} promises codes that nothing gives`);
  }
  assert.deepEqual(
    conformance.seen(POLL).filter((one) => one.startsWith('200')),
    ['200 failed', '200 partial', '200 processing', '200 queued', '200 success'],
  );
  assert.deepEqual(
    conformance.seen(SUBMIT).filter((one) => one.startsWith('202')),
    ['202 processing', '202 queued'],
  );
  assert.deepEqual(
    conformance.seen(POLL_MATCH).filter((one) => one.startsWith('200')),
    ['200 failed', '200 finished', '200 processing', '200 queued'],
  );
  assert.deepEqual(
    conformance.seen(POLL_SEARCH).filter((one) => one.startsWith('200')),
    ['200 failed', '200 finished', '200 processing', '200 queued'],
  );
  assert.deepEqual(
    conformance.seen(GET_SESSION).filter((one) => one.startsWith('200')),
    ['200 active', '200 completed', '200 initiated'],
  );
});

test('the description refuses an answer that is not as it says', async (t) => {
  const { app } = await buildTestApp(t);
  const { check, unseen } = await openapiConformance(app);
  const headers = { 'content-type': 'application/json' };
  const details = { doc_url: '/docs/errors#MISSING_API_KEY' };
  const error = { code: 'MISSING_API_KEY', message: 'm', timestamp: '2026-01-01T00:00:00.000Z', details };
  const body = (change: object) => JSON.stringify({ error: { ...error, ...change } });
  check(CREDITS, { statusCode: 401, headers, body: body({}) });
  assert.ok(unseen(CREDITS).includes('401 INVALID_API_KEY'));
  assert.ok(!unseen(CREDITS).includes('401 MISSING_API_KEY'));
  for (const [title, answer] of [
    ['a code of another status', { statusCode: 401, headers, body: body({ code: 'NOT_FOUND' }) }],
    ['a field too many', { statusCode: 401, headers, body: body({ stack: 'at x' }) }],
    ['an error that explains nothing', { statusCode: 401, headers, body: body({ details: {} }) }],
    [
      'a header that it does not have',
      { statusCode: 401, headers: { ...headers, 'retry-after': '5' }, body: body({}) },
    ],
    ['a time that is none', { statusCode: 401, headers, body: body({ timestamp: 'now' }) }],
    ['a status it does not have', { statusCode: 418, headers, body: body({}) }],
  ] as const) {
    assert.throws(() => check(CREDITS, answer), Error, title);
  }
});

test('the description is OpenAPI 3.1 and complete: form, parameters, security', async (t) => {
  const { app } = await buildTestApp(t);
  const document = (await get(app, '/api/v1/openapi.json')).json();
  assert.equal(document.openapi, '3.1.0');
  assert.deepEqual(Object.keys(document.components.securitySchemes), ['apiKey', 'bearer']);
  assert.deepEqual(document.security, [{ apiKey: [] }, { bearer: [] }]);
  assert.deepEqual(document.paths['/api/v1/health'].get.security, []);
  const { post } = document.paths['/api/v1/speech/analyze'];
  const form = document.components.schemas.SubmitForm;
  assert.deepEqual(post.requestBody.content['multipart/form-data'].schema, {
    $ref: '#/components/schemas/SubmitForm',
  });
  assert.deepEqual(form.required, ['audio']);
  assert.deepEqual(Object.keys(form.properties), [
    'audio',
    'language',
    'externalId',
    'metadata',
    'tags',
    'cutSettings',
    'requestId',
  ]);
  const parameters = post.parameters.map(({ name, in: where, required }: Record<string, unknown>) => [
    name,
    where,
    required,
  ]);
  assert.deepEqual(parameters, [
    ['includeCutAudio', 'query', false],
    ['analysis', 'query', false],
    ['Idempotency-Key', 'header', false],
  ]);
  for (const [path, methods] of Object.entries<Record<string, { operationId?: string; responses: object }>>(
    document.paths,
  )) {
    for (const [method, { operationId, responses }] of Object.entries(methods)) {
      assert.ok(operationId, `${method} ${path} has a name`);
      assert.doesNotMatch(JSON.stringify(responses), /Default Response/);
    }
  }
  // Every reference leads somewhere.
  const text = JSON.stringify(document);
  for (const [, name] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
    const [, kind = '', part = ''] = /^#\/components\/(schemas|headers)\/([\w-]+)$/.exec(name!) ?? [];
    assert.ok(document.components[kind]?.[part], name);
  }
});

test('the docs are readable without a key and load nothing from outside', async (t) => {
  const { app } = await buildTestApp(t);
  const page = await get(app, '/docs/');
  assert.equal(page.statusCode, 200);
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /https?:|unsafe-eval|\*/);
  assert.match(policy, /script-src 'self';/);
  const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url!);
  assert.ok(assets.length >= 5);
  assert.doesNotMatch(page.body, /<script>|\son\w+=/);
  for (const asset of assets) {
    assert.ok(!/^(https?:)?\/\//.test(asset), asset);
    const url = new URL(asset, 'http://a/docs/').pathname;
    assert.equal((await get(app, url)).statusCode, 200, url);
  }
  const settings = await get(app, '/docs/static/swagger-initializer.js');
  assert.match(settings.body, /"validatorUrl":null/);
  assert.deepEqual((await get(app, '/docs/json')).json(), (await get(app, '/api/v1/openapi.json')).json());
});
