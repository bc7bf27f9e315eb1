import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { limits } from '#server/config/limits.ts';
import { days, minutes, seconds } from '#server/time.ts';
import {
  buildTestApp,
  encodeForm,
  fakeAudio,
  get,
  type SubmitOptions,
  submit,
  type TestApp,
} from '#test/support/build-test-app.ts';
import { failed } from '#test/support/data-layer.ts';
import type { openapiConformance } from '#test/support/openapi-conformance.ts';
import { finishedState, settlementOf } from '#test/support/speech-state.ts';
import {
  ARCHIVE_JOB,
  askJobs,
  DELETE_JOB,
  GET_JOB,
  LIST_JOBS,
  LIST_MATCHES,
  NEW_JOB,
  noUploads,
  POLL_MATCH,
  SUBMIT_MATCH,
  submitMatchForm,
  UPDATE_JOB,
} from './reach-catalogue.ts';
import { askInterviews, interviewOperations } from './reach-interviews.ts';
import { askSearch, searchOperations } from './reach-search.ts';

export const SUBMIT = 'POST /api/v1/speech/analyze';
export const POLL = 'GET /api/v1/speech/analyze/{id}';
export const REPORT = 'GET /api/v1/speech/analyze/{id}/report';
export const LIST = 'GET /api/v1/speech/runs';
export const CREDITS = 'GET /api/v1/credits';
export const HEALTH = 'GET /api/v1/health';
export const LIST_CANDIDATE_RECORDS = 'GET /api/v1/candidates';
export const GET_CANDIDATE_RECORD = 'GET /api/v1/candidates/{candidate_id}';

/** Every key may call them, whatever its modules. */
const forEveryKey = [CREDITS, LIST_CANDIDATE_RECORDS, GET_CANDIDATE_RECORD];
export const jobOperations = [NEW_JOB, LIST_JOBS, GET_JOB, UPDATE_JOB, ARCHIVE_JOB, DELETE_JOB];
export const matchOperations = [SUBMIT_MATCH, POLL_MATCH, LIST_MATCHES];

type Conformance = Awaited<ReturnType<typeof openapiConformance>>;

type Send = (apiKey: string | undefined, app?: FastifyInstance) => ReturnType<typeof get>;

/** How each guarded operation is called in the ordinary way. */
const ordinary = (app: FastifyInstance, runId: string): Record<string, Send> => ({
  [SUBMIT]: (apiKey, on = app) => submit(on, apiKey === undefined ? {} : { apiKey }),
  [POLL]: (apiKey, on = app) => get(on, `/api/v1/speech/analyze/${runId}`, apiKey),
  [REPORT]: (apiKey, on = app) => get(on, `/api/v1/speech/analyze/${runId}/report?for=recruiter`, apiKey),
  [LIST]: (apiKey, on = app) => get(on, '/api/v1/speech/runs', apiKey),
  [CREDITS]: (apiKey, on = app) => get(on, '/api/v1/credits', apiKey),
  [LIST_CANDIDATE_RECORDS]: (apiKey, on = app) => get(on, '/api/v1/candidates', apiKey),
  [GET_CANDIDATE_RECORD]: (apiKey, on = app) => get(on, '/api/v1/candidates/unknown', apiKey),
  ...Object.fromEntries(
    jobOperations.map((operation): [string, Send] => [
      operation,
      (apiKey, on = app) => askJobs(on, operation, { apiKey }),
    ]),
  ),
  ...Object.fromEntries(
    interviewOperations.map((operation): [string, Send] => [
      operation,
      (apiKey, on = app) => askInterviews(on, operation, { apiKey }),
    ]),
  ),
  ...Object.fromEntries(
    searchOperations.map((operation): [string, Send] => [
      operation,
      (apiKey, on = app) => askSearch(on, operation, { apiKey }),
    ]),
  ),
  [SUBMIT_MATCH]: (apiKey, on = app) => submitMatchForm(on, { apiKey }),
  [POLL_MATCH]: (apiKey, on = app) => get(on, '/api/v1/cvdeepmatch/unknown', apiKey),
  [LIST_MATCHES]: (apiKey, on = app) => get(on, '/api/v1/cvdeepmatch/requests', apiKey),
});

/** The refusals every guarded operation shares. */
export async function reachGates(t: TestContext, server: TestApp, { check }: Conformance) {
  const { app, customer, identity, clock } = server;
  const calls = ordinary(app, 'unknown');
  const expired = await customer({ key: { expiresInDays: 1 } });
  clock.advance(days(2));
  const inactive = await customer();
  await identity.setClientActive(inactive.clientId, false);
  const elsewhere = await customer({ key: { allowedIps: ['10.0.0.1'] } });
  const forbidden = await customer({ key: { permissions: ['interview'] } });
  const speechless = await customer({ key: { permissions: ['speech'] } });
  const broken = await buildTestApp(t, {
    replace: () => ({ identity: { authenticate: () => Promise.reject(new Error('broken')) } }),
  });
  const away = await buildTestApp(t, {
    replace: () => ({
      identity: { authenticate: () => Promise.reject(Object.assign(new Error('away'), { code: '57P03' })) },
    }),
  });
  for (const [operation, call] of Object.entries(calls)) {
    check(operation, await call('any', away.app));
    const limited = await customer({ key: { rateLimitPerMinute: 1 } });
    await call(limited.apiKey);
    for (const apiKey of [
      undefined,
      'wrong',
      expired.apiKey,
      inactive.apiKey,
      elsewhere.apiKey,
      limited.apiKey,
      ...(forEveryKey.includes(operation)
        ? []
        : [interviewOperations.includes(operation) ? speechless.apiKey : forbidden.apiKey]),
    ]) {
      check(operation, await call(apiKey));
    }
    check(operation, await call('any', broken.app));
  }
}

