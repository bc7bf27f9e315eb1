import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '#server/config/limits.ts';
import type { StepOutcome } from '#server/pipeline/step.ts';
import { isoTime, seconds } from '#server/time.ts';
import {
  crashed,
  createDataLayer,
  type DataLayer,
  failed,
  newRun,
  succeeded,
} from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';

const addClient = async ({ identity }: DataLayer, maxConcurrentRuns = 8) =>
  (await identity.createClient({ name: 'Acme', credits: 1000, maxConcurrentRuns })).id;

const submit = async ({ runs }: DataLayer, clientId: string, ids: readonly string[]) => {
  for (const id of ids) await runs.submit(newRun({ clientId, id }));
};

const statuses = async ({ runs }: DataLayer, clientId: string) => {
  const page = await runs.list({ clientId, limit: 100, offset: 0 });
  return Object.fromEntries(page.runs.map(({ id, status }) => [id, status]).reverse());
};

const outcome = (step: string, output: unknown = { path: `${step}.pcm` }): StepOutcome => ({
  step,
  status: 'ok',
  output,
  code: null,
  message: null,
  startedAt: '2026-03-01T09:00:00.000Z',
  durationMs: 12,
});

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
    // A lowered maximum stops nobody, but lets nobody in until enough have ended.
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

dialectTest('a heartbeat keeps the lease and shows progress', async ({ db }) => {
  const layer = createDataLayer(db);
  const { queue, clock, runs } = layer;
  const clientId = await addClient(layer);
  await submit(layer, clientId, ['r']);
  await queue.claim('w');
  for (let beat = 0; beat < 5; beat++) {
    clock.advance(limits.lease.leaseMs - 1);
    assert.equal(await queue.heartbeat('r', 'w', { step: 'transcribe', fraction: 0.25 }), true);
    assert.deepEqual(await queue.recoverLapsed([]), { freed: [], stuck: [] });
  }
  assert.equal(await queue.heartbeat('r', 'w', null), true);
  assert.deepEqual((await runs.find({ clientId, runId: 'r' }))!.progress, {
    step: 'transcribe',
    fraction: 0.25,
  });
  assert.equal(await queue.heartbeat('r', 'other', null), false);
  assert.equal(await queue.heartbeat('unknown', 'w', null), false);
});

dialectTest('a lapsed lease is taken over, and its old holder can do nothing any more', async ({ db }) => {
  const layer = createDataLayer(db);
  const { queue, clock, runs } = layer;
  const clientId = await addClient(layer);
  await submit(layer, clientId, ['r']);
  const run = (await queue.claim('slow'))!;
  clock.advance(limits.lease.leaseMs + 1);
  assert.deepEqual(await queue.recoverLapsed([]), { freed: ['r'], stuck: [] });
  assert.equal(await queue.heartbeat('r', 'slow', null), false);
  const again = (await queue.claim('quick'))!;
  assert.equal(again.id, 'r');
  assert.equal(again.lapses, 1);
  assert.equal(again.startedAt, run.startedAt);
  assert.equal(await queue.saveOutcome('r', 'slow', 0, outcome('decode')), false);
  assert.equal(await queue.settle(run, 'slow', failed), false);
  await queue.release('r', 'slow');
  assert.equal((await runs.find({ clientId, runId: 'r' }))!.leaseOwner, 'quick');
  assert.equal(await queue.saveOutcome('r', 'quick', 0, outcome('decode')), true);
  assert.equal((await runs.find({ clientId, runId: 'r' }))!.lapses, 0, 'progress forgives lapses');
});

dialectTest('a dead worker gives its runs up at once; a released run costs no lapse', async ({ db }) => {
  const layer = createDataLayer(db);
  const { queue } = layer;
  const clientId = await addClient(layer);
  await submit(layer, clientId, ['1', '2']);
  await queue.claim('dead');
  await queue.claim('alive');
  assert.deepEqual(await queue.recoverLapsed([crashed('dead'), crashed('dead too')]), {
    freed: ['1'],
    stuck: [],
  });
  await queue.release('2', 'alive');
  const next = [await queue.claim('w'), await queue.claim('w')];
  assert.deepEqual(
    next.map((run) => [run?.id, run?.lapses]),
    [
      ['1', 1],
      ['2', 0],
    ],
  );
});

dialectTest(
  'a run that workers die of ends STUCK_TIMEOUT, uncharged, and lets the next one in',
  async ({ db }) => {
    const layer = createDataLayer(db);
    const { queue, runs, credits } = layer;
    const clientId = await addClient(layer, 1);
    await submit(layer, clientId, ['poison', 'next']);
    for (let death = 1; death <= limits.lease.maxDeathsPerStep; death++) {
      assert.equal((await queue.claim('w'))!.id, 'poison');
      const isLast = death === limits.lease.maxDeathsPerStep;
      assert.deepEqual(await queue.recoverLapsed([crashed('w')]), {
        freed: isLast ? [] : ['poison'],
        stuck: isLast ? ['poison'] : [],
      });
    }
    const run = (await runs.find({ clientId, runId: 'poison' }))!;
    assert.equal(run.status, 'failed');
    assert.equal(run.error!.code, 'STUCK_TIMEOUT');
    assert.equal(run.chargedCredits, 0);
    const { balance, held } = await credits.balance(clientId);
    assert.deepEqual([balance, held], [1000, 4], 'only the next run holds credits');
    assert.equal((await queue.claim('w'))!.id, 'next');
  },
);

