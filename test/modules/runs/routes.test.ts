import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { minutes } from '#server/time.ts';
import { buildTestApp, get, submit } from '#test/support/build-test-app.ts';
import { conformingClients } from '#test/support/conforming-client.ts';
import { failed } from '#test/support/data-layer.ts';
import { finishedState, settlementOf } from '#test/support/speech-state.ts';
import { submitMatch } from '#test/support/submit-match.ts';

const list = async (app: Parameters<typeof get>[0], apiKey: string, query: string) =>
  get(app, `/api/v1/speech/runs${query}`, apiKey);

/** Five runs, a minute apart from 09:00: r0 … r4. */
async function withRuns(t: TestContext) {
  const server = await buildTestApp(t);
  const { app, customer, identity, finish, clock } = server;
  const { apiKey, clientId } = await customer();
  const project = await identity.createProject({ clientId, name: 'North' });
  const inProject = await identity.createKey({ clientId, projectId: project.id });
  const ids: string[] = [];
  const make = async (key: string, fields: Record<string, string>) => {
    ids.push((await submit(app, { apiKey: key, fields })).json().id);
    clock.advance(minutes(1));
  };
  await make(apiKey, { externalId: 'ext', tags: '["a","b"]', metadata: '{"team":"north","level":3}' });
  await make(apiKey, { externalId: 'ext', tags: '["a"]', metadata: '{"team":"south","on":true}' });
  await make(inProject.apiKey, { tags: '["b","ü x"]', metadata: '{"team":{"deep":"north"}}' });
  await make(apiKey, { metadata: '{"deep":[1],"team":"north"}' });
  await make(apiKey, { language: 'de' });
  await finish(ids[0]!, settlementOf(finishedState()));
  await finish(ids[1]!, failed);
  const other = await customer();
  await submit(app, { apiKey: other.apiKey, fields: { externalId: 'ext' } });
  /** Names of the runs a query finds, newest first, or the code of its refusal. */
  const find = async (query: string) => {
    const body = (await list(app, apiKey, query)).json();
    return body.error
      ? body.error.code
      : body.runs.map(({ id }: { id: string }) => `r${ids.indexOf(id)}`).join(' ');
  };
  return { ...server, apiKey, ids, project, find, other };
}

test('rows are the newest first and show what each status has', async (t) => {
  const { app, apiKey, ids } = await withRuns(t);
  const { runs, pagination, timestamp } = (await list(app, apiKey, '')).json();
  assert.deepEqual(pagination, { limit: 20, offset: 0, count: 5, hasMore: false, nextCursor: null });
  assert.ok(Date.parse(timestamp));
  assert.deepEqual(
    runs.map(({ status }: { status: string }) => status),
    ['processing', 'processing', 'processing', 'failed', 'success'],
  );
  const { processingTimeMs, ...success } = runs[4];
  assert.equal(typeof processingTimeMs, 'number');
  assert.deepEqual(success, {
    id: ids[0],
    externalId: 'ext',
    status: 'success',
    serviceType: 'speech',
    projectId: null,
    metadata: { team: 'north', level: '3' },
    tags: ['a', 'b'],
    createdAt: '2026-03-01T09:00:00.000Z',
    audio: {
      durationMs: 240_000,
      durationFormatted: '4:00',
      languageCode: 'en',
      requestedLanguage: 'en',
      speakerCount: 2,
    },
    scores: {
      vocabulary: 3.2,
      vocabularyCefr: 'B2',
      fluency: 3.5,
      fluencyCefr: 'B2',
      accent: 3.8,
      accentCefr: 'B2',
      overall: 3.5,
      cefrLevel: 'B2',
    },
    error: null,
  });
  assert.deepEqual(runs[3].error, { code: 'TRANSCRIPTION_FAILED', message: 'No speech was found.' });
  assert.equal(runs[0].processingTimeMs, null);
  assert.deepEqual(
    [runs[0].audio.requestedLanguage, runs[0].audio.languageCode, runs[0].scores.overall],
    ['de', null, null],
  );
});