export async function reachSubmit(t: TestContext, server: TestApp, { check }: Conformance) {
  const { app, customer } = server;
  const { apiKey } = await customer();
  const poor = await customer({ credits: 1 });
  const english = await customer({ client: { multilingual: false } });
  const cold = await buildTestApp(t, { warm: false });
  const keyed = { 'idempotency-key': 'k' };
  const exact = Buffer.concat([fakeAudio(240_000), Buffer.alloc(limits.audio.maxSizeBytes)]);
  const requests: SubmitOptions[] = [
    {},
    { fields: { externalId: 'x' }, headers: keyed },
    { fields: { externalId: 'y' }, headers: keyed },
    { headers: { 'idempotency-key': 'k'.repeat(256) } },
    { audio: null },
    { audio: Buffer.from('text') },
    { audio: Buffer.from('endless') },
    { audio: fakeAudio(1000) },
    { audio: fakeAudio(9_000_000) },
    { audio: exact },
    { fields: { language: 'x' } },
    { fields: { externalId: '' } },
    { fields: { metadata: '[]' } },
    { fields: { tags: '{}' } },
    { fields: { cutSettings: '[]' } },
    { query: { analysis: 'perhaps' } },
    { apiKey: poor.apiKey },
    { apiKey: english.apiKey, fields: { language: 'fr' } },
    { headers: { 'content-type': 'multipart/form-data' } },
    { headers: { 'content-type': 'application/json' } },
  ];
  for (const request of requests) check(SUBMIT, await submit(app, { apiKey, ...request }));
  check(SUBMIT, await submit(cold.app, { apiKey: (await cold.customer()).apiKey }));
  const full = await buildTestApp(t, { replace: noUploads });
  check(SUBMIT, await submit(full.app, { apiKey: (await full.customer()).apiKey }));
  const speechless = await buildTestApp(t, { warm: false });
  await speechless.workerIsReady([]);
  check(SUBMIT, await submit(speechless.app, { apiKey: (await speechless.customer()).apiKey }));
  check(SUBMIT, await idleUpload(t));
  // Eight run, the next one queues.
  const busy = await customer();
  for (let count = 0; count < 9; count++) check(SUBMIT, await submit(app, { apiKey: busy.apiKey }));
  const last = (await server.runs.list({ clientId: busy.clientId, limit: 1, offset: 0 })).runs[0]!;
  check(POLL, await get(app, `/api/v1/speech/analyze/${last.id}`, busy.apiKey));
}

/** An upload that falls silent can only be seen on a real connection. */
export async function idleUpload(t: TestContext, url = '/api/v1/speech/analyze') {
  const { app, customer } = await buildTestApp(t, { replace: () => ({ idleUploadMs: 50 }) });
  const { apiKey } = await customer();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { headers, payload } = encodeForm([{ name: 'audio', value: fakeAudio(240_000), fileName: 'a.wav' }]);
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1');
  socket.write(
    `POST ${url} HTTP/1.1\r\nhost: a\r\nx-api-key: ${apiKey}\r\ncontent-length: 9999\r\n` +
      `content-type: ${headers['content-type']}\r\n\r\n`,
  );
  socket.write(payload.subarray(0, payload.length - 50));
  return heardFrom(socket);
}

/** A parameter that a route does not know, whatever the route. */
export async function reachUnknownParameters({ app, customer }: TestApp, { operations, check }: Conformance) {
  const { apiKey } = await customer();
  for (const operation of operations) {
    if (operation === HEALTH) continue;
    const [method, path] = operation.split(' ') as ['GET', string];
    const url = `${path.replace(/\{\w+\}/, 'unknown')}?nonsense=1`;
    const answer = await app.inject({ method, url, headers: { 'x-api-key': apiKey } });
    check(operation, answer);
    assert.match(answer.json().error.details.fields.nonsense, /^Is not known; /, operation);
  }
}

