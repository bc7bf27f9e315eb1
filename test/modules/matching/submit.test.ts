import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { StoredMatch } from '#server/modules/matching/stored.ts';
import { seconds } from '#server/time.ts';
import { buildTestApp, encodeForm } from '#test/support/build-test-app.ts';
import { conformingClients } from '#test/support/conforming-client.ts';
import { fakePdf } from '#test/support/match-state.ts';
import { acceptedConfig, inlineJob, submitMatch } from '#test/support/submit-match.ts';

const server = await buildTestApp({ after });
const { customer, runs, credits, clock, blobFiles } = server;
const clientOf = await conformingClients(server.app);

async function newClient(options?: Parameters<typeof customer>[0]) {
  const { clientId, apiKey } = await customer(options);
  const ask = clientOf(apiKey);
  const submit = (...rest: Parameters<typeof submitMatch> extends [unknown, ...infer Rest] ? Rest : never) =>
    submitMatch(ask, ...rest);
  const stored = async (runId: string) =>
    (await runs.find({ clientId, runId }))!.input as unknown as StoredMatch;
  const available = async () => (await credits.balance(clientId)).available;
  return { clientId, apiKey, ask, submit, stored, available };
}

const faultsOf = ({ status, body }: Awaited<ReturnType<typeof submitMatch>>) => {
  assert.equal(status, 400);
  assert.equal(body.error.code, 'INVALID_INPUT');
  return body.error.details.fields as Record<string, string>;
};

/** After a refusal there is no run, no hold, no job and no file. */
async function leavesNothing(client: Awaited<ReturnType<typeof newClient>>, filesBefore: string[]) {
  assert.deepEqual((await client.ask('GET', '/cvdeepmatch/requests')).body.data, []);
  assert.equal(await client.available(), 100);
  assert.deepEqual(await blobFiles(), filesBefore);
}

test('takes a CV with its job inline and holds two credits', async () => {
  const { submit, stored, available, clientId } = await newClient();
  const { status, body } = await submit({
    ...inlineJob,
    metadata: '{"level":3}',
    tags: '[" a ","a"]',
    webhook_url: 'https://example.com/hook',
    source: 'whatever',
  });
  assert.equal(status, 202);
  assert.equal(body.status, 'processing');
  assert.deepEqual([body.job_id, body.position_id], [null, 'acc-1']);
  assert.equal(await available(), 98);
  const run = (await runs.find({ clientId, runId: body.id }))!;
  assert.deepEqual([run.serviceType, run.metadata, run.tags], ['cv_deepmatch', { level: 3 }, ['a']]);
  const { config, ...rest } = await stored(body.id);
  assert.deepEqual(rest, {
    cvId: rest.cvId,
    blobKey: `cvs/${rest.cvId}/upload`,
    jobDescription: 'Keeps the books.',
    jobTitle: '',
    jobId: null,
    jobVersion: null,
    positionId: 'acc-1',
    webhookUrl: 'https://example.com/hook',
    fileName: 'cv.pdf',
  });
  assert.equal(config.requirements.education.is_enabled, false, 'defaults are filled in');
  assert.ok((await blobFiles()).some((file) => file.endsWith(rest.blobKey!)));
});

test('takes the job that a reference means, as it stands at that moment', async () => {
  const { ask, submit, stored } = await newClient();
  const { body: job } = await ask('POST', '/jobs', {
    position_id: 'p',
    job_description: 'First.',
    config: acceptedConfig,
  });
  const references: Record<string, string>[] = [
    { position_id: 'p' },
    { job_id: job.job_id },
    { position_id: 'p', job_id: job.job_id },
  ];
  for (const reference of references) {
    const { status, body } = await submit(reference);
    assert.deepEqual([status, body.job_id, body.position_id], [202, job.job_id, 'p']);
    await ask('PATCH', `/jobs/${job.job_id}`, { job_description: 'Second.' });
    const { jobDescription, config, jobId } = await stored(body.id);
    assert.deepEqual([jobDescription, jobId, config], ['First.', job.job_id, job.config]);
    await ask('PATCH', `/jobs/${job.job_id}`, { job_description: 'First.' });
  }
});

