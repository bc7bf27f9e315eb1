import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type ErrorCode, httpStatus } from '#server/errors.ts';
import { webhookEvents } from '#server/modules/webhooks/types.ts';
import { buildTestApp, get } from '#test/support/build-test-app.ts';
import { matched, unreadable } from '#test/support/match-state.ts';
import { faultsOf, type OpenapiDocument, validatorsOf } from '#test/support/openapi-conformance.ts';
import { notSearched, searched } from '#test/support/search-state.ts';
import { inlineJob } from '#test/support/submit-match.ts';
import { submitMatchForm } from './reach-catalogue.ts';
import { askSearch, SEARCH, UPSERT } from './reach-search.ts';

type TestFor = Parameters<typeof buildTestApp>[0];
const published = async (t: TestFor): Promise<OpenapiDocument> =>
  (await get((await buildTestApp(t)).app, '/api/v1/openapi.json')).json();

async function lint(document: object): Promise<string[]> {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended-strict'] }),
  });
  return problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`);
}

test('Redocly finds nothing to say about the description, and would if there were something', async (t) => {
  const document = await published(t);
  assert.deepEqual(await lint(document), []);
  const [example] = Object.values(document.paths['/api/v1/credits']!.get!.responses[200]!.content!).map(
    ({ examples }) => examples!.balance!.value as { creditBalance: unknown },
  );
  example!.creditBalance = 'much';
  assert.deepEqual(
    (await lint(document)).map((problem) => problem.split(' ')[0]),
    ['no-invalid-media-type-examples'],
  );
});

/** Every body of a description, with where it is. */
function* bodiesOf({ paths, webhooks }: OpenapiDocument) {
  const all = [
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ at: ['paths', path, method], operation })),
    ),
    ...Object.entries(webhooks).map(([event, { post }]) => ({
      at: ['webhooks', event, 'post'],
      operation: post,
    })),
  ];
  for (const { at, operation } of all) {
    for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
      yield { at: [...at, 'requestBody', 'content', type], media, status: undefined };
    }
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      for (const [type, media] of Object.entries(content)) {
        yield { at: [...at, 'responses', status, 'content', type], media, status };
      }
    }
  }
}

test('every body of every operation has examples that are as its schema says, one for each code', async (t) => {
  const document = await published(t);
  const validatorOf = validatorsOf(document);
  let bodies = 0;
  for (const { at, media, status } of bodiesOf(document)) {
    const where = at.join(' ');
    bodies += 1;
    const examples = Object.entries(media.examples ?? {});
    assert.ok(examples.length > 0, `${where} has an example`);
    const validate = validatorOf(...at, 'schema');
    for (const [name, { value }] of examples) {
      assert.ok(validate(value), `${where} ${name}: ${faultsOf(validate)}`);
      const { error } = value as { error?: string | { code: string; requestId?: string } };
      if (!(name in httpStatus)) continue;
      assert.equal(httpStatus[name as ErrorCode], Number(status), where);
      assert.equal(typeof error === 'string' ? error : error?.code, name, where);
    }
    // What an error answer may be, and nothing else, is shown.
    if (Number(status) >= 400 && !where.includes('health')) {
      const codes = document.paths[at[1]!]![at[2]!]!.responses[status!]!.description;
      assert.deepEqual(
        examples.map(([name]) => name),
        codes.split(', '),
        where,
      );
    }
  }
  assert.ok(bodies > 100);
});

/** Every part of a description but its examples, with where it is. */
function* partsOf(part: unknown, at = ''): Generator<[where: string, part: Record<string, unknown>]> {
  if (typeof part !== 'object' || part === null) return;
  yield [at, part as Record<string, unknown>];
  for (const [name, inner] of Object.entries(part)) {
    if (name !== 'examples' && name !== 'example') yield* partsOf(inner, `${at}/${name}`);
  }
}

/** What has no description: fields, named schemas, parameters and headers. */
function undescribed(document: OpenapiDocument): string[] {
  const isBare = (one: unknown) => !(one as { description?: string }).description?.trim();
  const bare = (at: string, named: object = {}) =>
    Object.entries(named).flatMap(([name, one]) => (isBare(one) ? [`${at}/${name}`] : []));
  return [
    ...Object.entries(document.paths).flatMap(([path, methods]) => bare(path, methods)),
    ...[...partsOf(document)].flatMap(([at, { properties }]) =>
      // A field of this name is no list of fields.
      typeof properties === 'object' && !at.endsWith('/properties') ? bare(at, properties ?? {}) : [],
    ),
    ...[...partsOf(document)].flatMap(([at, { parameters }]) =>
      Array.isArray(parameters) ? bare(`${at}/parameters`, parameters) : [],
    ),
    ...bare('/components/schemas', document.components.schemas),
    ...bare('/components/headers', document.components.headers),
  ];
}

test('every operation, field, named schema, parameter and header says what it is', async (t) => {
  const document = await published(t);
  assert.deepEqual(undescribed(document), []);
  const fields = [...partsOf(document)].flatMap(([, { properties }]) => Object.keys(properties ?? {}));
  assert.ok(fields.length > 500, `${fields.length} fields`);
  const job = document.components.schemas.Job as { properties: Record<string, { description?: string }> };
  delete job.properties.status!.description;
  assert.deepEqual(undescribed(document), ['/components/schemas/Job/status']);
});

/** The objects that a body may have, named ones included. */
function objectsIn(document: OpenapiDocument, schema: unknown): Record<string, unknown>[] {
  const found = new Set<Record<string, unknown>>();
  const look = (part: unknown): void => {
    for (const [, inner] of partsOf(part)) {
      if (found.has(inner)) continue;
      if (inner.type === 'object') found.add(inner);
      const name = typeof inner.$ref === 'string' && inner.$ref.split('/').at(-1)!;
      const named = name && (document.components.schemas[name] as Record<string, unknown>);
      if (!named || found.has(named)) continue;
      found.add(named);
      look(named);
    }
  };
  look(schema);
  return [...found].filter(({ properties }) => properties);
}

test('what clients send is closed, what they get is open for fields to come', async (t) => {
  const document = await published(t);
  for (const { at, media, status } of bodiesOf(document)) {
    const isSent = status === undefined && at[0] === 'paths';
    for (const { properties, additionalProperties } of objectsIn(document, media.schema)) {
      const fields = `${at.join(' ')}: ${Object.keys(properties as object)}`;
      assert.equal(additionalProperties === false, isSent, fields);
    }
  }
});

test('enumerations are typed, variants are named and told apart', async (t) => {
  const document = await published(t);
  const walk = (schema: unknown, where: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const {
      type,
      enum: choices,
      oneOf,
      anyOf,
      discriminator,
    } = schema as Record<string, unknown> & {
      oneOf?: { $ref?: string; type?: string }[];
      anyOf?: { type?: string; properties?: object }[];
      discriminator?: { mapping: Record<string, string> };
    };
    assert.ok(!choices || type, `${where} has a type`);
    // A union of objects is a oneOf of names; anyOf is for what may be null.
    assert.ok(!anyOf || (anyOf.length === 2 && anyOf[1]!.type === 'null'), where);
    if (oneOf) {
      assert.ok(discriminator || /\/(responses|requestBody)\//.test(where), `${where} is told apart`);
      const named = new Set(oneOf.map(({ $ref }) => $ref));
      for (const name of Object.values(discriminator?.mapping ?? {})) assert.ok(named.has(name), where);
    }
    for (const [name, inner] of Object.entries(schema))
      if (name !== 'examples') walk(inner, `${where}/${name}`);
  };
  walk(document, '');
  for (const name of [
    'CefrLevel',
    'RunStatus',
    'SpeechFailureCode',
    'CvFailureCode',
    'Verdict',
    'MatchStatus',
  ]) {
    assert.ok('enum' in document.components.schemas[name]!, name);
  }
  const { mapping } = (document.components.schemas.PollResponse as { discriminator: { mapping: object } })
    .discriminator;
  assert.deepEqual(Object.keys(mapping), ['queued', 'processing', 'success', 'partial', 'failed']);
});

test('every header that is sent of those worth knowing is described where it is sent', async (t) => {
  const { paths, components } = await published(t);
  const named = (path: string, method: string, status: number) =>
    Object.keys(paths[path]![method]!.responses[status]!.headers!);
  const limits = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];
  assert.deepEqual(named('/api/v1/health', 'get', 200), ['X-Request-Id']);
  assert.deepEqual(named('/api/v1/credits', 'get', 200), limits);
  assert.deepEqual(named('/api/v1/speech/analyze', 'post', 202), [...limits, 'Idempotency-Replayed']);
  assert.deepEqual(named('/api/v1/speech/analyze/{id}', 'get', 200), [...limits, 'Retry-After']);
  assert.deepEqual(named('/api/v1/speech/analyze/{id}', 'get', 429), [...limits, 'Retry-After']);
  assert.deepEqual(Object.keys(components.headers).sort(), [
    'Idempotency-Replayed',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'X-Request-Id',
  ]);
});

test('what webhooks carry is as the description says, the sample too', async (t) => {
  const { app, customer, finish, webhooks, clock } = await buildTestApp(t, {
    webhookSender: {
      checkUrl: (url: string) => ({ url }),
      send: async () => ({
        statusCode: 200,
        failure: null,
        error: null,
        remoteAddress: '192.0.2.1',
        answerExcerpt: null,
        retryAfter: null,
        durationMs: 1,
      }),
    },
  });
  const { apiKey, clientId } = await customer();
  const document: OpenapiDocument = (await get(app, '/api/v1/openapi.json')).json();
  const validatorOf = validatorsOf(document);
  const url = 'https://example.com/hook';
  for (const settlement of [matched(), unreadable]) {
    const made = await submitMatchForm(app, { apiKey, fields: { ...inlineJob, webhook_url: url } });
    clock.advance(1000);
    await finish(made.json().id, settlement);
  }
  await askSearch(app, UPSERT, { apiKey });
  for (const settlement of [searched(), notSearched]) {
    const payload = { corpus_id: 'c', position_metadata: { requirements: {} }, webhook_url: url };
    const made = await askSearch(app, SEARCH, { apiKey, payload });
    clock.advance(1000);
    await finish(made.json().id, settlement);
  }
  for (const event of Object.keys(document.webhooks) as (keyof typeof webhookEvents)[]) {
    await webhooks.sendTest({ clientId, url, event });
  }
  const { messages } = await webhooks.list({ clientId, limit: 20, offset: 0 });
  const sent = await Promise.all(messages.map(({ id }) => webhooks.show(id, clientId)));
  assert.deepEqual(sent.map(({ message }) => `${message.event} ${message.test}`).sort(), [
    'cvdeepmatch.failed false',
    'cvdeepmatch.failed true',
    'cvdeepmatch.finished false',
    'cvdeepmatch.finished true',
    'cvds.failed false',
    'cvds.failed true',
    'cvds.finished false',
    'cvds.finished true',
    'interview.completed true',
  ]);
  for (const { message, body } of sent) {
    const validate = validatorOf(
      'webhooks',
      message.event,
      'post',
      'requestBody',
      'content',
      'application/json',
      'schema',
    );
    assert.ok(validate(JSON.parse(body)), `${message.event}: ${faultsOf(validate)}`);
    assert.ok(!validate({ ...JSON.parse(body), surprise: 1 }), 'a member too many is seen');
    const names = document.webhooks[message.event]!.post.parameters!.map(({ name }) => name);
    assert.ok(names.includes(webhookEvents[message.event].signatureHeader));
  }
});
