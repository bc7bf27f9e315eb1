import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '#server/config/limits.ts';
import { sweepOrphanBlobs } from '#server/dispatch/orphan-blobs.ts';
import type { LaneReport } from '#server/lanes/protocol.ts';
import { runsAmong } from '#server/modules/runs/queries.ts';
import { done, setUp, soundReport, until } from './stand-in-worker.ts';

test('a run is claimed, its steps run in order, it is charged, and its folder goes', async (t) => {
  const { worker, submit, ended, state, workFolders } = await setUp(t);
  const seen: string[] = [];
  state.answer = async ({ step: name, input }) => {
    seen.push(`${name} ${Object.keys(input).join()}`);
    return done({ [name]: 'output' });
  };
  await worker.start();
  const run = await ended(await submit(6));
  assert.deepEqual(seen, ['first runId,uploadPath', 'second runId,uploadPath,first']);
  assert.deepEqual([run.status, run.chargedCredits, run.balanceAfter], ['success', 6, 94]);
  await until(async () => (await workFolders()).length === 0 || undefined);
});

test('a run that meets a full disk frees what it wrote, waits in the queue, and is gone on with when there is room', async (t) => {
  const { worker, submit, find, ended, state, workFolders, blobs } = await setUp(t);
  let isFull = true;
  let tries = 0;
  t.mock.method(blobs, 'check', async () => ({ ok: !isFull, detail: '26 MB free' }));
  state.answer = async ({ step: name, workDir }) => {
    if (name === 'first') return done({ first: 'kept' });
    if (!isFull) return done({ second: 'made' });
    tries++;
    await writeFile(join(workDir, 'half-written'), 'x');
    return { ok: false, code: null, message: 'ENOSPC', outOfSpace: true };
  };
  await worker.start();
  const id = await submit(6);
  await until(async () => (tries > 0 && (await find(id)).leaseOwner === null) || undefined);
  assert.equal((await find(id)).status, 'processing');
  assert.deepEqual(await workFolders(), [], 'what it wrote is free again');
  await delay(900);
  assert.equal(tries, 1, 'nothing is begun while there is no room');
  isFull = false;
  const run = await ended(id);
  assert.deepEqual([run.status, run.chargedCredits, run.error], ['success', 6, null]);
});

test('a run whose step had too little of the processor is gone on with alone', async (t) => {
  const { worker, submit, find, ended, state, workFolders } = await setUp(t);
  let slow = '';
  const [beside, seen]: [string[], string[]] = [[], []];
  const underWay = new Set<string>();
  state.answer = async ({ step: name, input, workDir }) => {
    const runId = String(input.runId);
    seen.push(`${runId === slow ? 'slow' : 'other'} ${name}`);
    underWay.add(runId);
    const isAgain = seen.filter((one) => one === 'slow second').length > 1;
    if (runId === slow && name === 'second' && isAgain) beside.push(...underWay);
    await delay(20);
    underWay.delete(runId);
    if (runId !== slow || isAgain) return done({ [name]: 'made' });
    if (name === 'first') await writeFile(join(workDir, 'sound.pcm'), 'x');
    else return { ok: false, code: null, message: 'too slow', outOfTime: true };
    return done({ first: 'made' });
  };
  slow = await submit(6);
  const others = [await submit(6), await submit(6), await submit(6)];
  await worker.start();
  const run = await ended(slow);
  assert.deepEqual([run.status, run.chargedCredits, run.error], ['success', 6, null]);
  assert.deepEqual(
    seen.filter((one) => one.startsWith('slow')),
    ['slow first', 'slow second', 'slow second'],
    'what it had is not made again',
  );
  assert.deepEqual(beside, [slow], 'nothing else was under way');
  assert.equal((await find(slow)).lapses, 0);
  for (const other of others) assert.equal((await ended(other)).status, 'success');
  await until(async () => (await workFolders()).length === 0 || undefined);
});

test('a result that finds no room is put together again later', async (t) => {
  const { worker, submit, ended, state, blobs, dataDir } = await setUp(t);
  const cut = join(dataDir, 'cut.mp3');
  await writeFile(cut, 'sound');
  let isFull = true;
  const put = blobs.put.bind(blobs);
  const id = await submit(6);
  t.mock.method(blobs, 'put', async (...about: Parameters<typeof put>) => {
    if (!isFull) return put(...about);
    isFull = false;
    about[1].destroy();
    throw Object.assign(new Error('write'), { code: 'ENOSPC' });
  });
  state.answer = async () => done({ keep: cut });
  await worker.start();
  const run = await ended(id);
  assert.deepEqual([run.status, run.chargedCredits], ['success', 6]);
});