test('fields of earlier versions are ignored in the address, too; others are refused there', async () => {
  const { apiKey } = await newClient();
  const form = encodeForm([
    ...Object.entries(inlineJob).map(([name, value]) => ({ name, value })),
    { name: 'cv', value: fakePdf, fileName: 'cv.pdf' },
  ]);
  const statusOf = async (query: string) => {
    const url = `/api/v1/cvdeepmatch/submit?${query}`;
    const headers = { ...form.headers, 'x-api-key': apiKey };
    return (await server.app.inject({ method: 'POST', url, headers, payload: form.payload })).statusCode;
  };
  assert.equal(await statusOf('source=x&request_id=1&external_request_id=2'), 202);
  assert.equal(await statusOf('save_job=true'), 400);
});

test('what is sent inline goes before the stored job, and is not stored unasked', async () => {
  const { ask, submit, stored } = await newClient();
  const { body: job } = await ask('POST', '/jobs', {
    position_id: 'p',
    job_description: 'Stored.',
    config: acceptedConfig,
  });
  const { body } = await submit({ ...inlineJob, position_id: 'p', job_id: job.job_id });
  assert.equal(body.job_id, null);
  assert.equal((await stored(body.id)).jobDescription, 'Keeps the books.');
  assert.deepEqual((await ask('GET', `/jobs/${job.job_id}`)).body, job);
});

test('saveJob stores a new job under its position_id, and changes that of a job_id', async () => {
  const { ask, submit, stored } = await newClient();
  const fields = {
    ...inlineJob,
    saveJob: 'True',
    request_id: 'old',
    external_request_id: 'old',
    source: 'old',
  };
  const first = await submit(fields);
  const job = (await ask('GET', `/jobs/${first.body.job_id}`)).body;
  assert.equal(job.position_id, 'acc-1');
  assert.equal(job.job_description, 'Keeps the books.');
  assert.equal((await stored(first.body.id)).jobId, job.job_id);
  clock.advance(seconds(1));
  const { position_id: _, ...rest } = { ...fields, job_description: 'Keeps all the books.' };
  assert.equal((await submit({ ...rest, job_id: job.job_id })).body.job_id, job.job_id);
  const after = (await ask('GET', `/jobs/${job.job_id}`)).body;
  assert.equal(after.job_description, 'Keeps all the books.');
  assert.ok(after.updated_at > job.updated_at);
  assert.equal((await ask('GET', '/jobs')).body.data.length, 1);
});

test('saveJob under a position_id that an active job has is a conflict: nothing is changed, nothing starts', async () => {
  const client = await newClient();
  const { ask, submit } = client;
  const fields = { ...inlineJob, saveJob: '1' };
  const { job_id: jobId } = (await submit(fields)).body;
  const job = (await ask('GET', `/jobs/${jobId}`)).body;
  const before = await blobFiles();
  const refused = await submit({ ...fields, job_description: 'Keeps all the books.' });
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'POSITION_ID_CONFLICT']);
  assert.partialDeepStrictEqual(refused.body.error.details, { position_id: 'acc-1', job_id: jobId });
  assert.deepEqual((await ask('GET', `/jobs/${jobId}`)).body, job);
  assert.deepEqual(await blobFiles(), before);
  await ask('POST', `/jobs/${jobId}/archive`);
  assert.equal((await submit(fields)).status, 202, 'an archived one does not block it');
});

test('saves no job when the run cannot be paid', async () => {
  const { ask, submit } = await newClient({ credits: 1 });
  const refused = await submit({ ...inlineJob, saveJob: 'true' });
  assert.deepEqual([refused.status, refused.body.error.code], [402, 'INSUFFICIENT_CREDITS']);
  assert.partialDeepStrictEqual(refused.body.error.details, { cost: 2, available: 1 });
  assert.deepEqual((await ask('GET', '/jobs')).body.data, []);
});

