import assert from 'node:assert/strict';
import { hours, minutes, seconds } from '#server/time.ts';
import { createDataLayer, type DataLayer, newRun, succeeded } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';

const addClient = async ({ identity }: DataLayer, credits = 1000, maxConcurrentRuns = 8) =>
  (await identity.createClient({ name: 'Acme', credits, maxConcurrentRuns })).id;

dialectTest('a submission is stored as supplied and its credits are held', async ({ db }) => {
  const layer = createDataLayer(db);
  const { identity, runs, credits } = layer;
  const clientId = await addClient(layer, 10);
  const project = await identity.createProject({ clientId, name: 'p' });
  const { key } = await identity.createKey({ clientId, projectId: project.id });
  const metadata = { name: 'Zoë "Z" O’Neill 👩‍💻', nested: { deep: [1, null, 'nul \0'] }, count: 1.5 };
  const { run, place } = await runs.submit(
    newRun({
      id: 'run-1',
      clientId,
      projectId: project.id,
      apiKeyId: key.id,
      externalId: 'their id',
      metadata,
      tags: ['b', 'a'],
      input: { language: 'en', blobKey: 'speech/run-1/upload' },
    }),
  );
  assert.deepEqual(run, {
    id: 'run-1',
    sequence: 1,
    serviceType: 'speech',
    clientId,
    projectId: project.id,
    externalId: 'their id',
    status: 'processing',
    playground: false,
    partOf: null,
    metadata,
    tags: ['b', 'a'],
    input: { language: 'en', blobKey: 'speech/run-1/upload' },
    audioDurationMs: 240_000,
    language: 'en',
    costCredits: 4,
    chargedCredits: null,
    balanceAfter: null,
    result: null,
    summary: null,
    error: null,
    createdAt: '2026-03-01T09:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    leaseOwner: null,
    polledAt: null,
    lapses: 0,
    alone: false,
    progress: null,
  });
  assert.equal(place.queuePosition, null);
  assert.equal(place.activeRequests, 1);
  assert.deepEqual(await runs.find({ clientId, runId: 'run-1' }), run);
  assert.equal((await credits.balance(clientId)).available, 6);
});

dialectTest('a submission that cannot be paid for leaves no run', async ({ db }) => {
  const layer = createDataLayer(db);
  const clientId = await addClient(layer, 3);
  await assert.rejects(layer.runs.submit(newRun({ id: 'r', clientId })), {
    code: 'INSUFFICIENT_CREDITS',
    details: { cost: 4, available: 3 },
  });
  assert.equal(await layer.runs.find({ clientId, runId: 'r' }), undefined);
  assert.equal((await layer.credits.balance(clientId)).held, 0);
});

dialectTest("another client's run is like an unknown one", async ({ db }) => {
  const layer = createDataLayer(db);
  const [ours, theirs] = [await addClient(layer), await addClient(layer)];
  await layer.runs.submit(newRun({ id: 'secret', clientId: theirs }));
  assert.equal(await layer.runs.find({ clientId: ours, runId: 'secret' }), undefined);
  assert.equal(await layer.runs.find({ clientId: ours, runId: 'nul\0' }), undefined);
  assert.deepEqual((await layer.runs.list({ clientId: ours, limit: 20, offset: 0 })).runs, []);
});

dialectTest('text that PostgreSQL cannot store is refused where it would be searched', async ({ db }) => {
  const layer = createDataLayer(db);
  const clientId = await addClient(layer);
  await assert.rejects(layer.runs.submit(newRun({ clientId, externalId: 'a\0b' })), {
    code: 'INVALID_EXTERNAL_ID',
  });
  await assert.rejects(layer.runs.submit(newRun({ clientId, tags: ['a\0b'] })), { code: 'INVALID_TAGS' });
  const { run } = await layer.runs.submit(newRun({ clientId, metadata: { a: 'nul \0', b: 'c' } }));
  assert.deepEqual(run.metadata, { a: 'nul \0', b: 'c' });
  const search = (key: string, value: string) =>
    layer.runs.list({ clientId, limit: 20, offset: 0, metadata: { key, value } });
  assert.equal((await search('b', 'c')).runs.length, 1);
  assert.equal((await search('a', 'nul \0')).runs.length, 0);
});

dialectTest(
  '40 submissions at once never spend a credit twice nor exceed 8 at work',
  async ({ db, openAnother }) => {
    const layers = [createDataLayer(db), createDataLayer(await openAnother())];
    const clientId = await addClient(layers[0]!, 100);
    const ends = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => layers[index % 2]!.runs.submit(newRun({ clientId }))),
    );
    const accepted = ends.filter((end) => end.status === 'fulfilled');
    assert.equal(accepted.length, 25);
    const { balance, held, available } = await layers[0]!.credits.balance(clientId);
    assert.deepEqual({ balance, held, available }, { balance: 100, held: 100, available: 0 });
    const { runs } = await layers[0]!.runs.list({ clientId, limit: 100, offset: 0 });
    assert.equal(runs.length, 25);
    assert.equal(runs.filter(({ status }) => status === 'processing').length, 8);
    const oldestFirst = runs.toSorted((a, b) => a.sequence - b.sequence);
    assert.ok(
      oldestFirst.slice(0, 8).every(({ status }) => status === 'processing'),
      'the first 8 are at work',
    );
    // Positions are 1 … 17 in the order of submission.
    for (const [index, run] of oldestFirst.slice(8).entries()) {
      const place = await layers[0]!.runs.place(run);
      assert.equal(place.queuePosition, index + 1);
      assert.equal(place.activeRequests, 8);
    }
  },
);

dialectTest('the estimate is learnt from the runs that went well', async ({ db }) => {
  const layer = createDataLayer(db);
  const { runs, queue, clock } = layer;
  const clientId = await addClient(layer);
  const first = await runs.submit(newRun({ clientId, audioDurationMs: minutes(10) }));
  assert.equal(
    first.place.estimatedSeconds,
    180,
    'within the typical 2 to 5 minutes before anything is known',
  );
  for (const [index, tookMs] of [seconds(40), seconds(60), hours(5)].entries()) {
    if (index > 0) await runs.submit(newRun({ clientId, audioDurationMs: minutes(10) }));
    const run = (await queue.claim('w'))!;
    clock.advance(tookMs);
    await queue.settle(run, 'w', succeeded());
  }
  clock.advance(seconds(10));
  // The median of 4 s, 6 s and 30 minutes per minute of audio.
  const next = await runs.submit(newRun({ clientId, audioDurationMs: minutes(5) }));
  assert.equal(next.place.estimatedSeconds, 30);
  const behind = await runs.submit(newRun({ clientId, audioDurationMs: minutes(20) }));
  assert.equal(behind.place.estimatedSeconds, 30 + 120, 'what is ahead counts');
  await queue.claim('w');
  clock.advance(seconds(20));
  const started = (await runs.find({ clientId, runId: next.run.id }))!;
  assert.equal((await runs.place(started)).estimatedSeconds, 10, 'what has passed no longer counts');
  clock.advance(hours(1));
  assert.ok((await runs.place(started)).estimatedSeconds >= 1);
});
