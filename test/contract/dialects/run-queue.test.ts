import assert from 'node:assert/strict';
import type { StepOutcome } from '#server/pipeline/step.ts';
import { isoTime, seconds } from '#server/time.ts';
import { createDataLayer, failed, newRun, succeeded } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { addClient, outcome, statuses, submit } from './queued-runs.ts';

dialectTest('workers claim the run of the client that is served least, then the oldest', async ({ db }) => {
  const layer = createDataLayer(db);
  const [a, b] = [await addClient(layer, 2), await addClient(layer)];
  await submit(layer, a, ['a1', 'a2', 'a3']);
  await submit(layer, b, ['b1', 'b2']);
  const claimed = [];
  for (let index = 0; index < 5; index++) claimed.push((await layer.queue.claim('w'))?.id);
  assert.deepEqual(claimed, ['a1', 'b1', 'a2', 'b2', undefined], 'a3 waits in its own line');
  const run = (await layer.runs.find({ clientId: a, runId: 'a1' }))!;
  assert.equal(run.leaseOwner, 'w');
  assert.equal(run.startedAt, isoTime(layer.clock.now()));
});

dialectTest('many workers at once never claim the same run, and miss none', async ({ db, openAnother }) => {
  const layers = [
    createDataLayer(db),
    createDataLayer(await openAnother()),
    createDataLayer(await openAnother()),
  ];
  const clients = [];
  for (let index = 0; index < 4; index++) clients.push(await addClient(layers[0]!));
  for (const clientId of clients) {
    await submit(
      layers[0]!,
      clientId,
      Array.from({ length: 8 }, (_, index) => `${clientId} ${index}`),
    );
  }
  const claimed: string[] = [];
  await Promise.all(
    Array.from({ length: 9 }, async (_, worker) => {
      for (;;) {
        const run = await layers[worker % 3]!.queue.claim(`w${worker}`);
        if (!run) return;
        assert.equal(run.leaseOwner, `w${worker}`);
        claimed.push(run.id);
      }
    }),
  );
  assert.equal(claimed.length, 32);
  assert.equal(new Set(claimed).size, 32);
});

dialectTest('the line moves in the order of submission, one place per run that ends', async ({ db }) => {
  const layer = createDataLayer(db);
  const { queue, runs } = layer;
  const clientId = await addClient(layer, 2);
  await submit(layer, clientId, ['1', '2', '3', '4', '5']);
  assert.equal((await runs.place((await runs.find({ clientId, runId: '5' }))!)).queuePosition, 3);
  for (const [index, settlement] of [succeeded(), failed, succeeded(2)].entries()) {
    const run = (await queue.claim('w'))!;
    assert.equal(run.id, String(index + 1));
    assert.equal(await queue.settle(run, 'w', settlement), true);
  }
  assert.deepEqual(await statuses(layer, clientId), {
    1: 'success',
    2: 'failed',
    3: 'success',
    4: 'processing',
    5: 'processing',
  });
});

dialectTest(
  'a raised maximum lets the line in, oldest first, without waiting for a run to end',
  async ({ db }) => {
    const layer = createDataLayer(db);
    const clientId = await addClient(layer, 1);
    await submit(layer, clientId, ['1', '2', '3', '4']);
    await layer.identity.updateClient(clientId, { maxConcurrentRuns: 3 });
    await layer.queue.recoverLapsed([]);
    assert.deepEqual(await statuses(layer, clientId), {
      1: 'processing',
      2: 'processing',
      3: 'processing',
      4: 'queued',
    });
    await layer.identity.updateClient(clientId, { maxConcurrentRuns: 4 });
    await submit(layer, clientId, ['5']);
    const after = await statuses(layer, clientId);
    assert.deepEqual([after['4'], after['5']], ['processing', 'queued'], 'a newcomer does not overtake');
    // A lowered maximum stops no run, but lets none begin until enough have ended.
    await layer.identity.updateClient(clientId, { maxConcurrentRuns: 1 });
    const run = (await layer.queue.claim('w'))!;
    await layer.queue.settle(run, 'w', succeeded());
    assert.equal((await statuses(layer, clientId))['5'], 'queued');
  },
);

