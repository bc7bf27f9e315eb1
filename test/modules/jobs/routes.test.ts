import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { seconds } from '#server/time.ts';
import { buildTestApp } from '#test/support/build-test-app.ts';
import { conformingClients } from '#test/support/conforming-client.ts';

const config = {
  requirements: {
    workExperience: { from: 2, to: 8, importance: 4 },
    skills: { hard_skills: [{ name: 'Bookkeeping', importance: 5 }] },
  },
};
const job = { position_id: 'acc-1', job_description: 'Keeps the books.', config };

const server = await buildTestApp({ after });
const { app, customer, clock } = server;
const clientOf = await conformingClients(server.app);

/** A customer of its own for every test. */
const newClient = async () => clientOf((await customer()).apiKey);

test('stores a job, shows what was filled in, and gives it back by its id', async () => {
  const ask = await newClient();
  const made = await ask('POST', '/jobs', job);
  assert.equal(made.status, 201);
  const { body } = made;
  assert.equal(body.id, body.job_id);
  assert.equal(body.position_id, 'acc-1');
  assert.equal(body.status, 'active');
  assert.equal(body.job_description, 'Keeps the books.');
  assert.deepEqual(body.config.requirements.education, {
    is_enabled: false,
    degree: null,
    fields: [],
    study_status: 'Both',
    importance: 3,
  });
  assert.deepEqual(body.config.requirements.workExperience, { from: 2, to: 8, importance: 4 });
  assert.equal(body.created_at, body.updated_at);
  assert.deepEqual((await ask('GET', `/jobs/${body.job_id}`)).body, body);
});

test('what a job shows can be sent back as it is', async () => {
  const ask = await newClient();
  const { body } = await ask('POST', '/jobs', job);
  const again = await ask('PATCH', `/jobs/${body.job_id}`, {
    position_id: body.position_id,
    job_description: body.job_description,
    config: body.config,
  });
  assert.deepEqual(again, { status: 200, body });
});

test('names every fault of a body at once and stores nothing', async () => {
  const ask = await newClient();
  const { status, body } = await ask('POST', '/jobs', {
    position_id: 'no spaces allowed',
    title: 'Accountant',
    config: { requirements: { workExperience: { from: 5, to: 1, importance: 0 } } },
  });
  assert.equal(status, 400);
  assert.equal(body.error.code, 'INVALID_INPUT');
  assert.deepEqual(body.error.details.fields, {
    title: 'Is not known; known are position_id, job_description, config.',
    job_description: 'Is missing.',
    position_id: 'Must be 1 to 28 letters, digits, dots, underscores or hyphens.',
    'config.requirements.workExperience.importance': 'Must be a whole number from 1 to 5.',
    'config.requirements.workExperience.from': 'Must not be above workExperience.to; 5 is above 1.',
  });
  assert.deepEqual((await ask('GET', '/jobs')).body, { data: [], next_cursor: null });
});

for (const [title, body] of [
  ['a list', []],
  ['nothing', undefined],
  ['null', 'null'],
] as const) {
  test(`refuses ${title} as a body`, async () => {
    const ask = await newClient();
    const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const answer = await ask('POST', '/jobs', body, headers);
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.body.error.details.fields, { body: 'Must be a JSON object.' });
  });
}

test('refuses a second active job with the same position id, for this client only', async () => {
  const ask = await newClient();
  const first = await ask('POST', '/jobs', job);
  const { status, body } = await ask('POST', '/jobs', job);
  assert.equal(status, 409);
  assert.equal(body.error.code, 'POSITION_ID_CONFLICT');
  assert.equal(body.error.details.job_id, first.body.job_id);
  const other = await ask('POST', '/jobs', { ...job, position_id: 'acc-2' });
  assert.equal((await ask('PATCH', `/jobs/${other.body.job_id}`, { position_id: 'acc-1' })).status, 409);
  const stranger = await newClient();
  assert.equal((await stranger('POST', '/jobs', job)).status, 201);
});

test('any number of jobs may have no position id', async () => {
  const ask = await newClient();
  const { position_id: _, ...nameless } = job;
  for (const body of [nameless, { ...nameless, position_id: null }]) {
    const made = await ask('POST', '/jobs', body);
    assert.deepEqual([made.status, made.body.position_id], [201, null]);
  }
});

