import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '#server/logging.ts';
import type { Death } from '#server/process/death.ts';
import type { ChildRole } from '#server/process/service.ts';
import { createSupervisor } from '#server/process/supervisor.ts';

const childPath = join(import.meta.dirname, 'child.ts');

/** A real supervisor over real processes. */
function supervise(t: TestContext, behaviour: Partial<Record<ChildRole, string>>, stopWithinMs = 3000) {
  const started: { role: ChildRole; child: ChildProcess; atMs: number; deaths: Death[] }[] = [];
  const serving: string[] = [];
  const supervisor = createSupervisor({
    roles: ['api', 'worker'],
    logger: createLogger({ level: 'silent', name: 'test' }),
    backOff: { firstMs: 20, maxMs: 80, soundAfterMs: 60_000 },
    stopWithinMs,
    startChild: (role, deaths) => {
      const child = fork(childPath, ['--role', role], {
        env: { BEHAVIOUR_api: behaviour.api, BEHAVIOUR_worker: behaviour.worker },
        stdio: ['ignore', 2, 2, 'ipc'],
      });
      started.push({ role, child, atMs: performance.now(), deaths: [...deaths] });
      return child;
    },
    onServing: (role) => serving.push(role),
  });
  const ended = supervisor.run();
  t.after(async () => {
    supervisor.stop();
    await ended;
  });
  const of = (role: ChildRole) => started.filter((each) => each.role === role);
  const servingCount = (role: ChildRole) => serving.filter((each) => each === role).length;
  const told = (role: ChildRole) => of(role).map(({ deaths }) => deaths);
  return { supervisor, ended, of, servingCount, told };
}

async function until(look: () => boolean): Promise<void> {
  for (const giveUpAt = performance.now() + 60_000; !look(); await delay(10)) {
    assert.ok(performance.now() < giveUpAt, 'waited in vain');
  }
}

test('a killed process is started again, and the other is not touched', async (t) => {
  const { of, servingCount } = supervise(t, {});
  await until(() => servingCount('api') === 1 && servingCount('worker') === 1);
  const [worker] = of('worker');
  process.kill(worker!.child.pid!, 'SIGKILL');
  await until(() => servingCount('worker') === 2);
  assert.equal(of('api').length, 1);
  assert.equal(of('api')[0]!.child.exitCode, null);
});

test('the next process is told how those before it ended, until one serves', async (t) => {
  const { of, servingCount, told } = supervise(t, {});
  await until(() => servingCount('worker') === 1);
  const [first] = of('worker');
  process.kill(first!.child.pid!, 'SIGKILL');
  await until(() => servingCount('worker') === 2);
  process.kill(of('worker')[1]!.child.pid!, 'SIGSEGV');
  await until(() => servingCount('worker') === 3);
  const byItself = told('worker').map((deaths) => deaths.map((death) => death.byItself));
  assert.deepEqual(byItself, [[], [false], [true]]);
  assert.equal(told('worker')[1]![0]!.pid, first!.child.pid);
});

test('a process that crashes before it serves keeps what it was told for the next one', async (t) => {
  const { of, told } = supervise(t, { worker: 'crash' });
  await until(() => of('worker').length >= 4);
  assert.deepEqual(
    told('worker')[3]!.map((death) => death.byItself),
    [true, true, true],
  );
});

test('a process that keeps crashing is started again after growing pauses', async (t) => {
  const { of, servingCount } = supervise(t, { worker: 'crash' });
  await until(() => of('worker').length >= 5 && servingCount('api') === 1);
  const starts = of('worker').map(({ atMs }) => atMs);
  assert.ok(starts[4]! - starts[3]! >= 80, 'the longest pause is kept');
  assert.equal(of('api').length, 1);
});

test('a process that makes room for a new one is replaced at once, and its end says nothing of its work', async (t) => {
  const { of, servingCount, told } = supervise(t, { worker: 'renew' });
  await until(() => servingCount('worker') >= 3 && servingCount('api') === 1);
  assert.deepEqual(told('worker').slice(0, 3), [[], [], []]);
  assert.equal(of('api').length, 1);
});

test('a process that can never start ends the whole, with a status that says so', async (t) => {
  const { ended, of } = supervise(t, { api: 'hopeless' });
  assert.equal(await ended, 1);
  assert.equal(of('api').length, 1);
  assert.ok(of('worker').every(({ child }) => child.exitCode !== null || child.signalCode !== null));
});

test('an orderly stop asks every process to end and waits for it', async (t) => {
  const { supervisor, ended, of, servingCount } = supervise(t, {});
  await until(() => servingCount('api') === 1 && servingCount('worker') === 1);
  supervisor.stop();
  assert.equal(await ended, 0);
  for (const { child } of [...of('api'), ...of('worker')]) assert.equal(child.exitCode, 0);
});

test('a process that will not end is killed after the deadline', async (t) => {
  const { supervisor, ended, of, servingCount } = supervise(t, { worker: 'deaf' }, 300);
  await until(() => servingCount('api') === 1 && servingCount('worker') === 1);
  supervisor.stop();
  assert.equal(await ended, 0);
  assert.equal(of('worker')[0]!.child.signalCode, 'SIGKILL');
});

test('no process is started again once the stop was asked for', async (t) => {
  const { supervisor, ended, of } = supervise(t, { worker: 'crash' });
  await until(() => of('worker').length >= 2);
  supervisor.stop();
  await ended;
  const count = of('worker').length;
  await delay(200);
  assert.equal(of('worker').length, count);
});