dialectTest(
  'eight recordings under way keep no CV waiting: every type of run has its own line and slots',
  async ({ db }) => {
    const layer = createDataLayer(db);
    const { queue, runs } = layer;
    const clientId = await addClient(layer, 2);
    const matches = { serviceType: 'cv_deepmatch', audioDurationMs: null, language: null } as const;
    await submit(layer, clientId, ['talk 1', 'talk 2', 'talk 3']);
    const first = await runs.submit(newRun({ ...matches, clientId, id: 'cv 1' }));
    assert.deepEqual([first.run.status, first.place.activeRequests], ['processing', 1]);
    await runs.submit(newRun({ ...matches, clientId, id: 'cv 2' }));
    const third = await runs.submit(newRun({ ...matches, clientId, id: 'cv 3' }));
    assert.deepEqual([third.run.status, third.place.queuePosition], ['queued', 1]);
    // A match that ends lets a match in, and no recording.
    const match = (await queue.claim('w', 'cv_deepmatch'))!;
    await queue.settle(match, 'w', { ...succeeded(), summary: { score: 50 } });
    assert.deepEqual(await statuses(layer, clientId), {
      'talk 1': 'processing',
      'talk 2': 'processing',
      'talk 3': 'queued',
      'cv 1': 'success',
      'cv 2': 'processing',
      'cv 3': 'processing',
    });
    await layer.identity.updateClient(clientId, { maxConcurrentRuns: 3 });
    await queue.recoverLapsed([]);
    assert.equal((await statuses(layer, clientId))['talk 3'], 'processing');
  },
);

dialectTest('who has many recordings under way is not served last with a CV', async ({ db }) => {
  const layer = createDataLayer(db);
  const [busy, other] = [await addClient(layer), await addClient(layer)];
  const cv = (clientId: string, id: string) =>
    layer.runs.submit(newRun({ clientId, id, serviceType: 'cv_deepmatch', audioDurationMs: null }));
  await submit(layer, busy, ['talk 1', 'talk 2']);
  for (const _ of [1, 2]) await layer.queue.claim('w', 'speech');
  await cv(busy, 'cv of the busy');
  await cv(other, 'cv of the other');
  assert.equal((await layer.queue.claim('w', 'cv_deepmatch'))?.id, 'cv of the busy');
});

dialectTest('settling stores the result, charges, and does so once', async ({ db }) => {
  const layer = createDataLayer(db);
  const { queue, runs, credits, clock } = layer;
  const clientId = await addClient(layer);
  await submit(layer, clientId, ['good', 'bad']);
  const good = (await queue.claim('w'))!;
  const bad = (await queue.claim('w'))!;
  await queue.saveOutcome('good', 'w', 0, outcome('decode'));
  clock.advance(seconds(30));
  assert.equal(await queue.settle(good, 'other', failed), false, 'only the holder settles');
  assert.equal(await queue.settle(good, 'w', { ...succeeded(3), status: 'partial' }), true);
  assert.equal(await queue.settle(good, 'w', succeeded(4)), false);
  // A failed run is never charged, whatever a settlement says.
  assert.equal(await queue.settle(bad, 'w', { ...failed, charge: 4 }), true);

  const ended = (await runs.find({ clientId, runId: 'good' }))!;
  assert.equal(ended.status, 'partial');
  assert.deepEqual(ended.result, succeeded().result);
  assert.equal(ended.chargedCredits, 3);
  assert.equal(ended.balanceAfter, 997);
  assert.equal(ended.finishedAt, isoTime(clock.now()));
  assert.equal(ended.leaseOwner, null);
  const unlucky = (await runs.find({ clientId, runId: 'bad' }))!;
  assert.deepEqual(unlucky.error, failed.error);
  assert.equal(unlucky.chargedCredits, 0);
  const { balance, held, recent } = await credits.balance(clientId);
  assert.deepEqual([balance, held, recent.length], [997, 0, 2]);
  assert.equal(recent[0]!.audioDurationMs, 240_000);
  const [step] = await queue.outcomes('good');
  assert.deepEqual([step!.durationMs, step!.output], [12, null], 'timings stay, intermediate data goes');
});