test('archiving frees the position id; an archived job can be read but not changed', async () => {
  const ask = await newClient();
  const { body: first } = await ask('POST', '/jobs', job);
  clock.advance(seconds(5));
  const json = { 'content-type': 'application/json' };
  const archived = await ask('POST', `/jobs/${first.job_id}/archive`, '', json);
  assert.equal(archived.status, 200);
  assert.equal(archived.body.status, 'archived');
  assert.ok(archived.body.archived_at > first.created_at);
  clock.advance(seconds(5));
  assert.deepEqual(
    (await ask('DELETE', `/jobs/${first.job_id}`)).body,
    archived.body,
    'once more changes nothing',
  );
  assert.deepEqual((await ask('GET', `/jobs/${first.job_id}`)).body, archived.body);
  const refused = await ask('PATCH', `/jobs/${first.job_id}`, { job_description: 'x' });
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'JOB_ARCHIVED']);
  assert.equal((await ask('POST', '/jobs', job)).status, 201);
});

test('updated_at moves on a real change only', async () => {
  const ask = await newClient();
  const { body: made } = await ask('POST', '/jobs', job);
  const path = `/jobs/${made.job_id}`;
  clock.advance(seconds(1));
  for (const same of [{ position_id: 'acc-1' }, { job_description: ' Keeps the books. ' }, { config }]) {
    assert.deepEqual((await ask('PATCH', path, same)).body, made);
  }
  const changed = await ask('PATCH', path, { job_description: 'Keeps all the books.' });
  assert.equal(changed.body.job_description, 'Keeps all the books.');
  assert.deepEqual(changed.body.config, made.config);
  assert.ok(changed.body.updated_at > made.updated_at);
  assert.equal(changed.body.created_at, made.created_at);
  assert.equal((await ask('PATCH', path, { position_id: null })).body.position_id, null);
});

for (const [title, body, field] of [
  ['without a change', {}, 'body'],
  ['of what is not the customer’s', { job_id: 'x' }, 'job_id'],
  ['to no description', { job_description: null }, 'job_description'],
  ['to half a config', { config: {} }, 'config.requirements'],
] as const) {
  test(`refuses an update ${title}`, async () => {
    const ask = await newClient();
    const { body: made } = await ask('POST', '/jobs', job);
    const answer = await ask('PATCH', `/jobs/${made.job_id}`, body);
    assert.equal(answer.body.error.code, 'INVALID_INPUT');
    assert.deepEqual(Object.keys(answer.body.error.details.fields), [field]);
    assert.deepEqual((await ask('GET', `/jobs/${made.job_id}`)).body, made);
  });
}

test("another client's job is the missing one, byte for byte", async () => {
  const ask = await newClient();
  const { body: made } = await ask('POST', '/jobs', job);
  const stranger = await newClient();
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { job_description: 'mine now' }],
    ['PATCH', '', { nonsense: 1 }],
    ['POST', '/archive', undefined],
    ['DELETE', '', undefined],
  ] as const) {
    const theirs = await stranger(method, `/jobs/${made.job_id}${path}`, body);
    const missing = await stranger(method, `/jobs/nobody${path}`, body);
    assert.equal(theirs.status, 404);
    for (const { error } of [theirs.body, missing.body]) {
      delete error.requestId;
      delete error.timestamp;
    }
    assert.deepEqual(theirs, missing);
  }
  assert.deepEqual((await stranger('GET', '/jobs')).body.data, []);
  assert.deepEqual((await ask('GET', `/jobs/${made.job_id}`)).body, made);
});

test('lists newest first, page by page, active ones unless asked otherwise', async () => {
  const ask = await newClient();
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) {
    ids.unshift((await ask('POST', '/jobs', { ...job, position_id: `p-${index}` })).body.job_id);
  }
  await ask('POST', `/jobs/${ids[1]}/archive`);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await ask('GET', `/jobs?limit=2${cursor && `&cursor=${cursor}`}`);
    assert.ok(page.body.data.length <= 2);
    seen.push(...page.body.data.map((one: { job_id: string }) => one.job_id));
    cursor = page.body.next_cursor;
  }
  assert.deepEqual(seen, [ids[0], ids[2], ids[3], ids[4]]);
  const idsOf = async (query: string) =>
    (await ask('GET', `/jobs?${query}`)).body.data.map((one: { job_id: string }) => one.job_id);
  assert.deepEqual(await idsOf('status=archived'), [ids[1]]);
  assert.deepEqual(await idsOf('position_id=p-2'), [ids[2]]);
  assert.deepEqual(await idsOf('position_id=p-3'), []);
  assert.deepEqual(await idsOf('position_id=p-3&status=archived'), [ids[1]]);
  assert.deepEqual(await idsOf('position_id=%00'), []);
});

