import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { createUploadSlots } from '#server/http/upload-slots.ts';
import { seconds } from '#server/time.ts';
import { buildTestApp } from '#test/support/build-test-app.ts';
import { conformingClients } from '#test/support/conforming-client.ts';
import { syntheticPeople } from '../../../testkit/search/synthetic-people.ts';
import { clock, codeOf, cook, faultsOf, newClient, person, worker } from './served.ts';

test('stores the good rows of a batch and says of each bad one what is wrong with it', async () => {
  const { upsert, ask } = await newClient();
  const { status, body } = await upsert([
    person,
    {
      ...cook,
      headline: 7,
      experience: [{ start: '2020-13' }, { start: '2020', end: '2019' }],
      shoe_size: 44,
    },
    { skills: ['SQL'] },
    'nobody',
    { external_id: 'p3' },
    { ...person, external_id: 'p1' },
    { ...cook, tags: ['x'.repeat(41)], metadata: [] },
    { external_id: 'p4', text: 'Drove lorries.' },
  ]);
  assert.equal(status, 200);
  assert.deepEqual(body.summary, { received: 8, created: 2, updated: 0, unchanged: 0, failed: 6 });
  assert.deepEqual(
    body.results.map(({ status: one }: { status: string }) => one),
    ['created', 'failed', 'failed', 'failed', 'failed', 'failed', 'failed', 'created'],
  );
  const errors = body.results.map((row: { errors: object | null }) => Object.keys(row.errors ?? {}).sort());
  assert.deepEqual(errors, [
    [],
    ['experience[0].start', 'experience[1].end', 'headline', 'shoe_size'],
    ['external_id'],
    ['candidate'],
    ['candidate'],
    ['external_id'],
    ['metadata', 'tags'],
    [],
  ]);
  const { body: list } = await ask('GET', '/cvds/candidates?corpus_id=c');
  assert.deepEqual(
    list.data.map(({ external_id }: { external_id: string }) => external_id),
    ['p4', 'p1'],
  );
});

test('the same batch twice changes nothing, a changed row changes that candidate alone', async () => {
  const { upsert, ask } = await newClient();
  await upsert([person, cook]);
  clock.advance(seconds(5));
  const again = await upsert([person, cook]);
  assert.deepEqual(again.body.summary, { received: 2, created: 0, updated: 0, unchanged: 2, failed: 0 });
  const changed = await upsert([person, { ...cook, tags: ['porto'] }]);
  assert.deepEqual(
    changed.body.results.map(({ status }: { status: string }) => status),
    ['unchanged', 'updated'],
  );
  const { body: kept } = await ask('GET', '/cvds/candidates/p1?corpus_id=c');
  assert.equal(kept.created_at, kept.updated_at);
  const { body: moved } = await ask('GET', '/cvds/candidates/p2?corpus_id=c');
  assert.deepEqual(moved.tags, ['porto']);
  assert.notEqual(moved.created_at, moved.updated_at);
});

test('only what is embedded anew loses its vector', async () => {
  const { upsert, ask } = await newClient();
  await upsert([person, cook]);
  await worker.embed();
  const statusOf = async (id: string) =>
    (await ask('GET', `/cvds/candidates/${id}?corpus_id=c`)).body.embedding_status;
  assert.deepEqual([await statusOf('p1'), await statusOf('p2')], ['embedded', 'embedded']);
  await upsert([
    { ...person, tags: [], full_name: 'Ada Cook' },
    { ...cook, headline: 'Pastry chef' },
  ]);
  assert.deepEqual([await statusOf('p1'), await statusOf('p2')], ['embedded', 'pending']);
  const pending = await ask('GET', '/cvds/candidates?corpus_id=c&embedding_status=pending');
  assert.equal(pending.body.data.length, 1);
  await worker.embed();
  assert.equal(await statusOf('p2'), 'embedded');
});

test('refuses a batch as a whole: size, shape, corpus', async () => {
  const { upsert, ask } = await newClient();
  const many = syntheticPeople(limits.search.batch.maxCandidates + 1);
  assert.equal(codeOf(await upsert(many)), '400 BATCH_TOO_LARGE');
  assert.equal((await upsert(many.slice(1))).body.summary.created, 500);
  const large = [{ ...person, text: 'x'.repeat(limits.search.batch.maxBytes) }];
  assert.equal(codeOf(await upsert(large)), '413 PAYLOAD_TOO_LARGE');
  for (const [corpus, candidates, field] of [
    [undefined, [person], 'corpus_id'],
    ['', [person], 'corpus_id'],
    ['a b', [person], 'corpus_id'],
    ['x'.repeat(65), [person], 'corpus_id'],
    ['c', [], 'candidates'],
    ['c', undefined, 'candidates'],
    ['c', person, 'candidates'],
  ] as const) {
    const answer = await ask('POST', '/cvds/candidates', { corpus_id: corpus, candidates });
    assert.equal(codeOf(answer), '400 INVALID_INPUT');
    assert.deepEqual(Object.keys(faultsOf(answer)), [field]);
  }
  assert.equal(codeOf(await ask('POST', '/cvds/candidates', '[]', json)), '400 INVALID_INPUT');
  assert.equal(codeOf(await ask('POST', '/cvds/candidates', '{', json)), '400 MALFORMED_BODY');
  assert.equal(
    codeOf(await ask('POST', '/cvds/candidates', 'x', { 'content-type': 'text/csv' })),
    '415 UNSUPPORTED_MEDIA_TYPE',
  );
});