/** What the connection itself answers, before there is a request. */
export async function reachWire(t: TestContext, { operations, check }: Conformance) {
  const { app } = await buildTestApp(t);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const say = async (text: string) => {
    const socket = connect(port, '127.0.0.1');
    const [serverSide] = await Promise.all([once(app.server, 'connection'), once(socket, 'connect')]);
    socket.write(text);
    // What Node's own clock would do after a minute.
    if (!text.endsWith('\r\n\r\n')) {
      const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      app.server.emit('clientError', late, serverSide[0]);
    }
    return heardFrom(socket);
  };
  for (const operation of operations) {
    const line = `${operation} HTTP/1.1\r\nhost: a\r\n`;
    check(operation, await say(`${line}bad header: x\r\n\r\n`));
    check(operation, await say(`${line}x: ${'x'.repeat(20_000)}\r\n\r\n`));
    check(operation, await say(line));
  }
}

async function heardFrom(socket: Socket) {
  let heard = '';
  for await (const chunk of socket) heard += chunk;
  const [head = '', body = ''] = heard.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.replace(/^[^:]*: */, '')]);
  return { statusCode: Number(status.split(' ')[1]), headers: Object.fromEntries(headers), body };
}

export async function reachPolls(server: TestApp, { check }: Conformance) {
  const { app, customer, finish, blobs } = server;
  const { apiKey } = await customer();
  const poll = (id: string) => get(app, `/api/v1/speech/analyze/${id}`, apiKey);
  const make = async (request: SubmitOptions = {}) =>
    (await submit(app, { apiKey, ...request })).json().id as string;
  const fields = { metadata: '{"a":{"b":1},"c":"d"}', tags: '["x"]', externalId: 'e' };

  const processing = await make({ fields });
  check(POLL, await poll(processing));
  check(POLL, await poll(processing)); // POLL_RATE_LIMITED
  check(POLL, await poll('unknown'));
  const success = await make({ fields, query: { includeCutAudio: 'true' } });
  await blobs.put(`speech/${success}/cut.mp3`, Readable.from(Buffer.from('mp3')));
  await finish(success, settlementOf({ ...finishedState(), cutAudio: { path: 'x', durationMs: 9 } }));
  check(POLL, await poll(success));
  const {
    explainability: _,
    fluency: __,
    hrRecommendation: ___,
    candidateFeedback: ____,
    ...rest
  } = finishedState();
  const partial = await make();
  await finish(
    partial,
    settlementOf(
      { ...rest, vocabulary: { abstained: true, reason: 'Too few words.' } },
      { status: 'partial', charge: 2, input: {} },
    ),
  );
  check(POLL, await poll(partial));
  const report = (id: string, query = 'for=recruiter') =>
    get(app, `/api/v1/speech/analyze/${id}/report?${query}`, apiKey);
  check(REPORT, await report(success));
  for (const query of [
    'for=candidate&language=de',
    'for=recruiter&format=html',
    'for=x',
    'for=candidate&job_id=x',
  ]) {
    check(REPORT, await report(partial, query));
  }
  check(REPORT, await report('unknown'));
  const waiting = await make();
  check(REPORT, await report(waiting));
  check(REPORT, await report(waiting)); // POLL_RATE_LIMITED
  const bare = await make({ query: { analysis: 'false' } });
  await finish(bare, settlementOf(finishedState(), { input: { analysis: false } }));
  check(POLL, await poll(bare));
  const lost = await make();
  await finish(lost, failed);
  check(POLL, await poll(lost));
  check(CREDITS, await get(app, '/api/v1/credits', apiKey));

  for (const query of [
    '',
    '?limit=1&offset=1&status=success&tags=x&project=none&createdAfter=2026-01-01',
    '?status=x',
    '?serviceType=x',
    '?createdAfter=x',
    '?tags=',
    '?externalId=',
    '?limit=0',
  ]) {
    check(LIST, await get(app, `/api/v1/speech/runs${query}`, apiKey));
  }
}

export async function reachCandidateRecords(server: TestApp, { check }: Conformance) {
  const { app, customer } = server;
  const { apiKey } = await customer();
  const fields = { externalId: 'anna-17', metadata: '{"email":"anna@example.com","name":"Anna"}' };
  await submit(app, { apiKey, fields });
  const list = await get(app, '/api/v1/candidates', apiKey);
  check(LIST_CANDIDATE_RECORDS, list);
  check(GET_CANDIDATE_RECORD, await get(app, `/api/v1/candidates/${list.json().data[0].id}`, apiKey));
  check(GET_CANDIDATE_RECORD, await get(app, '/api/v1/candidates/unknown', apiKey));
  for (const query of ['external_id=anna-17&search=anna&stage=new', 'cursor=x', 'stage=x', 'limit=0'])
    check(LIST_CANDIDATE_RECORDS, await get(app, `/api/v1/candidates?${query}`, apiKey));
}

export async function reachHealth(t: TestContext, server: TestApp, { check }: Conformance) {
  server.clock.advance(seconds(6));
  await server.queue.workerHeartbeat('worker_test');
  check(HEALTH, await get(server.app, '/api/v1/health'));
  server.clock.advance(minutes(2));
  check(HEALTH, await get(server.app, '/api/v1/health'));
  const broken = await buildTestApp(t, {
    replace: () => ({ health: { check: () => Promise.reject(new Error('broken')) } }),
  });
  check(HEALTH, await get(broken.app, '/api/v1/health'));
}
