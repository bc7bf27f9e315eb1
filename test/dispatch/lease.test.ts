import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { keepLease } from '#server/dispatch/lease.ts';
import { createLogger } from '#server/logging.ts';
import { systemClock } from '#server/time.ts';

type Progress = { step: string; fraction: number } | null;

function begin(
  answer: (beat: number) => boolean | Error | Promise<boolean>,
  times: { heartbeatMs: number; leaseMs?: number; progressEveryMs?: number },
) {
  const beats: Progress[] = [];
  const lease = keepLease({
    queue: {
      heartbeat: async (_runId, _workerId, progress) => {
        beats.push(progress);
        const result = answer(beats.length);
        if (result instanceof Error) throw result;
        return result;
      },
    },
    runId: 'run',
    workerId: 'worker',
    clock: systemClock,
    logger: createLogger({ level: 'silent', name: 'test' }),
    leaseMs: 10_000,
    progressEveryMs: 10_000,
    ...times,
  });
  return { lease, beats };
}

test('a lease is renewed again and again, until its end', async () => {
  const { lease, beats } = begin(() => true, { heartbeatMs: 20 });
  await delay(150);
  await lease.end();
  const count = beats.length;
  assert.ok(count >= 3, `${count} renewals`);
  await delay(60);
  assert.equal(beats.length, count);
  assert.ok(!lease.lost.aborted);
});

test('a renewal that finds the lease taken says so at once', async () => {
  const { lease } = begin((beat) => beat < 2, { heartbeatMs: 15 });
  await new Promise((resolve) => lease.lost.addEventListener('abort', resolve));
  await lease.end();
});

test('a database that is away for a moment loses nothing', async () => {
  const { lease, beats } = begin((beat) => (beat === 2 ? new Error('busy') : true), { heartbeatMs: 15 });
  await delay(120);
  await lease.end();
  assert.ok(beats.length >= 4);
  assert.ok(!lease.lost.aborted);
});

test('a lease that could not be renewed for as long as it lasts counts as lost', async () => {
  const { lease } = begin(() => new Error('away'), { heartbeatMs: 15, leaseMs: 60 });
  await new Promise((resolve) => lease.lost.addEventListener('abort', resolve));
  await lease.end();
});

test('a renewal that never comes back counts as lost, too', async () => {
  const answered = Promise.withResolvers<boolean>();
  const { lease } = begin(() => answered.promise, { heartbeatMs: 15, leaseMs: 60 });
  await new Promise((resolve) => lease.lost.addEventListener('abort', resolve));
  answered.resolve(true);
  await lease.end();
});

test('progress is written soon, but however often it comes, no more often than allowed', async () => {
  const { lease, beats } = begin(() => true, { heartbeatMs: 10_000, progressEveryMs: 60 });
  for (let percent = 0; percent <= 100; percent++) {
    lease.progress('transcribe', percent / 100);
    await delay(3);
  }
  await delay(100);
  await lease.end();
  assert.ok(beats.length >= 2 && beats.length <= 12, `${beats.length} writes`);
  assert.deepEqual(beats.at(-1), { step: 'transcribe', fraction: 1 });
});