const json = { 'content-type': 'application/json' };

test('a batch that is sent twice with its Idempotency-Key is answered once', async () => {
  const { upsert } = await newClient();
  const key = { 'idempotency-key': 'batch-1' };
  const first = await upsert([person], 'c', key);
  assert.deepEqual((await upsert([person], 'c', key)).body, first.body);
  assert.equal(first.body.summary.created, 1);
  assert.equal(codeOf(await upsert([cook], 'c', key)), '409 IDEMPOTENCY_CONFLICT');
});

test('takes no more batches at once than it has room for', async (t) => {
  const places = { total: 2, perClient: 2, retryAfterSeconds: 3 };
  const batchSlots = createUploadSlots(places, 'batches of candidates');
  const full = await buildTestApp(t, { replace: () => ({ batchSlots }) });
  const customer = await full.customer();
  const ask = (await conformingClients(full.app))(customer.apiKey);
  const send = () => ask('POST', '/cvds/candidates', { corpus_id: 'c', candidates: [person] });

  const others = [batchSlots.take('another'), batchSlots.take('a third')];
  const busy = await send();
  assert.equal(codeOf(busy), '503 SERVER_BUSY');
  assert.equal(
    busy.body.error.message,
    'This server is receiving 2 batches of candidates from all accounts together, as many as it takes in at once. Nothing of this request was stored: send it again after 3 seconds.',
  );
  for (const free of others) free();

  const own = [batchSlots.take(customer.clientId), batchSlots.take(customer.clientId)];
  const tooMany = await send();
  assert.equal(codeOf(tooMany), '429 RATE_LIMIT_EXCEEDED');
  assert.match(tooMany.body.error.message, /^This account is sending 2 batches of candidates already/);
  for (const free of own) free();
  assert.equal((await send()).body.summary.created, 1);
});

test('pages through a corpus, newest first', async () => {
  const { upsert, ask } = await newClient();
  const people = syntheticPeople(7);
  await upsert(people);
  const seen: string[] = [];
  let cursor = '';
  do {
    const { body } = await ask('GET', `/cvds/candidates?corpus_id=c&limit=3${cursor}`);
    seen.push(...body.data.map(({ external_id }: { external_id: string }) => external_id));
    cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
  } while (cursor);
  assert.deepEqual(seen, people.map(({ external_id }) => external_id).toReversed());
  for (const query of ['limit=0', 'limit=101', 'cursor=x', 'embedding_status=x'])
    assert.equal((await ask('GET', `/cvds/candidates?corpus_id=c&${query}`)).status, 400);
});

test('without a corpus nothing is read: missing, unknown and foreign ones are told apart from none', async () => {
  const owner = await newClient();
  await owner.upsert([person], 'private');
  const stranger = await newClient();
  for (const method of ['GET', 'DELETE'] as const)
    assert.equal(
      codeOf(await owner.ask(method, `/cvds/candidates/${'p'.repeat(256)}?corpus_id=private`)),
      '400 INVALID_INPUT',
    );
  for (const path of ['/cvds/candidates', '/cvds/candidates/p1'] as const) {
    assert.equal(codeOf(await stranger.ask('GET', path)), '400 INVALID_INPUT');
    const unknown = await stranger.ask('GET', `${path}?corpus_id=nowhere`);
    const foreign = await stranger.ask('GET', `${path}?corpus_id=private`);
    assert.equal(codeOf(foreign), '404 CORPUS_NOT_FOUND');
    const plain = ({ body }: typeof unknown) => body.error.message.replace(/"\w+"/, '""');
    assert.equal(plain(foreign), plain(unknown));
  }
  assert.equal(
    codeOf(await stranger.ask('DELETE', '/cvds/candidates/p1?corpus_id=private')),
    '404 CORPUS_NOT_FOUND',
  );
  assert.equal(codeOf(await stranger.search({ corpus_id: 'private' })), '404 CORPUS_NOT_FOUND');
  assert.equal(
    codeOf(await owner.ask('GET', '/cvds/candidates/p9?corpus_id=private')),
    '404 CANDIDATE_NOT_FOUND',
  );

  // The same id is another corpus in another account.
  await stranger.upsert([cook], 'private');
  assert.equal((await owner.ask('GET', '/cvds/candidates?corpus_id=private')).body.data.length, 1);
  const { body } = await owner.search({ corpus_id: 'private' });
  assert.equal(codeOf(await stranger.ask('GET', `/cvds/runs/${body.id}`)), '404 REQUEST_NOT_FOUND');
  assert.equal(codeOf(await stranger.ask('GET', `/cvds/runs/${body.id}/results`)), '404 REQUEST_NOT_FOUND');
  await worker.work();
  const results = (await owner.ask('GET', `/cvds/runs/${body.id}`)).body.results;
  assert.deepEqual(
    results.map(({ external_id }: { external_id: string }) => external_id),
    ['p1'],
  );
});
