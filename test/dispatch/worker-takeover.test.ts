import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '#server/config/limits.ts';
import { deadWorkersOf, processIdentity, thisHost } from '#server/dispatch/host.ts';
import { done, setUp, until } from './stand-in-worker.ts';

test('an orderly stop gives runs back at once, and the next worker goes on after the last stored step', async (t) => {
  const { worker, workers, newWorker, submit, find, ended, state, queue } = await setUp(t);
  const seen: string[] = [];
  state.answer = async ({ step: name, signal }) => {
    seen.push(name);
    if (name === 'second' && seen.length === 2) await delay(60_000, undefined, { signal });
    return done();
  };
  await worker.start();
  const id = await submit();
  await until(async () => (seen.length === 2 ? true : undefined));
  await worker.stop();
  assert.equal((await find(id)).leaseOwner, null);
  assert.deepEqual(await queue.workers(), []);

  const next = newWorker('worker-2');
  workers.push(next);
  await next.start();
  assert.equal((await ended(id)).status, 'success');
  assert.deepEqual(seen, ['first', 'second', 'second']);
});

/** Of this boot, with the number of a process that lives. */
const earlierProcess = processIdentity(process.pid)!.replace(/\d+$/, '1');

test('a machine of the same name is another: its worker keeps its run, until it has given no heartbeat for long', async (t) => {
  const { queue } = await setUp(t);
  const other = { id: 'namesake', host: thisHost(), pid: process.pid, capabilities: { process: 'boot/1/1' } };
  await queue.registerWorker(other);
  const workers = await queue.workers();
  const look = (laterMs: number) => deadWorkersOf({ host: thisHost(), nowMs: seenMs + laterMs }, workers, []);
  const seenMs = Date.parse(workers[0]!.heartbeatAt);
  assert.deepEqual(look(0), []);
  assert.deepEqual(look(limits.machines.workerForgottenMs), [{ id: 'namesake', byItself: false }]);
});

test('runs of a dead worker of this host are taken over without waiting for the lease', async (t) => {
  const { worker, submit, ended, queue } = await setUp(t);
  const id = await submit();
  const dead = {
    id: 'dead',
    host: thisHost(),
    pid: process.pid,
    capabilities: { process: earlierProcess },
  };
  await queue.registerWorker(dead);
  assert.equal((await queue.claim('dead'))?.id, id);
  await worker.start();
  assert.equal((await ended(id)).status, 'success');
  assert.deepEqual(
    (await queue.workers()).map((each) => each.id),
    ['worker-1'],
  );
});

test('a worker whose supervisor lives is cleared up after by the process that is told how it died', async (t) => {
  const { worker, workers, newWorker, submit, find, queue, state } = await setUp(t);
  state.answer = ({ signal }) => delay(60_000, done(), { signal });
  const ids = [await submit(), await submit()];
  const pid = 2 ** 22 + 1;
  const supervisor = processIdentity(process.pid);
  const capabilities = { process: earlierProcess.replace(/\/\d+\//, `/${pid}/`), supervisor };
  await queue.registerWorker({ id: 'crashed', host: thisHost(), pid, capabilities });
  for (const _ of ids) await queue.claim('crashed');
  await worker.start();
  await delay(150);
  assert.deepEqual(await Promise.all(ids.map(async (id) => (await find(id)).leaseOwner)), [
    'crashed',
    'crashed',
  ]);
  const successor = newWorker('successor', [{ pid, byItself: true }]);
  workers.push(successor);
  await successor.start();
  // Each of the two goes to a worker that has nothing else.
  await until(async () => {
    const owners = await Promise.all(ids.map(async (id) => (await find(id)).leaseOwner));
    return owners.toSorted().join() === 'successor,worker-1' || undefined;
  });
  const another = await submit();
  await delay(100);
  assert.equal((await find(another)).leaseOwner, null, 'beside a run that must be alone nothing begins');
});

test('a living worker of this host, and any of another, keep their runs', async (t) => {
  const { worker, submit, find, queue } = await setUp(t);
  const ids = [await submit(), await submit()];
  const alive = { process: processIdentity(process.pid) };
  await queue.registerWorker({ id: 'alive', host: thisHost(), pid: process.pid, capabilities: alive });
  await queue.registerWorker({ id: 'elsewhere', host: 'another-host', pid: 1, capabilities: {} });
  await queue.claim('alive');
  await queue.claim('elsewhere');
  await worker.start();
  await delay(150);
  const owners = await Promise.all(ids.map(async (id) => (await find(id)).leaseOwner));
  assert.deepEqual(owners.sort(), ['alive', 'elsewhere']);
});

test('a run that loses its lease is dropped: nothing more of it is run or stored', async (t) => {
  const { worker, submit, find, state, db, queue } = await setUp(t);
  const seen: string[] = [];
  state.answer = async ({ step: name }) => {
    seen.push(name);
    await delay(200);
    return done();
  };
  await worker.start();
  const id = await submit();
  await until(async () => (seen.length === 1 ? true : undefined));
  // Another worker has taken it over.
  const leaseUntil = new Date(Date.now() + 60_000).toISOString();
  await db.updateTable('runs').set({ lease_owner: 'other', lease_until: leaseUntil }).execute();
  await delay(500);
  const run = await find(id);
  assert.deepEqual([run.status, run.leaseOwner], ['processing', 'other']);
  assert.deepEqual(await queue.outcomes(id), []);
  assert.deepEqual(seen, ['first']);
});
