import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { minutes, seconds } from '#server/time.ts';
import { buildTestApp } from '#test/support/build-test-app.ts';
import { conformingClients } from '#test/support/conforming-client.ts';
import { matched, unreadable } from '#test/support/match-state.ts';
import { acceptedConfig, inlineJob, submitMatch } from '#test/support/submit-match.ts';

const server = await buildTestApp({ after });
const { customer, clock, finish, identity, webhooks } = server;
const clientOf = await conformingClients(server.app);

async function newClient() {
  const { clientId, apiKey } = await customer();
  const ask = clientOf(apiKey);
  const make = async (fields: Record<string, string> = {}, as = ask) =>
    (await submitMatch(as, { ...inlineJob, ...fields })).body.id as string;
  return { clientId, apiKey, ask, make };
}

const withoutTime = ({ timestamp: _, ...body }: Record<string, unknown>) => body;

test('a match under way says how far it is, every ten seconds at most', async () => {
  const { ask, make } = await newClient();
  const id = await make({ tags: '["a"]', metadata: '{"n":1,"deep":{"x":[2]}}' });
  const { status, body } = await ask('GET', `/cvdeepmatch/${id}`);
  assert.equal(status, 200);
  assert.deepEqual(withoutTime(body), {
    id,
    status: 'processing',
    job_id: null,
    position_id: 'acc-1',
    message: 'Waiting for a free worker.',
    created_at: new Date(clock.now()).toISOString(),
    poll_interval_seconds: 10,
    metadata: { n: '1', deep: '{"x":[2]}' },
    tags: ['a'],
  });
  clock.advance(seconds(9.5));
  const refused = await ask('GET', `/cvdeepmatch/${id}`);
  assert.deepEqual(
    [refused.status, refused.body.error, refused.body.retryAfterSeconds],
    [429, 'POLL_RATE_LIMITED', 1],
  );
  clock.advance(seconds(0.5));
  assert.equal((await ask('GET', `/cvdeepmatch/${id}`)).status, 200);
});

test('a finished match shows score, requirements, evidence, profile and what it cost, as often as asked', async () => {
  const { ask, make } = await newClient();
  const id = await make();
  clock.advance(seconds(2));
  await finish(id, matched());
  const { body } = await ask('GET', `/cvdeepmatch/${id}`);
  assert.deepEqual((await ask('GET', `/cvdeepmatch/${id}`)).body, body);
  assert.equal(body.status, 'finished');
  assert.equal(body.score, 60);
  assert.deepEqual(body.score_cap, {
    limit: 60,
    uncapped_score: 81.5,
    reason: 'A minimal qualification is not met.',
  });
  assert.deepEqual(body.credits, { deducted: 2, remainingBalance: 98 });
  const [requirement, unknown] = body.requirements;
  assert.equal(requirement.met, 'yes');
  assert.deepEqual(requirement.evidence, [
    { text: 'Accountant', page: 1, box: { x: 0.1, y: 0.2, width: 0.3, height: 0.02 } },
  ]);
  assert.deepEqual([unknown.met, unknown.score], ['unknown', null]);
  const [position] = body.profile.positions;
  assert.deepEqual(
    [position.title, position.employer, position.start, position.end, position.is_current, position.months],
    ['Accountant', 'Acme', '2019-03', null, true, 84],
  );
  assert.equal(position.evidence.length, 1, 'the same words are shown once');
  const [education] = body.profile.education;
  assert.deepEqual(
    [education.degree, education.degree_level, education.start, education.end],
    ['B.Sc.', 'bachelor', '2015', '2018'],
  );
  assert.equal(body.profile.name.value, 'Zoë Smith');
  assert.deepEqual([body.webhook, body.error, body.job_id], [null, null, null]);
});

test('a match that lost something optional is finished, says so, and costs the same', async () => {
  const { ask, make } = await newClient();
  const id = await make();
  await finish(id, matched({ warnings: ['The language model gave no usable summary.'] }));
  const { body } = await ask('GET', `/cvdeepmatch/${id}`);
  assert.deepEqual([body.status, body.credits.deducted], ['finished', 2]);
  assert.deepEqual(body.warnings, ['The language model gave no usable summary.']);
  const told = await make();
  await finish(told, matched({ narrative: { summary: 'Told.', model: 'm' } }));
  const { summary, summary_model } = (await ask('GET', `/cvdeepmatch/${told}`)).body;
  assert.deepEqual([summary, summary_model], ['Told.', 'm']);
});

