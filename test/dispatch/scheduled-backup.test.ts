import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { createScheduledBackup } from '#server/dispatch/scheduled-backup.ts';
import { days, systemClock } from '#server/time.ts';

/** A worker whose backups are up to date; `verify` is what the command for that prints, and its status. */
function worker(t: TestContext, { isAsked, verify }: { isAsked: boolean; verify: string }) {
  const { promise: ended, resolve: end } = Promise.withResolvers<unknown[]>();
  const { promise: looked, resolve: look } = Promise.withResolvers<void>();
  const calls: string[] = [];
  const logged: string[] = [];
  const say = (level: string) => (_fields: unknown, message?: string) =>
    void logged.push(`${level} ${message}`);
  const backups = createScheduledBackup({
    schedule: {
      async claim(name) {
        if (name === 'backup') return undefined;
        return {
          renew: async () => true,
          finish: async (nextDueMs, report) => end(['finish', nextDueMs, report]),
          fail: async (_againInMs, reason) => end(['fail', reason]),
        };
      },
      state: async () => (isAsked ? {} : undefined),
    },
    newestDeletionAt: async () => {
      look();
      return null;
    },
    start(args) {
      calls.push(args.join(' '));
      return spawn(process.execPath, ['--eval', verify], { stdio: ['ignore', 'pipe', 'pipe'] });
    },
    ...{ job: 'backup', verifyJob: 'backup-verify', everyMs: days(1), owner: 'w', clock: systemClock },
    logger: { info: say('info'), warn: say('warn'), error: say('error') } as never,
  });
  t.after(() => backups.stop());
  backups.start();
  return { ended, looked, calls, logged };
}

const prints = (report: object, status: number) =>
  `console.log(${JSON.stringify(JSON.stringify(report))}); process.exitCode = ${status}`;

test('a verification that an owner asked for ends with what it found, damage too', async (t) => {
  const well = { backups: 1, objects: 2, bytes: 3, faults: [] };
  const fine = worker(t, { isAsked: true, verify: prints(well, 0) });
  assert.deepEqual(await fine.ended, ['finish', null, well]);
  assert.deepEqual(fine.calls, ['verify']);

  const damaged = { ...well, faults: [{ backupId: 'b', fault: 'It is damaged.' }] };
  const bad = worker(t, { isAsked: true, verify: prints(damaged, 1) });
  assert.deepEqual(await bad.ended, ['finish', null, damaged]);
  await bad.looked;
  assert.ok(
    bad.logged.some((line) => line.startsWith('error BACKUPS ARE DAMAGED')),
    bad.logged.join('\n'),
  );
});

test('one that cannot be made is tried again, and the reason is kept', async (t) => {
  const says = `console.error('{"error":{"code":"BACKUP_PLACE","message":"Is its disk mounted?"}}'); process.exitCode = 1`;
  const { ended } = worker(t, { isAsked: true, verify: says });
  assert.deepEqual(await ended, ['fail', 'Is its disk mounted?']);
});

test('nothing is verified without being asked for', async (t) => {
  const { looked, calls } = worker(t, { isAsked: false, verify: '' });
  await looked;
  assert.deepEqual(calls, []);
});
