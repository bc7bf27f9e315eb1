import assert from 'node:assert/strict';
import { createDataLayer, newRun } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';
import { matched, unreadable } from '#test/support/match-state.ts';

const ranked = (score: number) => ({ ...matched(), summary: { score } });

dialectTest("a job's runs are ranked by score, those without one at the end", async ({ db }) => {
  const { runs, queue, identity, clock } = createDataLayer(db);
  const { id: clientId } = await identity.createClient({ name: 'Acme', credits: 100 });
  const { id: otherId } = await identity.createClient({ name: 'Other', credits: 100 });
  await queue.registerWorker({ id: 'w', host: 'h', pid: 1, capabilities: {} });
  const submit = async (id: string, jobId: string | null, client = clientId) => {
    const run = newRun({
      clientId: client,
      id,
      serviceType: 'cv_deepmatch',
      input: { jobId },
      costCredits: 2,
    });
    await runs.submit({ ...run, audioDurationMs: null });
    clock.advance(1);
  };
  const ends = {
    low: ranked(20.5),
    best: ranked(91),
    broken: unreadable,
    other: ranked(99),
    theirs: ranked(98),
  };
  await submit('low', 'job');
  await submit('best', 'job');
  await submit('broken', 'job');
  await submit('other', 'another job');
  await submit('theirs', 'job', otherId);
  for (let run = await queue.claim('w'); run; run = await queue.claim('w')) {
    await queue.settle(run, 'w', ends[run.id as keyof typeof ends]);
  }
  await submit('waiting', 'job');

  const list = async (rest: object = {}) => {
    const filter = { clientId, jobId: 'job', order: 'rank' as const, limit: 10, offset: 0, ...rest };
    return (await runs.list(filter)).runs.map(({ id }) => id);
  };
  assert.deepEqual(await list(), ['best', 'low', 'waiting', 'broken']);
  assert.deepEqual(await list({ offset: 1, limit: 2 }), ['low', 'waiting']);
  assert.deepEqual(await list({ order: 'newest' }), ['waiting', 'broken', 'best', 'low']);
  assert.deepEqual(await list({ jobId: 'nul\0' }), []);
  const standings = await runs.standingsByJob({
    ...{ clientId, serviceType: 'cv_deepmatch' },
    jobIds: ['job', 'another job', 'unknown'],
  });
  assert.deepEqual(Object.fromEntries(standings), {
    job: { count: 4, bestScore: 91 },
    'another job': { count: 1, bestScore: 99 },
  });
});