dialectTest(
  'kills from outside and restarts are not held against a run, but not without end',
  async ({ db }) => {
    const layer = createDataLayer(db);
    const { queue, clock } = layer;
    const clientId = await addClient(layer);
    await submit(layer, clientId, ['long']);
    const { maxLapsesPerStep, leaseMs } = limits.lease;
    for (let lapse = 1; lapse < maxLapsesPerStep; lapse++) {
      assert.equal((await queue.claim('w'))!.id, 'long');
      const dead = lapse % 2 ? [{ id: 'w', byItself: false }] : [];
      if (dead.length === 0) clock.advance(leaseMs + 1);
      assert.deepEqual(await queue.recoverLapsed(dead), { freed: ['long'], stuck: [] });
    }
    await queue.claim('w');
    assert.deepEqual((await queue.recoverLapsed([{ id: 'w', byItself: false }])).stuck, ['long']);
  },
);

dialectTest(
  'of several runs that a worker died with none is blamed; each is tried alone, before all others',
  async ({ db }) => {
    const layer = createDataLayer(db);
    const { queue, runs } = layer;
    const clientId = await addClient(layer);
    const bystanders = ['b', 'c'];
    await submit(layer, clientId, ['poison', ...bystanders, 'later']);
    const found = async (runId: string) => (await runs.find({ clientId, runId }))!;
    for (let death = 0; death < limits.lease.maxDeathsPerStep; death++) {
      for (const id of ['poison', ...bystanders]) assert.equal((await queue.claim('w'))!.id, id);
      assert.equal((await queue.recoverLapsed([crashed('w')])).freed.length, 3);
      // Whoever has something else to do gets none of them, nor anything else.
      assert.equal(await queue.claim('busy', 'speech', false), undefined);
    }
    for (const id of bystanders) assert.equal((await found(id)).status, 'processing');
    for (let death = 1; death <= limits.lease.maxDeathsPerStep; death++) {
      assert.deepEqual([(await queue.claim('w'))!.id, (await found('poison')).alone], ['poison', true]);
      await queue.recoverLapsed([crashed('w')]);
    }
    assert.equal((await found('poison')).error!.code, 'STUCK_TIMEOUT');
    for (const id of bystanders) {
      assert.equal((await queue.claim('w'))!.id, id);
      await queue.saveOutcome(id, 'w', 0, outcome('decode'));
      assert.equal((await found(id)).alone, false, 'a finished step clears it');
    }
    assert.equal((await queue.claim('busy', 'speech', false))!.id, 'later');
  },
);

dialectTest('two recoveries at once free a run once', async ({ db, openAnother }) => {
  const layer = createDataLayer(db);
  const other = createDataLayer(await openAnother(), layer.clock);
  const clientId = await addClient(layer);
  const ids = Array.from({ length: 8 }, (_, index) => `r${index}`);
  await submit(layer, clientId, ids);
  for (const _ of ids) await layer.queue.claim('dead');
  const [one, two] = await Promise.all([
    layer.queue.recoverLapsed([crashed('dead')]),
    other.queue.recoverLapsed([crashed('dead')]),
  ]);
  assert.deepEqual([...one.freed, ...two.freed].sort(), ids);
  for (const _ of ids) assert.equal((await layer.queue.claim('w'))!.lapses, 1);
});

dialectTest(
  'under submissions, claims and ends at once nobody exceeds 8 and everything is paid once',
  async ({ db, openAnother }) => {
    const layer = createDataLayer(db);
    const layers = [layer, createDataLayer(await openAnother(), layer.clock)];
    const clients = [await addClient(layer), await addClient(layer)];
    const order: Record<string, string[]> = { [clients[0]!]: [], [clients[1]!]: [] };
    let isSubmitting = true;
    let most = 0;
    const watch = async () => {
      while (isSubmitting) {
        for (const clientId of clients) {
          const page = await layer.runs.list({ clientId, limit: 100, offset: 0, status: 'processing' });
          most = Math.max(most, page.runs.length);
        }
        // SQLite answers without leaving the thread: a loop without a pause would starve every timer.
        await delay(2);
      }
    };
    const work = async (worker: number) => {
      const { queue } = layers[worker % 2]!;
      for (;;) {
        const run = await queue.claim(`w${worker}`);
        if (!run) {
          if (!isSubmitting) return;
          await delay(2);
          continue;
        }
        order[run.clientId]!.push(run.id);
        await queue.saveOutcome(run.id, `w${worker}`, 0, outcome('decode'));
        assert.equal(await queue.settle(run, `w${worker}`, succeeded(run.sequence % 4 === 0 ? 2 : 4)), true);
      }
    };
    const submissions = Promise.all(
      clients.flatMap((clientId) =>
        Array.from({ length: 20 }, (_, index) => layers[index % 2]!.runs.submit(newRun({ clientId }))),
      ),
    ).finally(() => {
      isSubmitting = false;
    });
    const [submitted] = await Promise.all([submissions, watch(), work(0), work(1), work(2), work(3)]);
    assert.ok(most >= 1 && most <= 8, `${most} at work`);
    for (const clientId of clients) {
      const { balance, held } = await layer.credits.balance(clientId);
      const ours = submitted.filter(({ run }) => run.clientId === clientId);
      const charged = ours.reduce((sum, { run }) => sum + (run.sequence % 4 === 0 ? 2 : 4), 0);
      assert.deepEqual([balance, held], [1000 - charged, 0]);
      assert.equal(order[clientId]!.length, 20);
      assert.equal(new Set(order[clientId]).size, 20);
    }
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
