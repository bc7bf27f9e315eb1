import type { FastifyInstance } from 'fastify';
import { limits } from '#server/config/limits.ts';
import { createUploadSlots } from '#server/http/upload-slots.ts';
import { seconds } from '#server/time.ts';
import { buildTestApp, encodeForm, get, type TestApp } from '#test/support/build-test-app.ts';
import { fakePdf, matched, unreadable } from '#test/support/match-state.ts';
import type { openapiConformance } from '#test/support/openapi-conformance.ts';
import { inlineJob } from '#test/support/submit-match.ts';

/** Reaches every answer that the job catalogue and CV matching promise. */

export const NEW_JOB = 'POST /api/v1/jobs';
export const LIST_JOBS = 'GET /api/v1/jobs';
export const GET_JOB = 'GET /api/v1/jobs/{job_id}';
export const UPDATE_JOB = 'PATCH /api/v1/jobs/{job_id}';
export const ARCHIVE_JOB = 'POST /api/v1/jobs/{job_id}/archive';
export const DELETE_JOB = 'DELETE /api/v1/jobs/{job_id}';
export const SUBMIT_MATCH = 'POST /api/v1/cvdeepmatch/submit';
export const POLL_MATCH = 'GET /api/v1/cvdeepmatch/{id}';
export const LIST_MATCHES = 'GET /api/v1/cvdeepmatch/requests';

/** For a server that takes no uploads at the moment. */
export const noUploads = () => ({
  uploadSlots: createUploadSlots({ total: 0, perClient: 1, retryAfterSeconds: 1 }),
});

type Conformance = Pick<Awaited<ReturnType<typeof openapiConformance>>, 'check'>;
type Headers = Record<string, string>;

const jobUrl = (operation: string, id: string) => operation.split(' ')[1]!.replace('{job_id}', id);

const job = { position_id: 'a', job_description: 'x', config: { requirements: {} } };

/** One request of an operation on jobs, ordinary unless told otherwise. */
export function askJobs(
  app: FastifyInstance,
  operation: string,
  {
    apiKey,
    id = 'unknown',
    payload,
    headers = {},
  }: {
    apiKey: string | undefined;
    id?: string;
    payload?: string | object;
    headers?: Headers;
  },
) {
  const hasBody = payload !== undefined || operation === NEW_JOB || operation === UPDATE_JOB;
  return app.inject({
    method: operation.split(' ')[0] as 'GET',
    url: jobUrl(operation, id),
    headers: { ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }), ...headers },
    ...(hasBody ? { payload: payload ?? job } : {}),
  });
}

export function submitMatchForm(
  app: FastifyInstance,
  {
    apiKey,
    fields = inlineJob,
    file = fakePdf,
    headers = {},
  }: {
    apiKey?: string | undefined;
    fields?: Headers;
    file?: Buffer;
    headers?: Headers;
  },
) {
  const form = encodeForm([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'cv', value: file, fileName: 'cv.pdf' },
  ]);
  return app.inject({
    method: 'POST',
    url: '/api/v1/cvdeepmatch/submit',
    headers: { ...form.headers, ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }), ...headers },
    payload: form.payload,
  });
}