test('every filter finds what it says, alone and together', async (t) => {
  const { find, project } = await withRuns(t);
  for (const [query, found] of [
    ['?status=processing', 'r4 r3 r2'],
    ['?status=success', 'r0'],
    ['?status=failed', 'r1'],
    ['?status=queued', ''],
    ['?status=partial', ''],
    ['?serviceType=speech', 'r4 r3 r2 r1 r0'],
    ['?serviceType=cv_deepmatch', ''],
    [`?project=${project.id}`, 'r2'],
    ['?project=none', 'r4 r3 r1 r0'],
    ['?project=unknown', ''],
    ['?tags=a', 'r1 r0'],
    ['?tags=a,b', 'r0'],
    ['?tags=a&tags=b', 'r0'],
    ['?tags=%20b%20', 'r2 r0'],
    ['?tags=%C3%BC%20x', 'r2'],
    ['?tags=A', ''],
    ['?metadata_key=team&metadata_value=north', 'r0'], // nested metadata cannot be filtered
    ['?metadata_key=level&metadata_value=3', 'r0'],
    ['?metadata_key=on&metadata_value=true', 'r1'],
    ['?metadata_key=team&metadata_value=', ''],
    ['?externalId=ext', 'r1 r0'],
    ['?externalId=EXT', ''],
    ['?externalId=%25', ''],
    ['?createdAfter=2026-03-01T09:01:00.000Z', 'r4 r3 r2 r1'],
    ['?createdAfter=2026-03-01T09:01:00.001Z', 'r4 r3 r2'],
    ['?createdBefore=2026-03-01T09:01:00Z', 'r1 r0'],
    ['?createdBefore=2026-03-01T10:01:00%2B01:00', 'r1 r0'],
    ['?createdBefore=2026-03-01T10:01:00+01:00', 'r1 r0'], // "+" arrives as a space
    ['?createdBefore=2026-03-01T10:01:00+0100', 'r1 r0'],
    ['?createdBefore=2026-03-01T10:01+01', 'r1 r0'],
    ['?createdBefore=2026-03-01T09:01:00', 'r1 r0'], // no zone: UTC
    ['?createdBefore=2026-03-01', 'r4 r3 r2 r1 r0'], // to the end of the day
    ['?createdAfter=2026-03-01', 'r4 r3 r2 r1 r0'],
    ['?createdAfter=2026-03-02', ''],
    ['?createdAfter=2026-03-01T09:01:00Z&createdBefore=2026-03-01T09:02:00Z', 'r2 r1'],
    ['?tags=a&status=failed&externalId=ext&project=none', 'r1'],
  ] as const) {
    assert.equal(await find(query), found, query);
  }
});

test('pages follow on one another', async (t) => {
  const { app, apiKey, find } = await withRuns(t);
  assert.equal(await find('?limit=2'), 'r4 r3');
  assert.equal(await find('?limit=2&offset=2'), 'r2 r1');
  assert.equal(await find('?limit=2&offset=4'), 'r0');
  assert.equal(await find('?limit=100&offset=9007199254740991'), '');
  for (const [query, pagination] of [
    ['?limit=2', { limit: 2, offset: 0, count: 2, hasMore: true }],
    ['?limit=5', { limit: 5, offset: 0, count: 5, hasMore: false }],
    ['?limit=2&offset=4', { limit: 2, offset: 4, count: 1, hasMore: false }],
  ] as const) {
    const { nextCursor, ...rest } = (await list(app, apiKey, query)).json().pagination;
    assert.deepEqual(rest, pagination);
    assert.equal(nextCursor === null, !pagination.hasMore);
  }
});

test('a cursor leads through the list while new runs come, with the same filters', async (t) => {
  const { app, apiKey, ids } = await withRuns(t);
  const pages: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { runs, pagination }: { runs: { id: string }[]; pagination: { nextCursor: string | null } } = (
      await list(app, apiKey, `?limit=2&createdAfter=2026-01-01${cursor && `&cursor=${cursor}`}`)
    ).json();
    pages.push(runs.map(({ id }) => `r${ids.indexOf(id)}`).join(' '));
    if (pages.length === 1) await submit(app, { apiKey });
    cursor = pagination.nextCursor;
  }
  assert.deepEqual(pages, ['r4 r3', 'r2 r1', 'r0']);
});