for (const [query, code, field] of [
  ['limit=0', 'INVALID_INPUT', 'limit'],
  ['limit=101', 'INVALID_INPUT', 'limit'],
  ['limit=ten', 'INVALID_INPUT', 'limit'],
  ['cursor=7', 'INVALID_INPUT', 'cursor'],
  ['cursor=', 'INVALID_INPUT', 'cursor'],
  ['status=gone', 'INVALID_STATUS', undefined],
] as const) {
  test(`refuses to list by ${query}`, async () => {
    const ask = await newClient();
    const { status, body } = await ask('GET', `/jobs?${query}`);
    assert.deepEqual([status, body.error.code], [400, code]);
    assert.deepEqual(Object.keys(body.error.details?.fields ?? {}), field ? [field] : []);
  });
}

test('needs the permission of a module that uses jobs, either of the two', async () => {
  for (const [permissions, status] of [
    [['cvdeepmatch'], 200],
    [['cvdeepsearch'], 200],
    [['speech', 'interview'], 403],
  ] as const) {
    const { apiKey } = await customer({ key: { permissions: [...permissions] } });
    const answer = await clientOf(apiKey)('GET', '/jobs');
    assert.equal(answer.status, status);
  }
});

test('the same Idempotency-Key makes one job', async () => {
  const ask = await newClient();
  const headers = { 'idempotency-key': 'once' };
  const first = await ask('POST', '/jobs', job, headers);
  assert.deepEqual(await ask('POST', '/jobs', job, headers), first);
  assert.equal((await ask('POST', '/jobs', { ...job, job_description: 'y' }, headers)).status, 409);
  assert.equal((await ask('GET', '/jobs')).body.data.length, 1);
});

test('the same Idempotency-Key changes a job once, and an answer given before says so', async () => {
  const { apiKey } = await customer();
  const patch = async (job_description: string) => {
    const { statusCode, headers, body } = await app.inject({
      ...{ method: 'PATCH', url: `/api/v1/jobs/${id}` },
      headers: { 'x-api-key': apiKey, 'idempotency-key': 'change' },
      payload: { job_description },
    });
    return { status: statusCode, replayed: headers['idempotency-replayed'], body };
  };
  const ask = clientOf(apiKey);
  const { job_id: id } = (await ask('POST', '/jobs', job)).body;
  const first = await patch('first');
  assert.deepEqual([first.status, first.replayed], [200, undefined]);
  await ask('PATCH', `/jobs/${id}`, { job_description: 'second' });
  assert.deepEqual(await patch('first'), { ...first, replayed: 'true' });
  assert.equal((await ask('GET', `/jobs/${id}`)).body.job_description, 'second');
  assert.equal((await patch('third')).status, 409);
});

test('an empty position_id is a fault, and takes none away', async () => {
  const ask = await newClient();
  const made = (await ask('POST', '/jobs', { ...job, position_id: 'kept' })).body;
  for (const refused of [
    await ask('POST', '/jobs', { ...job, position_id: '' }),
    await ask('PATCH', `/jobs/${made.job_id}`, { position_id: '' }),
  ]) {
    assert.equal(refused.status, 400);
    assert.deepEqual(Object.keys(refused.body.error.details.fields), ['position_id']);
  }
  assert.equal((await ask('GET', `/jobs/${made.job_id}`)).body.position_id, 'kept');
});

test('refuses a body that is too large, no JSON, or no JSON at all', async () => {
  const ask = await newClient();
  const text = (body: string, type = 'application/json') =>
    ask('POST', '/jobs', body, { 'content-type': type });
  assert.equal((await text(`"${'x'.repeat(600_000)}"`)).body.error.code, 'PAYLOAD_TOO_LARGE');
  assert.equal((await text('{"a"')).body.error.code, 'MALFORMED_BODY');
  assert.equal(
    (await text('a=b', 'application/x-www-form-urlencoded')).body.error.code,
    'UNSUPPORTED_MEDIA_TYPE',
  );
});