export async function reachJobs({ app, customer, jobs }: TestApp, { check }: Conformance): Promise<void> {
  const { apiKey, clientId } = await customer();
  const ask = async (operation: string, about: Omit<Parameters<typeof askJobs>[2], 'apiKey'> = {}) => {
    const answer = await askJobs(app, operation, { apiKey, ...about });
    check(operation, answer);
    return answer;
  };
  const id = (await ask(NEW_JOB)).json().job_id as string;
  await ask(NEW_JOB); // POSITION_ID_CONFLICT
  const other = (await ask(NEW_JOB, { payload: { ...job, position_id: 'b' } })).json().job_id as string;
  for (const operation of [NEW_JOB, UPDATE_JOB]) await ask(operation, { id, payload: { nonsense: 1 } });
  for (const operation of [NEW_JOB, UPDATE_JOB, ARCHIVE_JOB, DELETE_JOB]) {
    const text = { 'content-type': 'application/json' };
    await ask(operation, { id, payload: '{', headers: text });
    await ask(operation, { id, payload: `"${'x'.repeat(limits.jobs.maxBodyBytes)}"`, headers: text });
    await ask(operation, { id, payload: 'x', headers: { 'content-type': 'text/csv' } });
  }
  for (const operation of [NEW_JOB, ARCHIVE_JOB]) {
    await ask(operation, { headers: { 'idempotency-key': 'k'.repeat(256) } });
    const keyed = { 'idempotency-key': operation.length.toString() };
    const send = (position_id: string) => (operation === NEW_JOB ? { payload: { ...job, position_id } } : {});
    await ask(operation, { id: other, ...send('c'), headers: keyed });
    await ask(operation, { id, ...send('d'), headers: keyed });
  }
  await ask(UPDATE_JOB, { id, headers: { 'idempotency-key': 'k'.repeat(256) } });
  for (const job_description of ['y', 'z']) {
    await ask(UPDATE_JOB, { id, payload: { job_description }, headers: { 'idempotency-key': 'patch' } });
  }
  for (const operation of [GET_JOB, UPDATE_JOB, ARCHIVE_JOB, DELETE_JOB]) await ask(operation);
  await ask(UPDATE_JOB, { id });
  await ask(UPDATE_JOB, { id, payload: { position_id: 'c' } });
  await ask(UPDATE_JOB, { id: other }); // JOB_ARCHIVED
  for (const operation of [GET_JOB, DELETE_JOB]) await ask(operation, { id });
  for (const query of ['', '?status=archived&limit=1', '?status=x', '?limit=0', '?cursor=x']) {
    check(LIST_JOBS, await get(app, `/api/v1/jobs${query}`, apiKey));
  }
  if ((await jobs.list({ clientId, status: 'archived', limit: 9 })).jobs.length !== 2) {
    throw new Error('The requests did not do what they should.');
  }
}

export async function reachMatches(
  t: Parameters<typeof buildTestApp>[0],
  server: TestApp,
  { check }: Conformance,
): Promise<void> {
  const { app, customer, finish, clock } = server;
  const { apiKey } = await customer();
  const poor = await customer({ credits: 1 });
  const cold = await buildTestApp(t, { warm: false });
  const keyed = { 'idempotency-key': 'm' };
  for (const request of [
    {},
    { headers: keyed },
    { fields: { ...inlineJob, tags: '["x"]' }, headers: keyed },
    { headers: { 'idempotency-key': 'k'.repeat(256) } },
    { fields: { ...inlineJob, config: '7' } },
    { fields: { ...inlineJob, metadata: '[]' } },
    { fields: { ...inlineJob, tags: '{}' } },
    { fields: { position_id: 'unknown' } },
    { file: Buffer.from('text') },
    { file: Buffer.concat([fakePdf, Buffer.alloc(limits.cv.maxSizeBytes)]) },
    { headers: { 'content-type': 'multipart/form-data' } },
    { headers: { 'content-type': 'application/json' } },
    { apiKey: poor.apiKey },
  ]) {
    check(SUBMIT_MATCH, await submitMatchForm(app, { apiKey, ...request }));
  }
  const coldKey = (await cold.customer()).apiKey;
  check(SUBMIT_MATCH, await submitMatchForm(cold.app, { apiKey: coldKey }));
  const full = await buildTestApp(t, { replace: noUploads });
  check(SUBMIT_MATCH, await submitMatchForm(full.app, { apiKey: (await full.customer()).apiKey }));

  const poll = async (id: string) => check(POLL_MATCH, await get(app, `/api/v1/cvdeepmatch/${id}`, apiKey));
  const make = async (fields: Headers = {}) =>
    (await submitMatchForm(app, { apiKey, fields: { ...inlineJob, ...fields } })).json().id as string;
  const processing = await make({ metadata: '{"a":{"b":1}}', tags: '["x"]' });
  await poll(processing);
  await poll(processing); // POLL_RATE_LIMITED
  await poll('unknown');
  const finished = await make({ webhook_url: 'https://example.com', saveJob: 'true' });
  check(SUBMIT_MATCH, await submitMatchForm(app, { apiKey, fields: { ...inlineJob, saveJob: 'true' } }));
  clock.advance(seconds(1));
  await finish(finished, matched());
  await poll(finished);
  const failed = await make();
  await finish(failed, unreadable);
  await poll(failed);
  for (const query of ['', '?status=failed&limit=1', '?status=x', '?limit=0', '?tags=', '?created_after=x']) {
    check(LIST_MATCHES, await get(app, `/api/v1/cvdeepmatch/requests${query}`, apiKey));
  }
  for (let count = 0; count < 9; count++) {
    const answer = await submitMatchForm(app, { apiKey });
    check(SUBMIT_MATCH, answer);
    if (answer.json().status === 'queued') await poll(answer.json().id);
  }
}