for (const [title, fields, faults] of [
  ['no reference', { job_description: 'x', config: '{"requirements":{}}' }, ['position_id']],
  ['a description without a config', { position_id: 'p', job_description: 'x' }, ['config']],
  [
    'a config without a description',
    { position_id: 'p', config: '{"requirements":{}}' },
    ['job_description'],
  ],
  ['nothing to save', { position_id: 'p', saveJob: 'true' }, ['saveJob']],
  ['a saveJob that is neither', { ...inlineJob, saveJob: 'yes' }, ['saveJob']],
  ['a config that is no JSON', { ...inlineJob, config: '{' }, ['config']],
  ['a config that is a list', { ...inlineJob, config: '[]' }, ['config']],
  ['empty references, which are none', { job_id: '', position_id: '' }, ['position_id']],
  ['a webhook over plain HTTP', { ...inlineJob, webhook_url: 'http://example.com' }, ['webhook_url']],
  ['a webhook into a private network', { ...inlineJob, webhook_url: 'https://10.0.0.1/x' }, ['webhook_url']],
  ['an unknown field', { ...inlineJob, positionId: 'x' }, ['positionId']],
  [
    'everything at once',
    {
      position_id: 'a b',
      job_description: ' ',
      config: '{"requirements":{"workExperience":{"importance":0},"skills":{"hard_skills":[{"name":""}]}}}',
      saveJob: 'yes',
      webhook_url: 'ftp://x',
    },
    [
      'job_description',
      'config.requirements.workExperience.importance',
      'config.requirements.skills.hard_skills[0].name',
      'position_id',
      'saveJob',
      'webhook_url',
    ],
  ],
] as const) {
  test(`names what is wrong with ${title} and leaves nothing`, async () => {
    const client = await newClient();
    const before = await blobFiles();
    assert.deepEqual(Object.keys(faultsOf(await client.submit(fields))), faults);
    await leavesNothing(client, before);
  });
}

test('a strictly validated saveJob saves nothing and starts nothing', async () => {
  const client = await newClient();
  const before = await blobFiles();
  const config = '{"requirements":{"relevant_industries":[],"importance":9}}';
  const faults = faultsOf(await client.submit({ ...inlineJob, config, saveJob: 'true' }));
  assert.deepEqual(Object.keys(faults), [
    'config.requirements.importance',
    'config.requirements.relevant_industries',
  ]);
  assert.deepEqual((await client.ask('GET', '/jobs')).body.data, []);
  await leavesNothing(client, before);
});

for (const [title, file, code] of [
  ['no file', null, 'INVALID_INPUT'],
  ['an empty file', { value: '' }, 'INVALID_INPUT'],
  ['the CV as text', { fileName: undefined }, 'INVALID_INPUT'],
  ['a Word document', { value: 'PK\u0003\u0004word', fileName: 'cv.pdf' }, 'UNSUPPORTED_FORMAT'],
  ['a header too far into the file', { value: `${' '.repeat(2000)}%PDF-1.7` }, 'UNSUPPORTED_FORMAT'],
  ['10 MB and a byte', { value: Buffer.concat([fakePdf, Buffer.alloc(10 * 1024 * 1024)]) }, 'FILE_TOO_LARGE'],
] as const) {
  test(`refuses ${title} and leaves nothing`, async () => {
    const client = await newClient();
    const before = await blobFiles();
    const { fileName, ...rest } = { fileName: 'cv.pdf' as string | undefined, ...file };
    const part = file === null ? null : fileName === undefined ? undefined : { ...rest, fileName };
    const answer =
      part === undefined
        ? await client.submit({ ...inlineJob, cv: 'text' }, null)
        : await client.submit(inlineJob, part);
    assert.deepEqual([answer.status, answer.body.error.code], [400, code]);
    const fields = Object.keys(answer.body.error.details?.fields ?? {});
    assert.deepEqual(fields, code === 'INVALID_INPUT' ? ['cv'] : []);
    await leavesNothing(client, before);
  });
}

test('takes a single file under any name, a PDF whatever it is called, and 10 MB of it', async () => {
  const { submit } = await newClient();
  const most = Buffer.concat([fakePdf, Buffer.alloc(10 * 1024 * 1024 - fakePdf.length)]);
  for (const file of [
    { name: 'file' },
    { name: 'resume', fileName: 'cv.docx' },
    { value: Buffer.concat([Buffer.from('\u00ef\u00bb\u00bf\n'), fakePdf]) },
    { value: most },
  ]) {
    assert.equal((await submit(inlineJob, file)).status, 202);
  }
});

test('refuses two files', async () => {
  const client = await newClient();
  const before = await blobFiles();
  const file = { name: 'cv', value: fakePdf, fileName: 'cv.pdf' };
  const fields = Object.entries(inlineJob).map(([name, value]) => ({ name, value }));
  const form = encodeForm([...fields, file, { ...file, name: 'more' }]);
  const answer = await client.ask('POST', '/cvdeepmatch/submit', form.payload, form.headers);
  assert.deepEqual(Object.keys(faultsOf(answer)), ['more']);
  await leavesNothing(client, before);
});