test('a failed match says why and costs nothing', async () => {
  const { ask, make } = await newClient();
  const id = await make();
  await finish(id, unreadable);
  const { status, body } = await ask('GET', `/cvdeepmatch/${id}`);
  assert.equal(status, 200);
  assert.deepEqual([body.status, body.score, body.requirements], ['failed', null, null]);
  assert.deepEqual(body.error, { code: 'CV_UNREADABLE', message: 'The PDF is damaged and cannot be read.' });
  assert.deepEqual(body.credits, { deducted: 0, remainingBalance: 100 });
});

for (const [settlement, event] of [
  [matched(), 'cvdeepmatch.finished'],
  [unreadable, 'cvdeepmatch.failed'],
] as const) {
  test(`a webhook is announced with the result: ${event}, saying what a poll says`, async () => {
    const { ask, make, clientId } = await newClient();
    const id = await make({ webhook_url: 'https://example.com/hook' });
    assert.equal(await webhooks.standing({ clientId, subjectId: id }), undefined);
    await finish(id, settlement);
    const { body } = await ask('GET', `/cvdeepmatch/${id}`);
    const { message_id, ...webhook } = body.webhook;
    assert.deepEqual(webhook, {
      url: 'https://example.com/hook',
      status: 'pending',
      attempts: 0,
      next_attempt_at: new Date(clock.now()).toISOString(),
    });
    const { body: sent } = await webhooks.show(message_id);
    const { event: sentEvent, ...told } = JSON.parse(sent);
    assert.equal(sentEvent, event);
    const { webhook: _, timestamp: __, ...polled } = body;
    assert.deepEqual(told, polled);
  });
}

test("another client's match is the missing one, byte for byte, and so is another module's run", async () => {
  const { make } = await newClient();
  const { ask: stranger } = await newClient();
  const id = await make();
  const answers = await Promise.all(
    [id, 'unknown', 'a\0b'].map((one) => stranger('GET', `/cvdeepmatch/${encodeURIComponent(one)}`)),
  );
  for (const { status, body } of answers) {
    assert.equal(status, 404);
    assert.equal(body.error.code, 'REQUEST_NOT_FOUND');
    assert.equal(body.error.message, answers[0]!.body.error.message);
  }
});

