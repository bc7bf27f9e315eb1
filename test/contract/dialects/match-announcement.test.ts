import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { limits } from '#server/config/limits.ts';
import type { Db } from '#server/db/db.ts';
import { createMatchAnnouncer } from '#server/modules/matching/announce.ts';
import type { StoredMatch } from '#server/modules/matching/stored.ts';
import type { Run } from '#server/modules/runs/types.ts';
import { crashed, createDataLayer, newRun, succeeded } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { matched } from '#test/support/match-state.ts';
import { createMovingClock } from '#test/support/moving-clock.ts';
import { webhooksOn } from '#test/support/webhooks.ts';

const url = 'https://example.com/hook';

async function setUp(db: Db, { breaks = false } = {}) {
  const clock = createMovingClock();
  const webhooks = webhooksOn({ db, clock });
  const announce = createMatchAnnouncer({ webhooks });
  const fault = { breaks };
  const whenEnded = async (trx: Db, run: Run) => {
    await announce(trx, run);
    if (fault.breaks) throw new Error('The outbox is full.');
  };
  const layer = createDataLayer(db, clock, { cv_deepmatch: whenEnded });
  const { id: clientId } = await layer.identity.createClient({ name: 'Acme', credits: 10 });
  const input = { jobId: null, positionId: 'p', webhookUrl: url } as Partial<StoredMatch>;
  const submit = async (given: Partial<Parameters<typeof newRun>[0]> = {}) => {
    const run = newRun({
      clientId,
      id: randomUUID(),
      serviceType: 'cv_deepmatch',
      input: { ...input },
      audioDurationMs: null,
      language: null,
      costCredits: 2,
      ...given,
    });
    await layer.runs.submit(run);
    return (await layer.queue.claim('w', 'cv_deepmatch')) ?? (await layer.queue.claim('w'))!;
  };
  const sent = async () =>
    Promise.all(
      (await webhooks.list({ clientId, limit: 10, offset: 0 })).messages.map(async ({ id }) =>
        JSON.parse((await webhooks.show(id)).body),
      ),
    );
  return { ...layer, clientId, fault, submit, sent };
}

dialectTest('a result and its announcement are kept together, once', async ({ db }) => {
  const { queue, submit, sent, credits, clientId } = await setUp(db);
  const run = await submit();
  assert.equal(await queue.settle(run, 'w', matched()), true);
  assert.equal(await queue.settle(run, 'w', matched()), false);
  const [message, ...more] = await sent();
  assert.deepEqual(more, []);
  assert.deepEqual(
    [message.event, message.id, message.status, message.score, message.credits],
    ['cvdeepmatch.finished', run.id, 'finished', 60, { deducted: 2, remainingBalance: 8 }],
  );
  assert.equal((await credits.balance(clientId)).available, 8);
});

dialectTest('where the announcement cannot be stored, the run has not ended', async ({ db }) => {
  const { queue, submit, sent, runs, credits, clientId, fault } = await setUp(db, { breaks: true });
  const run = await submit();
  await assert.rejects(queue.settle(run, 'w', matched()), /outbox is full/);
  assert.equal((await runs.find({ clientId, runId: run.id }))!.status, 'processing');
  assert.deepEqual(await sent(), []);
  const { balance, held } = await credits.balance(clientId);
  assert.deepEqual([balance, held], [10, 2]);
  fault.breaks = false;
  assert.equal(await queue.settle(run, 'w', matched()), true);
  assert.equal((await sent()).length, 1);
});

dialectTest('a match that no worker can finish is announced as failed', async ({ db }) => {
  const { queue, submit, sent } = await setUp(db);
  await submit();
  for (let death = 0; death < limits.lease.maxDeathsPerStep; death++) {
    await queue.recoverLapsed([crashed('w')]);
    await queue.claim('w');
  }
  const [message] = await sent();
  assert.deepEqual([message.event, message.error.code], ['cvdeepmatch.failed', 'STUCK_TIMEOUT']);
});

dialectTest('nothing is announced without an address, nor for another module', async ({ db }) => {
  const { queue, submit, sent } = await setUp(db);
  const silent = await submit({ input: { jobId: null, positionId: 'p', webhookUrl: null } });
  await queue.settle(silent, 'w', matched());
  const speech = await submit({ serviceType: 'speech' });
  await queue.settle(speech, 'w', succeeded(2));
  assert.deepEqual(await sent(), []);
});

dialectTest('a worker can take the runs of one module only', async ({ db }) => {
  const { runs, queue, clientId } = await setUp(db);
  await runs.submit(newRun({ clientId, id: 'speech', costCredits: 2 }));
  await runs.submit(newRun({ clientId, id: 'cv', serviceType: 'cv_deepmatch', costCredits: 2 }));
  assert.equal((await queue.claim('w', 'cv_deepmatch'))!.id, 'cv');
  assert.equal(await queue.claim('w', 'cv_deepmatch'), undefined);
  assert.equal((await queue.claim('w', 'speech'))!.id, 'speech');
});
