import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '#server/config/limits.ts';
import { crashed, createDataLayer, failed, newRun, succeeded } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { addClient, outcome, submit } from './queued-runs.ts';

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
      // A worker with other runs under way gets none of them, nor the run behind them.
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
  'under submissions, claims and ends at once no client exceeds 8 and everything is paid once',
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
