import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { runTypes } from '#server/app/run-types.ts';
import { limits } from '#server/config/limits.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { deadWorkersOf, processIdentity, thisHost } from '#server/dispatch/host.ts';
import { sweepOrphanBlobs } from '#server/dispatch/orphan-blobs.ts';
import { createWorkFolders } from '#server/dispatch/work-folders.ts';
import { createDispatchWorker } from '#server/dispatch/worker.ts';
import type { Lanes, StepRequest } from '#server/lanes/lanes.ts';
import type { LaneReply, LaneReport } from '#server/lanes/protocol.ts';
import { createLogger } from '#server/logging.ts';
import { runsAmong } from '#server/modules/runs/queries.ts';
import type { RunService } from '#server/modules/runs/run-type.ts';
import type { Run } from '#server/modules/runs/types.ts';
import { pipeline } from '#server/pipeline/pipeline.ts';
import type { LaneName, Step } from '#server/pipeline/step.ts';
import type { Death } from '#server/process/death.ts';
import { systemClock } from '#server/time.ts';
import { testServices } from '#test/support/data-layer.ts';
import { createLendingBlobs } from '../support/lending-blobs.ts';

/** A real database, real files, the real worker; lanes that answer what a test tells them to. */

const logger = createLogger({ level: 'silent', name: 'test' });

const step = <In, Out>(name: string): Step<In, Out, object, true> => ({
  name,
  required: true,
  lane: 'speech',
  timeoutMs: 30_000,
  failsAs: 'SCORING_FAILED',
  run: async () => {
    throw new Error('runs in a lane');
  },
});

const first = step<object, { first: string }>('first');

const service: RunService = {
  pipeline: pipeline<{ runId: string; uploadPath: string }, object>('speech')
    .add(first)
    .add(step<object, { second: string }>('second'), first),
  uploadKey: (run: Run) => `speech/${run.id}/upload`,
  buildInput: async (run: Run, uploadPath: string) => ({ runId: run.id, uploadPath }),
  keptFiles: (state: { keep?: string }, run: Run) =>
    state.keep ? { [`speech/${run.id}/cut.mp3`]: state.keep } : {},
  buildResult: ({ state }: { state: { scores?: number } }) => ({
    result: { state },
    summary: { scores: { overall: 70, cefrLevel: null } },
    scoresProduced: state.scores ?? 3,
    scoresExpected: 3,
  }),
};

type Answer = (request: StepRequest) => Promise<LaneReply>;
const done = (output: object = {}): LaneReply => ({ ok: true, output, degraded: null });

const soundReport: LaneReport = {
  threadId: 1,
  loaded: true,
  checks: { ffmpeg: { ok: true, detail: '' }, recogniser: { ok: true, detail: '' } },
  recognisers: [{ id: 'fake', languages: ['en'] }],
};

async function setUp(t: TestContext, options: { workers?: number; concurrency?: number } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-dispatch-'));
  const db = await openDatabase({ dataDir, databaseUrl: null });
  const { runs, queue, identity } = testServices({ db, clock: systemClock, whenEnded: {} });
  const blobs = createLendingBlobs({ root: join(dataDir, 'blobs') });
  const client = await identity.createClient({ name: 'client', credits: 100 });
  const state: { answer: Answer; reports: LaneReport[]; asked: Partial<Record<LaneName, LaneReport>> } = {
    answer: async () => done(),
    reports: [soundReport],
    asked: {},
  };
  const lanes: Lanes = {
    names: ['speech', 'cpu'],
    run: (request) => {
      request.onStarted();
      return state.answer(request);
    },
    reports: async () => state.reports,
    look: async (lane) => state.asked[lane] ?? state.reports[0]!,
    close: async () => {},
  };
  const newWorker = (workerId: string, deaths: readonly Death[] = []) =>
    createDispatchWorker({
      types: runTypes,
      deaths,
      queue,
      lanes,
      services: { speech: service, cv_deepmatch: service },
      blobs,
      workFolders: createWorkFolders({ root: join(dataDir, 'work'), queue }),
      clock: systemClock,
      logger,
      workerId,
      host: thisHost(),
      checks: { sandbox: { ok: false, detail: 'has gaps' } },
      concurrency: options.concurrency ?? 2,
      idlePollMs: 20,
      watchdogEveryMs: 40,
      lookAgainMs: 40,
      spaceAgainMs: 300,
    });
  const worker = newWorker('worker-1');
  const workers = [worker];
  t.after(async () => {
    for (const each of workers) await each.stop();
    await db.destroy();
    await rm(dataDir, { recursive: true, force: true });
  });
  const submit = async (costCredits = 6, serviceType = 'speech') => {
    const id = randomUUID();
    await blobs.put(`speech/${id}/upload`, Readable.from(['audio']));
    await runs.submit({
      id,
      serviceType,
      clientId: client.id,
      projectId: null,
      apiKeyId: null,
      externalId: null,
      playground: false,
      metadata: {},
      tags: [],
      input: {},
      audioDurationMs: 180_000,
      language: 'en',
      costCredits,
    });
    return id;
  };
  const find = async (runId: string) => (await runs.find({ clientId: client.id, runId }))!;
  const ended = (runId: string) =>
    until(async () => {
      const run = await find(runId);
      return ['success', 'partial', 'failed'].includes(run.status) ? run : undefined;
    });
  const workFolders = () => readdir(join(dataDir, 'work')).catch(() => []);
  return { dataDir, db, queue, blobs, worker, workers, newWorker, submit, find, ended, state, workFolders };
}

async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  for (const giveUpAt = performance.now() + 60_000; ; await delay(15)) {
    const value = await look();
    if (value !== undefined) return value;
    assert.ok(performance.now() < giveUpAt, 'waited in vain');
  }
}

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

test('a machine of the same name is another: its worker keeps its run, until nobody has seen it for long', async (t) => {
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
