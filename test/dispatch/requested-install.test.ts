import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { createRequestedInstall } from '#server/dispatch/requested-install.ts';

const bornAt = '2026-11-26T12:00:00.000Z';
const later = '2026-11-26T12:05:00.000Z';
const says = (line: string, status = 0) =>
  `console.log(${JSON.stringify(line)}); process.exitCode = ${status}`;
const complains = (message: string) =>
  `console.error(${JSON.stringify(JSON.stringify({ error: { code: 'X', message } }))}); process.exitCode = 1`;

/** A worker that looks for what the console asked for; commands are stood in for by what they print. */
function worker(
  t: TestContext,
  {
    isAsked = true,
    isFree = true,
    finishedAt = null,
    pull = says('{}'),
    requireFit = async () => undefined,
    isStopped = false,
  }: Partial<{
    isAsked: boolean;
    isFree: boolean;
    finishedAt: string | null;
    pull: string;
    requireFit: () => Promise<unknown>;
    isStopped: boolean;
  }>,
) {
  const { promise: renewed, resolve: renew } = Promise.withResolvers<string>();
  const { promise: failed, resolve: fail } = Promise.withResolvers<unknown[]>();
  const { promise: lookedTwice, resolve: lookTwice } = Promise.withResolvers<void>();
  const calls: string[] = [];
  let looks = 0;
  let isDue = isAsked && isFree;
  let doneAt = finishedAt;
  const install = createRequestedInstall({
    schedule: {
      async claim() {
        if (!isDue) return undefined;
        isDue = false;
        return {
          renew: async () => !isStopped,
          async finish(nextDueMs, report) {
            calls.push(`finish ${nextDueMs} ${JSON.stringify(report)}`);
            doneAt = later;
          },
          async fail(...told) {
            fail(told);
            return !isStopped;
          },
        };
      },
      async state() {
        looks++;
        if (looks >= 4) lookTwice();
        return isAsked ? { finishedAt: doneAt } : undefined;
      },
    },
    start(args) {
      calls.push(args.join(' '));
      const script = args[0] === 'pull' ? pull : says('{}');
      return spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    },
    requireFit,
    ...{ model: 'whisper-base', bornAt, renew, lookEveryMs: 1 },
    logger: {
      info: (...said: unknown[]) => calls.push(`info ${said.at(-1)}`),
      error: () => calls.push('error'),
    } as never,
  });
  t.after(() => install.stop());
  install.start();
  return { install, renewed, failed, lookedTwice, calls };
}

test('what was asked for is installed, chosen and taken by a new process', async (t) => {
  const { renewed, calls } = worker(t, {});
  await renewed;
  assert.deepEqual(calls, [
    'pull whisper-base --json',
    'use asr=whisper-base --json',
    'finish null {"model":"whisper-base"}',
    'info more languages are installed',
  ]);
});

test('what another process installed meanwhile is taken by a new one, too', async (t) => {
  const { renewed, calls } = worker(t, { isFree: false, finishedAt: later });
  await renewed;
  assert.deepEqual(calls, []);
});

test('what was installed before this process began is no reason for another', async (t) => {
  const { install, renewed, lookedTwice } = worker(t, {
    isFree: false,
    finishedAt: '2026-11-25T12:00:00.000Z',
  });
  await lookedTwice;
  await install.stop();
  assert.equal(await Promise.race([renewed, 'not renewed']), 'not renewed');
});

test('nothing is installed without being asked for', async (t) => {
  const { install, lookedTwice, calls } = worker(t, { isAsked: false });
  await lookedTwice;
  await install.stop();
  assert.deepEqual(calls, []);
});

for (const [title, options, reason] of [
  ['cannot be fetched', { pull: complains('No network.') }, 'No network.'],
  [
    'does not fit into this machine',
    { requireFit: () => Promise.reject(new Error('It needs more memory.')) },
    'It needs more memory.',
  ],
] as const) {
  test(`a model that ${title} is not chosen; the reason is kept, and an owner has to ask again`, async (t) => {
    const { failed, calls } = worker(t, options);
    assert.deepEqual(await failed, [null, reason]);
    assert.ok(!calls.some((call) => call.startsWith('use')));
  });
}

test('an installation that the end of the process cuts off is gone on with at once', async (t) => {
  const { promise: began, resolve: begin } = Promise.withResolvers<void>();
  const { install, failed } = worker(t, {
    requireFit: async () => {
      begin();
      await new Promise((_, refuse) => setImmediate(refuse, new Error('cut off')));
    },
  });
  await began;
  await install.stop();
  assert.deepEqual(await failed, [0, 'cut off']);
});

test('an installation that an owner has stopped is not chosen, and no fault', async (t) => {
  const { install, failed, calls } = worker(t, { isStopped: true });
  await failed;
  await install.stop();
  assert.deepEqual(calls, [
    'pull whisper-base --json',
    'info language installation was stopped, or another process goes on with it',
  ]);
});