test('a key sees runs of the modules it may use, and no others', async (t) => {
  const server = await buildTestApp(t);
  const { app, customer, identity } = server;
  const { clientId, apiKey } = await customer();
  await submit(app, { apiKey });
  await submitMatch((await conformingClients(app))(apiKey));
  const speechOnly = (await identity.createKey({ clientId, permissions: ['speech'] })).apiKey;
  const types = async (key: string, query = '') =>
    (await list(app, key, query))
      .json()
      .runs.map(({ serviceType }: { serviceType: string }) => serviceType)
      .join(' ');
  assert.equal(await types(apiKey), 'cv_deepmatch speech');
  assert.equal(await types(speechOnly), 'speech');
  assert.equal(await types(speechOnly, '?serviceType=cv_deepmatch'), '');
  assert.equal(await types(speechOnly, '?serviceType=speech'), 'speech');
});

const tooManyTags = Array.from({ length: 21 }, (_, index) => `t${index}`).join(',');

test('what cannot be a filter is refused with its code', async (t) => {
  const { find } = await withRuns(t);
  for (const [query, code] of [
    ['?status=done', 'INVALID_STATUS'],
    ['?status=', 'INVALID_STATUS'],
    ['?status=failed&status=success', 'INVALID_STATUS'],
    ['?serviceType=cv', 'INVALID_SERVICE_TYPE'],
    ['?createdAfter=yesterday', 'INVALID_DATE'],
    ['?createdAfter=', 'INVALID_DATE'],
    ['?createdAfter=1772355600', 'INVALID_DATE'],
    ['?createdAfter=2026-02-30', 'INVALID_DATE'],
    ['?createdBefore=2026-13-01T00:00:00Z', 'INVALID_DATE'],
    ['?createdBefore=2026-03-01T25:00:00Z', 'INVALID_DATE'],
    ['?createdBefore=2026-03-01&createdBefore=2026-03-02', 'INVALID_DATE'],
    ['?tags=', 'INVALID_TAGS'],
    ['?tags=a,,b', 'INVALID_TAGS'],
    ['?cursor=x', 'INVALID_INPUT'],
    ['?limt=5', 'INVALID_INPUT'],
    ['?candidate_ref=x', 'INVALID_INPUT'],
    ['?__proto__=x', 'INVALID_INPUT'],
    ['?offset=1&cursor=djEgNCAyMDI2LTAzLTAxVDA5OjAzOjAwLjAwMFo', 'INVALID_INPUT'],
    [`?tags=${'x'.repeat(41)}`, 'INVALID_TAGS'],
    [`?tags=${tooManyTags}`, 'INVALID_TAGS'],
    ['?externalId=', 'INVALID_EXTERNAL_ID'],
    [`?externalId=${'x'.repeat(256)}`, 'INVALID_EXTERNAL_ID'],
    ['?limit=0', 'INVALID_INPUT'],
    ['?limit=101', 'INVALID_INPUT'],
    ['?limit=ten', 'INVALID_INPUT'],
    ['?limit=1.5', 'INVALID_INPUT'],
    ['?limit=', 'INVALID_INPUT'],
    ['?offset=-1', 'INVALID_INPUT'],
    ['?offset=1e99', 'INVALID_INPUT'],
    ['?metadata_key=team', 'INVALID_INPUT'],
    ['?metadata_value=north', 'INVALID_INPUT'],
    ['?project=', 'INVALID_INPUT'],
  ] as const) {
    assert.equal(await find(query), code, query);
  }
});

test('text with a NUL finds nothing and breaks nothing', async (t) => {
  const { find } = await withRuns(t);
  for (const query of [
    '?externalId=%00',
    '?project=%00',
    '?tags=%00',
    '?metadata_key=%00&metadata_value=%00',
  ]) {
    assert.equal(await find(query), '', query);
  }
});

test('a client sees its own runs only', async (t) => {
  const { app, other } = await withRuns(t);
  assert.equal((await list(app, other.apiKey, '?externalId=ext')).json().runs.length, 1);
});
