import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seconds } from '#server/time.ts';
import { buildTestApp } from '#test/support/build-test-app.ts';
import { conformingClients } from '#test/support/conforming-client.ts';
import { syntheticPeople } from '../../../testkit/search/synthetic-people.ts';
import { clock, codeOf, cook, faultsOf, newClient, person, position, server, worker } from './served.ts';

test('a search explains each candidate, costs one credit, and is pending before', async () => {
  const { upsert, search, ask, available } = await newClient();
  await upsert([cook, person]);
  const { status, body } = await search({
    metadata: { level: 3 },
    tags: [' a ', 'a'],
    job_updated: '2026-01-02',
  });
  assert.equal(status, 202);
  assert.deepEqual(
    [body.status, body.corpus_id, body.job_id, body.job_updated],
    ['processing', 'c', null, '2026-01-02'],
  );
  assert.equal(await available(), 99);
  const pending = await ask('GET', `/cvds/runs/${body.id}`);
  assert.deepEqual([pending.body.results, pending.body.results_pending], [null, true]);
  assert.equal(codeOf(await ask('GET', `/cvds/runs/${body.id}`)), '429 POLL_RATE_LIMITED');
  clock.advance(seconds(10));
  const early = await ask('GET', `/cvds/runs/${body.id}/results`);
  assert.deepEqual(early.body, { data: [], next_cursor: null, results_pending: true });
  assert.equal(codeOf(await ask('GET', `/cvds/runs/${body.id}/results`)), '429 POLL_RATE_LIMITED');

  await worker.work();
  const { body: run } = await ask('GET', `/cvds/runs/${body.id}`);
  assert.deepEqual(
    [run.status, run.results_pending, run.total_results, run.candidates_searched, run.candidates_compared],
    ['finished', false, 2, 2, 2],
  );
  assert.deepEqual([run.credits.deducted, run.metadata, run.tags], [1, { level: '3' }, ['a']]);
  const [best, other] = run.results;
  assert.deepEqual([best.external_id, best.rank, other.external_id, other.rank], ['p1', 1, 'p2', 2]);
  assert.ok(best.score > other.score);
  assert.deepEqual([best.matched, best.missing], [['SQL', 'General ledger'], ['Kubernetes']]);
  const sql = best.requirements.find(({ name }: { name: string }) => name === 'SQL');
  assert.ok(
    sql.evidence.some(
      ({ text, field }: { text: string; field: string }) =>
        text === 'Wrote reports with SQL' && field === 'experience[0].description',
    ),
    JSON.stringify(sql),
  );
  assert.deepEqual(best.occupation, { score: 1, title: 'Accountant', field: 'headline' });
  assert.ok(best.reasons[0].startsWith('Accountant: '), best.reasons[0]);
  assert.ok(best.reasons[1].startsWith('SQL: '), best.reasons[1]);
  const text = JSON.stringify(run);
  assert.ok(!text.includes('Ada') && !text.includes('Baker'), 'no candidate is named');
});

test('results come page by page and end', async () => {
  const { upsert, search, ask } = await newClient();
  await upsert(syntheticPeople(40));
  const { body } = await search({ limit: 25 });
  await worker.work();
  const { body: run } = await ask('GET', `/cvds/runs/${body.id}`);
  assert.deepEqual([run.results.length, run.total_results], [20, 25]);
  const next = await ask('GET', `/cvds/runs/${body.id}/results?cursor=${run.next_cursor}`);
  assert.deepEqual(
    [...run.results, ...next.body.data].map(({ rank }: { rank: number }) => rank),
    Array.from({ length: 25 }, (_, index) => index + 1),
  );
  assert.equal(next.body.next_cursor, null);
  for (const query of ['limit=0', 'limit=101', 'cursor=x', 'cursor=cmFuayAwMQ'])
    assert.equal(codeOf(await ask('GET', `/cvds/runs/${body.id}/results?${query}`)), '400 INVALID_INPUT');
});

test('filters leave out who lacks a tag or misses what is a must', async () => {
  const { upsert, search, ask } = await newClient();
  await upsert([person, cook, ...syntheticPeople(5).map((one) => ({ ...one, tags: ['open'] }))]);
  const found = async (filters: object) => {
    const { body } = await search({ filters });
    await worker.work();
    const { body: run } = await ask('GET', `/cvds/runs/${body.id}`);
    return {
      ids: run.results.map(({ external_id }: { external_id: string }) => external_id).sort(),
      searched: run.candidates_searched,
    };
  };
  assert.deepEqual(await found({ tags: ['lisbon'] }), { ids: ['p1', 'p2'], searched: 2 });
  assert.deepEqual(await found({ tags: ['lisbon', 'open'] }), { ids: ['p1'], searched: 1 });
  assert.deepEqual(await found({ tags: ['nobody'] }), { ids: [], searched: 0 });
  const musts = await found({ tags: ['lisbon'], require_minimal_qualifications: true });
  assert.deepEqual(musts.ids, ['p1']);
});