test('missing scores make the run partial and its price smaller', async (t) => {
  const { worker, submit, ended, state } = await setUp(t);
  state.answer = async () => done({ scores: 2 });
  await worker.start();
  const run = await ended(await submit(7));
  assert.deepEqual([run.status, run.chargedCredits], ['partial', 5]);
});

test('a failed run carries the code of its step and costs nothing', async (t) => {
  const { worker, submit, ended, state } = await setUp(t);
  state.answer = async () => ({ ok: false, code: 'TRANSCRIPTION_FAILED', message: 'No speech.' });
  await worker.start();
  const run = await ended(await submit());
  assert.deepEqual(
    [run.status, run.chargedCredits, run.error],
    ['failed', 0, { code: 'TRANSCRIPTION_FAILED', message: 'No speech.' }],
  );
  assert.equal(run.result, null);
});

test('a result that cannot be built fails the run instead of leaving it open', async (t) => {
  const { worker, submit, ended, state } = await setUp(t);
  state.answer = async () => done({ keep: '/no/such/file' });
  await worker.start();
  const run = await ended(await submit());
  assert.equal(run.error?.code, 'INTERNAL_ERROR');
  assert.equal(run.chargedCredits, 0);
});

test('every step finds the upload, and nothing is lent when the run is over', async (t) => {
  const { worker, submit, ended, state } = await setUp(t);
  const heard: string[] = [];
  let lent = '';
  state.answer = async ({ input }) => {
    lent = String(input.uploadPath);
    heard.push(await readFile(lent, 'utf8'));
    return done();
  };
  await worker.start();
  assert.equal((await ended(await submit())).status, 'success');
  assert.deepEqual(heard, ['audio', 'audio']);
  await assert.rejects(readFile(lent), { code: 'ENOENT' });
});

test('a file that outlives the run is in the blob store before the run ends', async (t) => {
  const { worker, submit, ended, state, blobs } = await setUp(t);
  state.answer = async ({ workDir }) => {
    await writeFile(join(workDir, 'cut.mp3'), 'mp3');
    return done({ keep: join(workDir, 'cut.mp3') });
  };
  await worker.start();
  const run = await ended(await submit());
  assert.equal(run.status, 'success');
  assert.equal(String(await blobs.read(`speech/${run.id}/cut.mp3`)), 'mp3');
});

test('never more runs at once than allowed', async (t) => {
  const { worker, submit, ended, state } = await setUp(t, { concurrency: 2 });
  let now = 0;
  let most = 0;
  const two = Promise.withResolvers<void>();
  state.answer = async () => {
    most = Math.max(most, ++now);
    if (now === 2) two.resolve();
    // The first waits for a second one, however slowly that comes.
    await two.promise;
    await delay(30);
    now--;
    return done();
  };
  const ids = [await submit(), await submit(), await submit(), await submit(), await submit()];
  await worker.start();
  for (const id of ids) await ended(id);
  assert.equal(most, 2);
});

test('an idle worker notices a submission at once', async (t) => {
  const { worker, submit, state } = await setUp(t);
  await worker.start();
  await delay(300);
  const { promise, resolve } = Promise.withResolvers<number>();
  state.answer = async () => {
    resolve(performance.now());
    return done();
  };
  await submit();
  const submittedMs = performance.now();
  assert.ok((await promise) - submittedMs < 2000);
});

test('a worker is ready only once its engines are, and says what is wrong until then', async (t) => {
  const { worker, queue, state, submit, find } = await setUp(t);
  state.reports = [
    {
      ...soundReport,
      checks: { ...soundReport.checks, ffmpeg: { ok: false, detail: 'ffmpeg is not installed' } },
    },
  ];
  const starting = worker.start();
  const id = await submit();
  const told = await until(async () =>
    (await queue.workers()).find(({ capabilities }) => capabilities.checks),
  );
  assert.equal(told.readyAt, null);
  assert.deepEqual((told.capabilities.checks as Record<string, unknown>).ffmpeg, {
    ok: false,
    detail: 'ffmpeg is not installed',
  });
  assert.equal((await find(id)).leaseOwner, null);
  await worker.stop();
  await starting;
});