test('lists newest first with every filter, page by page', async () => {
  const { clientId, ask, make } = await newClient();
  const project = await identity.createProject({ clientId, name: 'North' });
  const inProject = clientOf((await identity.createKey({ clientId, projectId: project.id })).apiKey);
  const ids: string[] = [];
  const add = async (fields: Record<string, string>, as?: typeof ask) => {
    ids.push(await make(fields, as));
    clock.advance(minutes(1));
  };
  await add({ tags: '["a","b"]', metadata: '{"team":"north","level":3}' });
  await add({ tags: '["a"]', metadata: '{"team":"south"}' });
  await add({ tags: '["b"]', metadata: '{"team":{"deep":1}}' }, inProject);
  await add({});
  await add({});
  await finish(ids[0]!, matched());
  await finish(ids[1]!, unreadable);
  await finish(ids[3]!, matched({ warnings: ['x'] }));
  await (await newClient()).make({ tags: '["a"]' });

  const find = async (query: string) =>
    (await ask('GET', `/cvdeepmatch/requests${query}`)).body.data
      .map(({ id }: { id: string }) => `m${ids.indexOf(id)}`)
      .join(' ');
  for (const [query, expected] of [
    ['', 'm4 m3 m2 m1 m0'],
    ['?status=processing', 'm4 m2'],
    ['?status=finished', 'm3 m0'],
    ['?status=failed', 'm1'],
    ['?status=queued', ''],
    [`?project=${project.id}`, 'm2'],
    ['?project=none', 'm4 m3 m1 m0'],
    ['?project=unknown', ''],
    ['?tags=a', 'm1 m0'],
    ['?tags=a,b', 'm0'],
    ['?tags=a&tags=b', 'm0'],
    ['?metadata_key=team&metadata_value=north', 'm0'],
    ['?metadata_key=level&metadata_value=3', 'm0'],
    ['?metadata_key=team&metadata_value=west', ''],
    ['?status=finished&tags=a', 'm0'],
  ] as const) {
    assert.equal(await find(query), expected, query);
  }

  const pages: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await ask('GET', `/cvdeepmatch/requests?limit=2${cursor && `&cursor=${cursor}`}`);
    pages.push(body.data.map(({ id }: { id: string }) => `m${ids.indexOf(id)}`).join(' '));
    // Whatever is submitted meanwhile moves no page.
    if (pages.length === 1) await make();
    cursor = body.next_cursor;
  }
  assert.deepEqual(pages, ['m4 m3', 'm2 m1', 'm0']);

  const row = (await ask('GET', '/cvdeepmatch/requests?status=finished&tags=b')).body.data[0];
  const { created_at, finished_at, processing_time_ms, ...rest } = row;
  assert.ok(created_at < finished_at && processing_time_ms >= 0);
  assert.deepEqual(rest, {
    id: ids[0],
    status: 'finished',
    job_id: null,
    position_id: 'acc-1',
    score: 60,
    project_id: null,
    metadata: { team: 'north', level: '3' },
    tags: ['a', 'b'],
    error: null,
  });
  const inSpeechList = await ask('GET', '/speech/runs?serviceType=cv_deepmatch&limit=100');
  assert.equal(inSpeechList.body.pagination.count, 6);
  assert.equal((await ask('GET', '/speech/runs?serviceType=speech')).body.pagination.count, 0);
  assert.equal((await ask('GET', '/credits')).body.usage.cvCreditsUsed, 4);
});

test('lists what was judged by one job, and what came when', async () => {
  const { ask, make } = await newClient();
  const job = (await ask('POST', '/jobs', { job_description: 'x', config: acceptedConfig })).body;
  const ofJob = async () => (await submitMatch(ask, { job_id: job.job_id })).body.id as string;
  const ids = [await make(), await ofJob()];
  const noon = new Date(clock.now()).toISOString();
  clock.advance(minutes(24 * 60));
  ids.push(await ofJob(), await make());
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  for (const [query, expected] of [
    [`?job_id=${job.job_id}`, 'm2 m1'],
    ['?job_id=unknown', ''],
    [`?created_after=${today}`, 'm3 m2'],
    [`?created_before=${noon}`, 'm1 m0'],
    [`?job_id=${job.job_id}&created_after=${today}`, 'm2'],
  ] as const) {
    const { body } = await ask('GET', `/cvdeepmatch/requests${query}`);
    const found = body.data.map(({ id }: { id: string }) => `m${ids.indexOf(id)}`).join(' ');
    assert.equal(found, expected, query);
  }
});

for (const [query, code, field] of [
  ['limit=0', 'INVALID_INPUT', 'limit'],
  ['limit=101', 'INVALID_INPUT', 'limit'],
  ['cursor=abc', 'INVALID_INPUT', 'cursor'],
  ['status=success', 'INVALID_STATUS', undefined],
  ['tags=', 'INVALID_TAGS', undefined],
  ['metadata_key=a', 'INVALID_INPUT', 'metadata_value'],
  ['metadata_value=a', 'INVALID_INPUT', 'metadata_key'],
  ['project=', 'INVALID_INPUT', 'project'],
  ['job_id=', 'INVALID_INPUT', 'job_id'],
  ['created_after=yesterday', 'INVALID_DATE', undefined],
  ['created_before=2026-02-30', 'INVALID_DATE', undefined],
] as const) {
  test(`refuses to list by ${query}`, async () => {
    const { ask } = await newClient();
    const { status, body } = await ask('GET', `/cvdeepmatch/requests?${query}`);
    assert.deepEqual([status, body.error.code], [400, code]);
    assert.deepEqual(Object.keys(body.error.details?.fields ?? {}), field ? [field] : []);
  });
}
