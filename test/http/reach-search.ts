import type { FastifyInstance } from 'fastify';
import { limits } from '#server/config/limits.ts';
import { createUploadSlots } from '#server/http/upload-slots.ts';
import { seconds } from '#server/time.ts';
import { buildTestApp, type TestApp } from '#test/support/build-test-app.ts';
import type { openapiConformance } from '#test/support/openapi-conformance.ts';
import { notSearched, searched } from '#test/support/search-state.ts';

/** Reaches every answer that CV search promises. */

export const UPSERT = 'POST /api/v1/cvds/candidates';
export const LIST_CANDIDATES = 'GET /api/v1/cvds/candidates';
export const GET_CANDIDATE = 'GET /api/v1/cvds/candidates/{external_id}';
export const DELETE_CANDIDATE = 'DELETE /api/v1/cvds/candidates/{external_id}';
export const SEARCH = 'POST /api/v1/cvds/search';
export const POLL_SEARCH = 'GET /api/v1/cvds/runs/{id}';
export const SEARCH_RESULTS = 'GET /api/v1/cvds/runs/{id}/results';
export const searchOperations = [
  UPSERT,
  LIST_CANDIDATES,
  GET_CANDIDATE,
  DELETE_CANDIDATE,
  SEARCH,
  POLL_SEARCH,
  SEARCH_RESULTS,
];

type Conformance = Pick<Awaited<ReturnType<typeof openapiConformance>>, 'check'>;

const bodies: Readonly<Record<string, object>> = {
  [UPSERT]: { corpus_id: 'c', candidates: [{ external_id: 'p', skills: ['SQL'] }] },
  [SEARCH]: { corpus_id: 'c', position_metadata: { requirements: {} } },
};

/** One request of an operation, ordinary unless told otherwise. */
export function askSearch(
  app: FastifyInstance,
  operation: string,
  {
    apiKey,
    id = 'p',
    query = 'corpus_id=c',
    payload = bodies[operation],
    headers = {},
  }: {
    apiKey: string | undefined;
    id?: string;
    query?: string;
    payload?: string | object | undefined;
    headers?: Record<string, string>;
  },
) {
  const [method, path = ''] = operation.split(' ');
  const address = path.replace(/\{\w+\}/, id);
  return app.inject({
    method: method as 'GET',
    url: operation in bodies || path.includes('/runs/') ? address : `${address}?${query}`,
    headers: { ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }), ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
}

export async function reachSearch(
  t: Parameters<typeof buildTestApp>[0],
  server: TestApp,
  { check }: Conformance,
): Promise<void> {
  const { app, customer, clock, finish, jobs } = server;
  const { apiKey, clientId } = await customer();
  const json = { 'content-type': 'application/json' };
  const ask = async (operation: string, about: Omit<Parameters<typeof askSearch>[2], 'apiKey'> = {}) => {
    const answer = await askSearch(app, operation, { apiKey, ...about });
    check(operation, answer);
    return answer;
  };
  await ask(SEARCH); // CORPUS_NOT_FOUND
  for (const operation of [LIST_CANDIDATES, GET_CANDIDATE, DELETE_CANDIDATE]) {
    await ask(operation);
    await ask(operation, { query: '' });
  }
  await ask(UPSERT);
  const one = { external_id: 'q', skills: ['SQL'] };
  await ask(UPSERT, {
    payload: { corpus_id: 'c', candidates: Array(limits.search.batch.maxCandidates + 1).fill(one) },
  });
  for (const operation of [UPSERT, SEARCH]) {
    await ask(operation, { payload: { nonsense: 1 } });
    await ask(operation, { headers: { 'idempotency-key': 'k'.repeat(256) } });
    const headers = { 'idempotency-key': operation };
    await ask(operation, { headers });
    await ask(operation, { payload: { ...bodies[operation], corpus_id: 'd' }, headers });
  }
  for (const operation of [UPSERT, SEARCH, DELETE_CANDIDATE]) {
    await ask(operation, { payload: '{', headers: json });
    await ask(operation, { payload: 'x', headers: { 'content-type': 'text/csv' } });
    const { maxBytes } = limits.search.batch;
    await ask(operation, { payload: `"${'x'.repeat(maxBytes)}"`, headers: json });
  }
  await ask(LIST_CANDIDATES, { query: 'corpus_id=c&limit=1' });
  await ask(LIST_CANDIDATES, { query: 'corpus_id=c&embedding_status=x' });
  await ask(GET_CANDIDATE);
  await ask(GET_CANDIDATE, { id: 'nobody' });

  const search = (fields: object) => ask(SEARCH, { payload: { ...bodies[SEARCH], ...fields } });
  await search({ metadata: [] });
  await search({ tags: {} });
  await search({ position_metadata: undefined, job_id: 'unknown' });
  const config = { requirements: {} } as never;
  await jobs.create({ clientId, id: 'search-job', positionId: 'taken', description: 'x', config });
  const described = { job_description: 'x', requirements: {} };
  await search({ saveJob: true, position_id: 'taken', position_metadata: described });
  const poor = await customer({ credits: 0 });
  await askSearch(app, UPSERT, poor);
  check(SEARCH, await askSearch(app, SEARCH, poor));
  const cold = await buildTestApp(t, { warm: false });
  check(SEARCH, await askSearch(cold.app, SEARCH, await cold.customer()));
  const full = await buildTestApp(t, {
    replace: () => ({ batchSlots: createUploadSlots({ total: 0, perClient: 1, retryAfterSeconds: 1 }) }),
  });
  check(UPSERT, await askSearch(full.app, UPSERT, await full.customer()));

  const made = async () => (await search({ webhook_url: 'https://example.com' })).json().id as string;
  const first = await made();
  for (const operation of [POLL_SEARCH, SEARCH_RESULTS]) {
    await ask(operation, { id: 'unknown' });
    clock.advance(seconds(10));
    await ask(operation, { id: first });
    await ask(operation, { id: first }); // POLL_RATE_LIMITED
  }
  check(
    SEARCH_RESULTS,
    await app.inject({
      url: `/api/v1/cvds/runs/${first}/results?cursor=x`,
      headers: { 'x-api-key': apiKey },
    }),
  );
  await finish(first, searched());
  const second = await made();
  await finish(second, notSearched);
  for (const id of [first, second]) {
    await ask(POLL_SEARCH, { id });
    await ask(SEARCH_RESULTS, { id });
  }
  for (let count = 0; count < limits.concurrentRunsPerClient + 1; count++) {
    const { id, status } = (await search({})).json();
    if (status === 'queued') await ask(POLL_SEARCH, { id });
  }
  await ask(DELETE_CANDIDATE);
  await ask(DELETE_CANDIDATE);
}