test('a search by a stored job takes its content and says when that was last changed', async () => {
  const { upsert, search, ask } = await newClient();
  await upsert([person]);
  const { body: job } = await ask('POST', '/jobs', {
    position_id: 'acc-1',
    job_description: position.job_description,
    config: { requirements: position.requirements },
  });
  for (const reference of [{ position_id: 'acc-1' }, { job_id: job.job_id }]) {
    const { body } = await search({ ...reference, position_metadata: undefined, job_updated: 'never' });
    assert.deepEqual(
      [body.job_id, body.position_id, body.job_updated],
      [job.job_id, 'acc-1', job.updated_at],
    );
  }
  const unknown = { position_metadata: undefined };
  assert.equal(codeOf(await search({ ...unknown, position_id: 'other' })), '400 JOB_NOT_FOUND');
  assert.equal(codeOf(await search({ ...unknown, job_id: 'other' })), '400 JOB_NOT_FOUND');
  assert.equal(codeOf(await search({ job_id: 'other' })), '400 JOB_NOT_FOUND');
  const stranger = await newClient();
  await stranger.upsert([person]);
  assert.equal(codeOf(await stranger.search({ ...unknown, job_id: job.job_id })), '400 JOB_NOT_FOUND');
});

test('saveJob stores the inline position, strictly checked; after a refusal there is neither job nor run', async () => {
  const { upsert, search, ask, available } = await newClient();
  await upsert([person]);
  const { body } = await search({ saveJob: true, position_id: 'saved-1' });
  const { body: stored } = await ask('GET', `/jobs/${body.job_id}`);
  assert.deepEqual(
    [stored.position_id, stored.job_description, stored.updated_at],
    ['saved-1', position.job_description, body.job_updated],
  );
  assert.equal(stored.config.requirements.skills.hard_skills[0].name, 'SQL');
  assert.equal(codeOf(await search({ saveJob: true, position_id: 'saved-1' })), '409 POSITION_ID_CONFLICT');
  const again = await search({ saveJob: true, job_id: body.job_id });
  assert.equal(again.body.job_id, body.job_id);
  const left = await available();
  const faulty = await search({
    saveJob: true,
    position_id: 'saved-2',
    position_metadata: {
      job_description: 'x',
      requirements: { skills: { hard_skills: [{ name: '', importance: 9 }] } },
    },
  });
  assert.equal(codeOf(faulty), '400 INVALID_INPUT');
  assert.deepEqual(Object.keys(faultsOf(faulty)), [
    'position_metadata.requirements.skills.hard_skills[0].name',
    'position_metadata.requirements.skills.hard_skills[0].importance',
  ]);
  const { job_description: _, ...unnamed } = position;
  const undescribed = await search({ saveJob: true, position_metadata: unnamed });
  assert.deepEqual(Object.keys(faultsOf(undescribed)), ['position_metadata.job_description']);
  assert.equal(await available(), left);
  assert.equal((await ask('GET', '/jobs?position_id=saved-2')).body.data.length, 0);
});

test('refuses a search with every fault at once', async () => {
  const { search, upsert } = await newClient();
  await upsert([person]);
  const answer = await search({
    corpus_id: 7,
    position_metadata: undefined,
    position_id: 'a b',
    job_id: '',
    saveJob: 'yes',
    job_updated: 5,
    filters: { tags: [''], colour: 'red', constructor: 1, require_minimal_qualifications: 1 },
    limit: 201,
    webhook_url: 'http://127.0.0.1/',
    surplus: 1,
  });
  assert.equal(codeOf(answer), '400 INVALID_INPUT');
  assert.deepEqual(Object.keys(faultsOf(answer)).sort(), [
    'corpus_id',
    'filters.colour',
    'filters.constructor',
    'filters.require_minimal_qualifications',
    'filters.tags',
    'job_id',
    'job_updated',
    'limit',
    'position_id',
    'saveJob',
    'surplus',
    'webhook_url',
  ]);
  const nothing = await search({ position_metadata: undefined });
  assert.deepEqual(Object.keys(faultsOf(nothing)), ['position_metadata']);
  for (const empty of ['webhook_url', 'position_id', 'job_id']) {
    // In a form an empty field counts as absent; in JSON it was sent.
    const { body } = await search({ [empty]: '' });
    assert.deepEqual(Object.keys(faultsOf({ body })), [empty]);
  }
  assert.equal(codeOf(await search({ metadata: [] })), '400 INVALID_METADATA');
  assert.equal(codeOf(await search({ tags: {} })), '400 INVALID_TAGS');
});