test('fields may come behind the file, and a bad one before it is refused before it is read', async () => {
  const client = await newClient();
  const file = { name: 'cv', value: fakePdf, fileName: 'cv.pdf' };
  const fields = Object.entries(inlineJob).map(([name, value]) => ({ name, value }));
  const behind = encodeForm([file, ...fields]);
  assert.equal((await client.ask('POST', '/cvdeepmatch/submit', behind.payload, behind.headers)).status, 202);
  const bad = encodeForm([{ name: 'config', value: '{' }, file]);
  const cut = bad.payload.subarray(0, bad.payload.length - 40);
  const refused = await client.ask('POST', '/cvdeepmatch/submit', cut, bad.headers);
  assert.deepEqual(faultsOf(refused), { config: 'Is not valid JSON.' });
});

test('a reference that means no active job of this client is JOB_NOT_FOUND', async () => {
  const client = await newClient();
  const stranger = await newClient();
  const { body: job } = await client.ask('POST', '/jobs', {
    position_id: 'p',
    job_description: 'x',
    config: acceptedConfig,
  });
  const { body: archived } = await client.ask('POST', '/jobs', {
    position_id: 'gone',
    job_description: 'x',
    config: acceptedConfig,
  });
  await client.ask('POST', `/jobs/${archived.job_id}/archive`);
  const before = await blobFiles();
  const { position_id: _, ...inline } = inlineJob;
  for (const [{ submit }, fields] of [
    [client, { position_id: 'q' }],
    [client, { position_id: 'gone' }],
    [client, { job_id: archived.job_id }],
    [client, { job_id: job.job_id, position_id: 'q' }],
    [client, { ...inline, job_id: 'unknown' }],
    [client, { ...inline, job_id: 'unknown', saveJob: 'true' }],
    [stranger, { position_id: 'p' }],
    [stranger, { job_id: job.job_id }],
  ] as const) {
    const { status, body } = await submit(fields as Record<string, string>);
    assert.deepEqual([status, body.error.code], [400, 'JOB_NOT_FOUND'], JSON.stringify(fields));
  }
  await leavesNothing(client, before);
});

for (const [field, value, code] of [
  ['metadata', '[]', 'INVALID_METADATA'],
  ['metadata', `{"k":"${'x'.repeat(501)}"}`, 'INVALID_METADATA'],
  ['tags', '[""]', 'INVALID_TAGS'],
  ['tags', '{}', 'INVALID_TAGS'],
] as const) {
  test(`refuses ${field} ${value.slice(0, 10)}`, async () => {
    const { submit } = await newClient();
    const { status, body } = await submit({ ...inlineJob, [field]: value });
    assert.deepEqual([status, body.error.code], [400, code]);
  });
}

test('the same Idempotency-Key makes one run, one hold, one file', async () => {
  const { submit, available } = await newClient();
  const headers = { 'idempotency-key': 'k' };
  const first = await submit(inlineJob, {}, headers);
  const files = await blobFiles();
  assert.deepEqual(await submit(inlineJob, { fileName: 'other.pdf' }, headers), first);
  const conflict = await submit({ ...inlineJob, tags: '["x"]' }, {}, headers);
  assert.deepEqual([conflict.status, conflict.body.error.code], [409, 'IDEMPOTENCY_CONFLICT']);
  assert.equal(await available(), 98);
  assert.deepEqual(await blobFiles(), files);
});

test('needs the permission of its module', async () => {
  const { submit } = await newClient({ key: { permissions: ['cvdeepsearch', 'speech'] } });
  const { status, body } = await submit();
  assert.deepEqual([status, body.error.code], [403, 'MISSING_PERMISSION']);
});

test('more than eight at once queue', async () => {
  const { submit, ask } = await newClient();
  for (let count = 0; count < 8; count++) assert.equal((await submit()).body.status, 'processing');
  const ninth = await submit();
  assert.deepEqual([ninth.body.status, ninth.body.queue_position], ['queued', 1]);
  const polled = await ask('GET', `/cvdeepmatch/${ninth.body.id}`);
  assert.deepEqual([polled.body.status, polled.body.queue_position], ['queued', 1]);
});

test('is warming up until a worker is ready', async (t) => {
  const cold = await buildTestApp(t, { warm: false });
  const { apiKey } = await cold.customer();
  const ask = (await conformingClients(cold.app))(apiKey);
  const { status, body } = await submitMatch(ask);
  assert.deepEqual([status, body.error], [503, 'SERVICE_WARMING_UP']);
});
