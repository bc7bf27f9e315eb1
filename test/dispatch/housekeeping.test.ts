import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { createHousekeeping } from '#server/dispatch/housekeeping.ts';

test('a worker enlists its machine before anything else, and then sweeps whenever a deletion waits for it', async () => {
  const done: string[] = [];
  let waiting = ['deletion-1'];
  const housekeeping = createHousekeeping({
    analysis: { submitWanted: async () => [] },
    candidates: { catchUpAll: async () => 0 },
    pool: { fill: async () => 0 },
    invitations: { send: async () => [], remind: async () => 0, forget: async () => 0 },
    deletions: { work: async () => [] },
    retention: { enforceIfDue: async () => undefined },
    machines: {
      enlist: async ({ id, host }) => {
        await delay(20);
        done.push(`enlist ${id} ${host}`);
      },
      clear: async (machineId, sweep) => {
        const cleared = waiting;
        waiting = [];
        if (cleared.length > 0) await sweep();
        done.push(...cleared.map((id) => `${machineId} cleared for ${id}`));
        return cleared;
      },
    },
    interviews: { timeOut: async () => [] },
    machine: { id: 'machine-1', host: 'near' },
    workFolders: {
      sweep: async () => {
        done.push('sweep');
        return [];
      },
    },
    owner: 'worker',
    logger: pino({ level: 'silent' }),
    deleteEveryMs: 5,
  });
  await housekeeping.start();
  assert.deepEqual(done.slice(0, 1), ['enlist machine-1 near']);
  await delay(50);
  waiting = ['deletion-2'];
  await delay(50);
  await housekeeping.stop();
  assert.deepEqual(
    done.filter((one) => !one.startsWith('enlist')),
    ['sweep', 'machine-1 cleared for deletion-1', 'sweep', 'machine-1 cleared for deletion-2'],
  );
});

test('interviews whose time is over are ended now and then, once live processes had their time to start', async () => {
  const rounds: number[] = [];
  const startedAt = performance.now();
  const housekeeping = createHousekeeping({
    analysis: { submitWanted: async () => [] },
    candidates: { catchUpAll: async () => 0 },
    pool: { fill: async () => 0 },
    invitations: { send: async () => [], remind: async () => 0, forget: async () => 0 },
    deletions: { work: async () => [] },
    retention: { enforceIfDue: async () => undefined },
    machines: { enlist: async () => undefined, clear: async () => [] },
    interviews: {
      timeOut: async () => {
        rounds.push(performance.now() - startedAt);
        return [];
      },
    },
    machine: { id: 'machine-1', host: 'near' },
    workFolders: { sweep: async () => [] },
    owner: 'worker',
    logger: pino({ level: 'silent' }),
    timeOutEveryMs: 5,
    timeOutFirstMs: 60,
  });
  await housekeeping.start();
  while (rounds.length < 3) await delay(5);
  await housekeeping.stop();
  assert.ok(rounds[0]! >= 59, `${rounds[0]}`);
  const after = rounds.length;
  await delay(20);
  assert.equal(rounds.length, after);
});
