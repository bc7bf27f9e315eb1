import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from '#server/dispatch/host.ts';
import { createLanes, type StepRequest } from '#server/lanes/lanes.ts';

const entryPath = join(import.meta.dirname, 'tiny-entry.ts');

/** Real pools of real threads. */
function openLanes(
  t: TestContext,
  options: {
    threads?: number;
    steps?: string[];
    settings?: Record<string, unknown>;
    graceMs?: number;
    recycleAfterMs?: number;
  } = {},
) {
  const { threads = 1, steps = [], settings = {}, graceMs = 100, recycleAfterMs = 1000 } = options;
  const stuck: string[] = [];
  const lanes = createLanes({
    lanes: {
      speech: { entryPath, threads, steps, settings },
      cpu: { entryPath, threads: 1, settings },
    },
    onStuck: ({ step }) => stuck.push(step),
    graceMs,
    recycleAfterMs,
  });
  t.after(() => lanes.close());
  const run = (step: string, more: Partial<StepRequest> = {}) =>
    lanes.run({
      lane: 'speech',
      step,
      input: {},
      workDir: '/work/of/run',
      signal: new AbortController().signal,
      onStarted: () => {},
      onProgress: () => {},
      ...more,
    });
  return { lanes, run, stuck };
}

const threadOf = async (reply: Promise<unknown>) =>
  ((await reply) as { output: { threadId: number } }).output.threadId;

test('a step gets its input, its folder and the engines of its thread', async (t) => {
  const { run } = openLanes(t);
  const reply = await run('echo', { input: { path: 'a.wav' } });
  assert.ok(reply.ok);
  const { input, workDir, greeting } = reply.output as Record<string, unknown>;
  assert.deepEqual(
    { input, workDir, greeting },
    {
      input: { path: 'a.wav' },
      workDir: '/work/of/run',
      greeting: 'hello',
    },
  );
});

test('a program that was too slow says nothing of the file, whatever the step makes of it', async (t) => {
  const { run } = openLanes(t);
  const failed = await run('too slow a program');
  assert.deepEqual([failed.ok, failed.outOfTime], [false, true]);
  const degraded = await run('degraded by too slow a program');
  assert.deepEqual([degraded.ok, degraded.outOfTime], [true, true]);
});

test('tells how much of the processor the thread of a step has had for it', async (t) => {
  const { run } = openLanes(t);
  let ofFirst = () => Number.NaN;
  await run('calculates', {
    input: { forMs: 400 },
    onStarted: (processorMs) => {
      ofFirst = processorMs!;
    },
  });
  assert.ok(ofFirst() > 300, `${ofFirst()} ms`);
  const stop = new AbortController();
  let ofSecond = Number.NaN;
  const second = run('obedient', {
    signal: stop.signal,
    onStarted: (processorMs) => {
      ofSecond = processorMs!();
      stop.abort(new Error('enough'));
    },
  });
  await assert.rejects(second, /enough/);
  assert.ok(ofSecond < 300, `${ofSecond} ms: what the thread did before counts`);
});

test('a lane without a step that runs will ask for says which', async (t) => {
  const [report] = await openLanes(t, { steps: ['echo', 'sing', 'dance'] }).lanes.reports();
  assert.equal(report?.loaded, false);
  assert.match(report.checks.steps!.detail, /lacks sing, dance/);
});

test('progress reaches the main thread while the step runs', async (t) => {
  const { run } = openLanes(t);
  const seen: number[] = [];
  await run('progress', { onProgress: (fraction) => seen.push(fraction) });
  assert.deepEqual(seen, [0.25, 0.5, 0.75]);
});

test('a failure crosses the thread boundary with its code, a bug without one', async (t) => {
  const { run } = openLanes(t);
  assert.deepEqual(await run('refuse'), {
    ok: false,
    code: 'TRANSCRIPTION_LOW_CONFIDENCE',
    message: 'Not English.',
  });
  const bug = await run('bug');
  assert.ok(!bug.ok && bug.code === null);
  assert.match(bug.message, /TypeError.*tiny-entry\.ts/s);
});

test('a degraded step carries every reason', async (t) => {
  const { run } = openLanes(t);
  assert.deepEqual(await run('degrade'), {
    ok: true,
    output: {},
    degraded: 'No text engine. No word list.',
  });
});

for (const name of ['full disk', 'degraded by a full disk']) {
  test(`a full disk is told as one, whatever the step made of it: ${name}`, async (t) => {
    const { run } = openLanes(t);
    const reply = await run(name);
    assert.ok(!reply.ok && reply.outOfSpace);
    assert.equal(reply.code, null);
  });
}

test('an unknown step is a fault, not a hang', async (t) => {
  const { run } = openLanes(t);
  const reply = await run('juggle');
  assert.ok(!reply.ok);
  assert.match(reply.message, /no step "juggle"/);
});

