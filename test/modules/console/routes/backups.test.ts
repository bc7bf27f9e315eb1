import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { BACKUP_JOB, DRILL_JOB, VERIFY_JOB } from '#server/backup/schedule-state.ts';
import type { BackupsAnswer } from '#server/modules/console/backups/contract.ts';
import { createSchedule } from '#server/modules/installation/schedule.ts';
import { days, hours } from '#server/time.ts';
import { buildConsoleApp } from '#test/support/console-app.ts';

const made = {
  backup: { id: '20261126T120000000Z-1cc9dc', files: 7, sizeBytes: 9000, addedBytes: 400, format: 'x' },
  takenAt: '2026-11-26T12:00:00.000Z',
  knownFiles: 3,
};
const verified = { backups: 2, objects: 9, bytes: 8000, faults: [] as { backupId: string; fault: string }[] };

async function installation(t: TestContext, backupTo?: string) {
  const console = await buildConsoleApp(t, { ...(backupTo && { backupTo }) });
  const { clientId } = await console.customer();
  const owner = await console.as('owner');
  const schedule = createSchedule({ db: console.db, clock: console.clock });
  return {
    ...console,
    ...{ clientId, owner, schedule },
    async answer(): Promise<BackupsAnswer> {
      // Sessions end while the clock is moved.
      return (await (await console.as('owner')).get('/installation/backups')).json();
    },
    /** What a worker does once it sees a job. */
    async work(job: string, report: unknown, next: number | null) {
      const lease = await schedule.claim(job, 'worker');
      assert.ok(lease, `${job} is not due`);
      await lease.finish(next, report);
    },
  };
}

test('the page follows a backup from the wish to its end', async (t) => {
  const { answer, owner, schedule, work, clock } = await installation(t, '/mnt/backups');
  const before = await answer();
  assert.deepEqual([before.timeliness, before.place, before.backup.newest], ['none', '/mnt/backups', null]);
  await work(BACKUP_JOB, made, clock.now() + days(1));
  const one = await answer();
  assert.equal(one.timeliness, 'timely');
  assert.deepEqual(one.backup.newest, {
    ...{ id: made.backup.id, takenAt: made.takenAt, files: 7, sizeBytes: 9000, addedBytes: 400 },
  });
  assert.deepEqual([one.backup.isWaiting, one.backup.isUnderWay], [false, false]);
  assert.equal(await schedule.claim(BACKUP_JOB, 'worker'), undefined, 'not due by itself');

  const asked = await owner.post('/installation/backups');
  assert.equal(asked.statusCode, 200);
  assert.equal((asked.json() as BackupsAnswer).backup.isWaiting, true);
  const lease = await schedule.claim(BACKUP_JOB, 'worker');
  const during = await answer();
  assert.deepEqual([during.backup.isWaiting, during.backup.isUnderWay], [false, true]);
  // Asked for twice, it is made once.
  await owner.post('/installation/backups');
  await lease!.finish(clock.now() + days(1), made);
  assert.equal((await answer()).backup.isWaiting, false);
});

test('a backup that failed, and one that is late, are told with the reason', async (t) => {
  const { answer, schedule, work, clock } = await installation(t, '/mnt/backups');
  await work(BACKUP_JOB, made, clock.now() + days(1));
  clock.advance(days(1));
  const lease = await schedule.claim(BACKUP_JOB, 'worker');
  await lease!.fail(1000, 'The disk of /mnt/backups is full.');
  const failed = await answer();
  assert.deepEqual([failed.timeliness, failed.backup.error], ['timely', 'The disk of /mnt/backups is full.']);
  clock.advance(hours(2));
  assert.equal((await answer()).timeliness, 'late');
});

test('a verification happens when an owner asks for it, and tells its faults', async (t) => {
  const { answer, owner, schedule, work } = await installation(t, '/mnt/backups');
  assert.equal(await schedule.state(VERIFY_JOB), undefined, 'no owner has asked');
  assert.equal((await answer()).verification.found, null);
  const asked: BackupsAnswer = (await owner.post('/installation/backups/verify')).json();
  assert.equal(asked.verification.isWaiting, true);
  await work(VERIFY_JOB, verified, null);
  const well = (await answer()).verification;
  assert.deepEqual([well.found, well.isWaiting], [verified, false]);
  await owner.post('/installation/backups/verify');
  const faults = Array.from({ length: 30 }, (_, n) => ({ backupId: `b${n}`, fault: 'It is damaged.' }));
  await work(VERIFY_JOB, { ...verified, faults }, null);
  assert.equal((await answer()).verification.found!.faults.length, 20, 'as many as a page can hold');
});

test('the last drill is shown, and one that failed', async (t) => {
  const { answer, schedule } = await installation(t);
  const report = { backup: 'b', takenAt: made.takenAt, files: 3, bytes: 4, runs: 5, auditIntact: true };
  await schedule.note(DRILL_JOB, { report, error: null });
  const { drill } = await answer();
  assert.deepEqual([drill.found, drill.error], [report, null]);
  assert.ok(drill.finishedAt);
  await schedule.note(DRILL_JOB, { report: null, error: 'The object abc is missing.' });
  const failed = (await answer()).drill;
  assert.deepEqual([failed.found, failed.error], [report, 'The object abc is missing.']);
});

test('a server without backups says so, and takes no wish', async (t) => {
  const { answer, owner, schedule } = await installation(t);
  assert.deepEqual([(await answer()).timeliness, (await answer()).place], ['off', null]);
  for (const address of ['/installation/backups', '/installation/backups/verify']) {
    const refused = await owner.post(address);
    assert.deepEqual([refused.statusCode, refused.json().error.code], [400, 'INVALID_INPUT']);
  }
  assert.equal(await schedule.state(BACKUP_JOB), undefined);
});

test('requests are in the audit log; only owners see the page', async (t) => {
  const { owner, as, clientId } = await installation(t, '/mnt/backups');
  await owner.post('/installation/backups');
  await owner.post('/installation/backups/verify');
  const { items } = (await owner.get('/installation/audit')).json();
  const actions = items.map(({ action }: { action: string }) => action);
  for (const action of ['backup.request', 'backup.verify']) assert.ok(actions.includes(action), action);
  const admin = await as('admin', clientId);
  assert.equal((await admin.get('/installation/backups')).statusCode, 403);
  assert.equal((await admin.post('/installation/backups')).statusCode, 403);
});