dialectTest('an outcome and the forgetting of those that are void by it are one', async ({ db }) => {
  const layer = createDataLayer(db);
  const { queue } = layer;
  await submit(layer, await addClient(layer), ['r', 'other']);
  await queue.claim('w');
  await queue.claim('w');
  for (const run of ['r', 'other'])
    for (const [position, step] of ['decode', 'transcribe', 'align', 'diarise'].entries())
      await queue.saveOutcome(run, 'w', position, outcome(step));
  const steps = async (run: string) => (await queue.outcomes(run)).map(({ step }) => step);
  const voids = ['transcribe', 'align'];
  assert.equal(await queue.saveOutcome('r', 'late', 0, outcome('decode'), voids), false);
  assert.deepEqual(await steps('r'), ['decode', 'transcribe', 'align', 'diarise']);
  assert.equal(await queue.saveOutcome('r', 'w', 0, outcome('decode'), voids), true);
  assert.deepEqual(await steps('r'), ['decode', 'diarise']);
  assert.deepEqual(await steps('other'), ['decode', 'transcribe', 'align', 'diarise']);
});

dialectTest(
  'outcomes are kept in order, replaced when a step runs again, and only by the holder',
  async ({ db }) => {
    const layer = createDataLayer(db);
    const { queue } = layer;
    const clientId = await addClient(layer);
    await submit(layer, clientId, ['r']);
    await queue.claim('w');
    assert.equal(await queue.saveOutcome('r', 'w', 1, outcome('transcribe', { words: [] })), true);
    assert.equal(await queue.saveOutcome('r', 'w', 0, outcome('decode')), true);
    const degraded: StepOutcome = {
      ...outcome('transcribe'),
      output: undefined,
      status: 'degraded',
      code: 'TRANSCRIPTION_FAILED',
      message: 'nul \0 in a message',
      durationMs: 3.7,
    };
    assert.equal(await queue.saveOutcome('r', 'w', 1, degraded), true);
    assert.equal(await queue.saveOutcome('r', 'other', 2, outcome('align')), false);
    assert.deepEqual(await queue.outcomes('r'), [
      outcome('decode'),
      { ...degraded, output: null, message: 'nul  in a message', durationMs: 4 },
    ]);
  },
);

dialectTest('workers are known from registration to removal', async ({ db }) => {
  const { queue, clock } = createDataLayer(db);
  const worker = { id: 'w', host: 'h', pid: 7, capabilities: {} };
  await queue.registerWorker(worker);
  const startedAt = isoTime(clock.now());
  assert.deepEqual(await queue.workers(), [{ ...worker, startedAt, readyAt: null, heartbeatAt: startedAt }]);
  clock.advance(seconds(3));
  await queue.markReady('w', { languages: ['en'] });
  const readyAt = isoTime(clock.now());
  clock.advance(seconds(4));
  await queue.workerHeartbeat('w');
  const heartbeatAt = isoTime(clock.now());
  assert.deepEqual(await queue.workers(), [
    { ...worker, startedAt, readyAt, heartbeatAt, capabilities: { languages: ['en'] } },
  ]);
  await queue.registerWorker({ ...worker, pid: 8 });
  assert.equal((await queue.workers())[0]!.readyAt, null, 'a new start is not ready yet');
  await queue.removeWorker('w');
  assert.deepEqual(await queue.workers(), []);
});

dialectTest('working folders can go when their run has ended or never was', async ({ db }) => {
  const layer = createDataLayer(db);
  const clientId = await addClient(layer, 2);
  await submit(layer, clientId, ['ended', 'working', 'queued']);
  const run = (await layer.queue.claim('w'))!;
  await layer.identity.updateClient(clientId, { maxConcurrentRuns: 1 });
  await layer.queue.settle(run, 'w', succeeded());
  const many = Array.from({ length: 1200 }, (_, index) => `unknown-${index}`);
  const ended = await layer.queue.endedAmong(['ended', 'working', 'queued', ...many]);
  assert.deepEqual(ended, ['ended', ...many]);
  assert.deepEqual(await layer.queue.endedAmong([]), []);
});