test('a thread that dies in a step rejects that step only, and is replaced', async (t) => {
  const { run } = openLanes(t);
  await assert.rejects(run('exit'), /exited with code: 3/);
  assert.ok((await run('echo')).ok);
});

test('a step that obeys its signal is called off and its thread lives on', async (t) => {
  const { run } = openLanes(t, { graceMs: 2000 });
  const before = await threadOf(run('echo'));
  const stop = new AbortController();
  await assert.rejects(
    run('obedient', {
      signal: stop.signal,
      onStarted: () => stop.abort(new Error('enough')),
    }),
    /enough/,
  );
  assert.equal(await threadOf(run('echo')), before);
});

for (const step of ['deaf', 'blocked']) {
  test(`a ${step} step is ended by killing its thread, and another takes its place`, async (t) => {
    const { run, stuck } = openLanes(t);
    const before = await threadOf(run('echo'));
    const stop = new AbortController();
    await assert.rejects(
      run(step, { signal: stop.signal, onStarted: () => stop.abort(new Error('enough')) }),
      /enough/,
    );
    assert.notEqual(await threadOf(run('echo')), before);
    assert.deepEqual(stuck, []);
  });
}

test('programs spawned by a killed thread die with it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-lanes-'));
  t.after(() => rm(folder, { recursive: true }));
  const pidPath = join(folder, 'pid');
  const { run } = openLanes(t);
  const stop = new AbortController();
  const running = assert.rejects(run('spawns', { input: { pidPath }, signal: stop.signal }), /enough/);
  const pid = await until(async () => Number(await readFile(pidPath, 'utf8').catch(() => '')) || undefined);
  assert.ok(processIdentity(pid));
  stop.abort(new Error('enough'));
  await running;
  await until(async () => processIdentity(pid) === undefined || undefined);
});

test('a step that waits for a thread is called off without having started', async (t) => {
  const { run } = openLanes(t);
  const busy = new AbortController();
  const running = assert.rejects(run('obedient', { signal: busy.signal }), /done/);
  await delay(100);
  let started = false;
  await assert.rejects(
    run('echo', {
      signal: AbortSignal.timeout(50),
      onStarted: () => {
        started = true;
      },
    }),
    { name: 'TimeoutError' },
  );
  assert.ok(!started);
  busy.abort(new Error('done'));
  await running;
});

test('lanes do not wait for each other', async (t) => {
  const { run } = openLanes(t);
  const busy = new AbortController();
  const running = assert.rejects(run('obedient', { signal: busy.signal }), /done/);
  assert.ok((await run('echo', { lane: 'cpu' })).ok);
  busy.abort(new Error('done'));
  await running;
});

test('reports come from a thread of each lane, once its engines are loaded', async (t) => {
  const { lanes } = openLanes(t, { threads: 2, settings: { loadMs: 300 } });
  const reports = await lanes.reports();
  assert.equal(new Set(reports.map(({ threadId }) => threadId)).size, 2);
  assert.ok(reports.every(({ loaded, checks }) => loaded && checks.recogniser?.ok));
});

test('a thread more starts when a step would wait, up to the number allowed, and stays', async (t) => {
  const { lanes, run } = openLanes(t, { threads: 2 });
  const first = await lanes.look('speech');
  assert.equal(
    (await lanes.look('speech')).threadId,
    first.threadId,
    'one is enough for one after the other',
  );
  const busy = new AbortController();
  let started = 0;
  const onStarted = () => {
    started += 1;
  };
  const waiting = [1, 2, 3].map(() =>
    run('obedient', { signal: busy.signal, onStarted }).catch(() => undefined),
  );
  await until(async () => started === 2 || undefined);
  await delay(200);
  assert.equal(started, 2, 'the third waits');
  busy.abort(new Error('done'));
  await Promise.all(waiting);
  const again = await Promise.all([1, 2].map(() => lanes.look('speech')));
  assert.deepEqual(
    [first.threadId, 2],
    [
      again.find(({ threadId }) => threadId === first.threadId)?.threadId,
      new Set(again.map(({ threadId }) => threadId)).size,
    ],
  );
});

test('engines that cannot be loaded are reported with their reason, and fail steps instead of hanging them', async (t) => {
  const { lanes, run } = openLanes(t, { settings: { loadFault: 'model file is gone' } });
  const reports = await lanes.reports();
  assert.ok(reports.every(({ loaded }) => !loaded));
  assert.match(reports[0]?.checks.engines?.detail ?? '', /model file is gone/);
  const reply = await run('echo');
  assert.ok(!reply.ok && reply.code === null);
});

async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  for (const giveUpAt = performance.now() + 60_000; ; await delay(20)) {
    const value = await look();
    if (value !== undefined) return value;
    assert.ok(performance.now() < giveUpAt, 'waited in vain');
  }
}