test('a worker without a recogniser still serves, so that runs end with what to install', async (t) => {
  const { worker, queue, state } = await setUp(t);
  state.reports = [
    {
      ...soundReport,
      checks: { ffmpeg: soundReport.checks.ffmpeg!, recogniser: { ok: false, detail: 'none' } },
    },
  ];
  await worker.start();
  const [told] = await queue.workers();
  assert.notEqual(told?.readyAt, null);
  const { sandbox } = told!.capabilities.checks as Record<string, unknown>;
  assert.deepEqual(
    sandbox,
    { ok: false, detail: 'has gaps' },
    'what the process says of itself stands beside it',
  );
});

test('health follows an engine that goes and comes back while the worker serves', async (t) => {
  const { worker, queue, state } = await setUp(t);
  await worker.start();
  const checks = async () => {
    const [{ capabilities }] = (await queue.workers()) as [Awaited<ReturnType<typeof queue.workers>>[0]];
    return capabilities.checks as Record<string, { ok: boolean }>;
  };
  const isHeard = async (ok: boolean) => ((await checks()).recogniser!.ok === ok ? true : undefined);
  await until(() => isHeard(true));
  const gone = { ok: false, detail: 'the server does not answer' };
  const late = { ok: false, isLate: true as const, detail: 'the machine is busy' };
  state.reports = [{ ...soundReport, checks: { ffmpeg: late, recogniser: gone } }];
  await until(() => isHeard(false));
  assert.equal((await checks()).ffmpeg!.ok, true, 'a late answer says nothing of what is there');
  state.reports = [soundReport];
  await until(() => isHeard(true));
  assert.notEqual((await queue.workers())[0]?.readyAt, null);
});

test('a reader of CVs that was late at the start is asked again until it says that it is there', async (t) => {
  const { worker, queue, state } = await setUp(t);
  const readerIs = (cv_reader: LaneReport['checks'][string]) => ({ ...soundReport, checks: { cv_reader } });
  state.reports = [soundReport, readerIs({ ok: false, isLate: true, detail: 'no answer' })];
  state.asked.cv = readerIs({ ok: true, detail: 'pdf.js' });
  await worker.start();
  await until(async () => {
    const [{ capabilities }] = (await queue.workers()) as [Awaited<ReturnType<typeof queue.workers>>[0]];
    return (capabilities.checks as Record<string, { ok: boolean }>).cv_reader?.ok ? true : undefined;
  });
});

test('work folders of runs that ended or never were go when a worker starts; those of open runs stay', async (t) => {
  const { worker, submit, dataDir, workFolders, state } = await setUp(t);
  state.answer = ({ signal }) => delay(60_000, done(), { signal });
  const open = await submit();
  for (const name of [open, 'of-nobody']) await mkdir(join(dataDir, 'work', name), { recursive: true });
  await worker.start();
  await until(async () => ((await workFolders()).length === 1 ? true : undefined));
  assert.deepEqual(await workFolders(), [open]);
});

test('uploads without a run are swept once they are old, at a fresh start of the appliance at once', async (t) => {
  const { db, blobs, submit } = await setUp(t);
  const known = await submit();
  await blobs.put('speech/orphan/upload', Readable.from(['x']));
  const sweep = (olderThanMs: number, nowMs = Date.now()) =>
    sweepOrphanBlobs(
      { blobs, nowMs },
      { places: [{ folder: 'speech', knownAmong: (ids) => runsAmong(db, ids) }], olderThanMs },
    );
  assert.deepEqual(await sweep(limits.orphanBlobAgeMs), []);
  assert.deepEqual(await sweep(limits.orphanBlobAgeMs, Date.now() + limits.orphanBlobAgeMs), ['orphan']);
  await blobs.put('speech/orphan/upload', Readable.from(['x']));
  assert.deepEqual(await sweep(0), ['orphan']);
  assert.deepEqual(
    (await blobs.list('speech', { limit: 9 })).entries.map(({ name }) => name),
    [known],
  );
});

test('a CV does not wait for the recordings that take all places', async (t) => {
  const { worker, submit, ended, state } = await setUp(t, { concurrency: 1 });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const recording = await submit();
  state.answer = async ({ input }) => {
    if ((input as { runId: string }).runId === recording) await held;
    return done();
  };
  await worker.start();
  const second = await submit();
  const cv = await submit(2, 'cv_deepmatch');
  assert.equal((await ended(cv)).status, 'success');
  release();
  for (const id of [recording, second]) assert.equal((await ended(id)).status, 'success');
});