test('a search that cannot be paid, or comes before a worker is there, leaves nothing', async (t) => {
  const poor = await newClient({ credits: 0 });
  await poor.upsert([person]);
  assert.equal(codeOf(await poor.search()), '402 INSUFFICIENT_CREDITS');
  const cold = await buildTestApp(t, { warm: false });
  const ask = (await conformingClients(cold.app))((await cold.customer()).apiKey);
  await ask('POST', '/cvds/candidates', { corpus_id: 'c', candidates: [person] });
  const early = await ask('POST', '/cvds/search', { corpus_id: 'c', position_metadata: position });
  assert.equal(codeOf(early), '503 SERVICE_WARMING_UP');
});

test('a search sent twice with its Idempotency-Key is one', async () => {
  const { upsert, search, available } = await newClient();
  await upsert([person]);
  const key = { 'idempotency-key': 'search-1' };
  const first = await search({}, key);
  assert.equal((await search({}, key)).body.id, first.body.id);
  assert.equal(await available(), 99);
  assert.equal(codeOf(await search({ limit: 3 }, key)), '409 IDEMPOTENCY_CONFLICT');
});

test('a deleted candidate is gone from the corpus, from searches and from what they found', async () => {
  const { upsert, search, ask } = await newClient();
  await upsert([person, cook]);
  await worker.embed();
  const { body: before } = await search();
  await worker.work();
  const removed = await ask('DELETE', '/cvds/candidates/p1?corpus_id=c');
  assert.equal(removed.body.external_id, 'p1');
  assert.equal(codeOf(await ask('DELETE', '/cvds/candidates/p1?corpus_id=c')), '404 CANDIDATE_NOT_FOUND');
  const ids = async (id: string) =>
    (await ask('GET', `/cvds/runs/${id}/results`)).body.data.map(
      ({ external_id }: { external_id: string }) => external_id,
    );
  assert.deepEqual(await ids(before.id), ['p2']);
  const { body: afterwards } = await search();
  await worker.work();
  assert.deepEqual(await ids(afterwards.id), ['p2']);
});

test('needs the permission of CV search on every route', async () => {
  const { ask, upsert, search } = await newClient({ key: { permissions: ['speech', 'cvdeepmatch'] } });
  for (const answer of [
    await upsert([person]),
    await search(),
    await ask('GET', '/cvds/candidates?corpus_id=c'),
    await ask('GET', '/cvds/candidates/p1?corpus_id=c'),
    await ask('DELETE', '/cvds/candidates/p1?corpus_id=c'),
    await ask('GET', '/cvds/runs/x'),
    await ask('GET', '/cvds/runs/x/results'),
  ])
    assert.equal(codeOf(answer), '403 MISSING_PERMISSION');
});

test('searches are in no list of speech runs, and their readings are in the audit log', async () => {
  const { upsert, search, ask, clientId } = await newClient();
  await upsert([person]);
  const { body } = await search();
  await worker.work();
  await ask('GET', `/cvds/runs/${body.id}`);
  assert.deepEqual((await ask('GET', '/speech/runs')).body.runs, []);
  assert.equal(
    codeOf(await ask('GET', '/speech/runs?serviceType=cv_deepsearch')),
    '400 INVALID_SERVICE_TYPE',
  );
  const entries = await server.db
    .selectFrom('audit_log')
    .select(['action', 'target'])
    .where('client_id', '=', clientId)
    .execute();
  assert.ok(entries.some(({ action, target }) => action === 'search.read' && target === `run:${body.id}`));
});

test('the end of a search is announced as a poll shows it', async () => {
  const { upsert, search, ask, clientId } = await newClient();
  await upsert([person]);
  const { body } = await search({ webhook_url: 'https://example.com/hook' });
  await worker.work();
  const { body: run } = await ask('GET', `/cvds/runs/${body.id}`);
  assert.equal(run.webhook.status, 'pending');
  const { messages } = await server.webhooks.list({ clientId, limit: 5, offset: 0 });
  const { body: sent } = await server.webhooks.show(messages[0]!.id);
  const { webhook: _, timestamp: __, ...shown } = run;
  assert.deepEqual(JSON.parse(sent), { event: 'cvds.finished', ...shown });
});
