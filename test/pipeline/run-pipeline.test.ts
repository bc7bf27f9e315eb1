import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pipeline } from '#server/pipeline/pipeline.ts';
import { runPipeline, type StepExecutor, type StepResult } from '#server/pipeline/run-pipeline.ts';
import type { Step, StepOutcome } from '#server/pipeline/step.ts';
import { systemClock } from '#server/time.ts';

interface Input {
  start: number;
}

const step = <In, Out, Required extends boolean>(
  name: string,
  required: Required,
  run: (input: In) => Out,
  more: Partial<Step<In, Out, object, Required>> = {},
): Step<In, Out, object, Required> => ({
  name,
  required,
  lane: 'cpu',
  timeoutMs: 1000,
  failsAs: 'SCORING_FAILED',
  run: async (input) => run(input),
  ...more,
});

/** start -> doubled -> plus (optional) -> end. */
const build = (more: {
  double?: Partial<Step<Input, { doubled: number }, object, true>>;
  plus?: Partial<Step<{ doubled: number }, { plus: number }, object, false>>;
}) => {
  const double = step('double', true, ({ start }: Input) => ({ doubled: start * 2 }), more.double);
  const plus = step('plus', false, ({ doubled }: { doubled: number }) => ({ plus: doubled + 1 }), more.plus);
  const end = step('end', true, (given: { doubled: number; plus?: number }) => ({
    end: given.plus ?? -given.doubled,
  }));
  return pipeline<Input, object>('sum').add(double).add(plus, double).add(end, double, plus);
};

/** Runs steps here, as a lane would, and remembers which. */
function harness(more: Parameters<typeof build>[0] = {}) {
  const ran: string[] = [];
  const saved: StepOutcome[] = [];
  const stop = new AbortController();
  const inPlace: StepExecutor = async (each, input, { signal, onStarted, onProgress }) => {
    ran.push(each.name);
    onStarted();
    const reasons: string[] = [];
    const output = await each.run(input, {
      engines: {},
      workDir: '',
      signal,
      reportProgress: onProgress,
      degrade: (reason) => reasons.push(reason),
    });
    return { ok: true, output, degraded: reasons[0] ?? null };
  };
  const run = (request: {
    stored?: StepOutcome[];
    start?: number;
    execute?: StepExecutor;
    keeps?: () => boolean;
    alone?: boolean;
  }) =>
    runPipeline({
      pipeline: build(more),
      input: { start: request.start ?? 5 },
      stored: request.stored ?? [],
      alone: request.alone ?? false,
      execute: request.execute ?? inPlace,
      save: async (position, outcome) => {
        assert.equal(build(more).steps[position]?.name, outcome.step);
        if (request.keeps && !request.keeps()) return false;
        saved.push(outcome);
        return true;
      },
      signal: stop.signal,
      clock: systemClock,
    });
  return { ran, saved, stop, run };
}

const answering =
  (answers: Record<string, StepResult | Error>, fallback: StepExecutor): StepExecutor =>
  async (each, input, context) => {
    const answer = answers[each.name];
    if (!answer) return fallback(each, input, context);
    context.onStarted();
    if (answer instanceof Error) throw answer;
    return answer;
  };

const plain: StepExecutor = async (each, input, { onStarted }) => {
  onStarted();
  const context = { engines: {}, workDir: '', signal: new AbortController().signal };
  const output = await each.run(input, { ...context, reportProgress: () => {}, degrade: () => {} });
  return { ok: true, output, degraded: null };
};

test('each outcome is stored as it lands, before the next step begins', async () => {
  const { run, ran, saved } = harness();
  const order: string[] = [];
  const end = await run({
    execute: async (each, input, context) => {
      order.push(`run ${each.name} after ${saved.length} saved`);
      return plain(each, input, context);
    },
  });
  assert.deepEqual(order, ['run double after 0 saved', 'run plus after 1 saved', 'run end after 2 saved']);
  assert.deepEqual(end.end === 'finished' && end.state, { start: 5, doubled: 10, plus: 11, end: 11 });
  assert.deepEqual(ran, []);
});

test('a restarted run resumes after the last stored outcome and ends the same', async () => {
  const first = harness();
  const whole = await first.run({});
  for (let kept = 0; kept <= 3; kept++) {
    const again = harness();
    const resumed = await again.run({ stored: first.saved.slice(0, kept) });
    assert.deepEqual(again.ran, ['double', 'plus', 'end'].slice(kept));
    assert.equal(resumed.end, 'finished');
    assert.deepEqual(resumed.end === 'finished' && resumed.state, whole.end === 'finished' && whole.state);
  }
});

test('a step whose files are gone runs again; later outcomes stay when it gives the same', async () => {
  const first = harness();
  await first.run({});
  const again = harness({ double: { isIntact: async () => false } });
  await again.run({ stored: first.saved });
  assert.deepEqual(again.ran, ['double']);
});

test('a step that gives something else on repetition voids what was made from its old output', async () => {
  const first = harness();
  await first.run({});
  const again = harness({ double: { isIntact: async () => false } });
  const end = await again.run({ stored: first.saved, start: 6 });
  assert.deepEqual(again.ran, ['double', 'plus', 'end']);
  assert.equal(end.end === 'finished' && end.state.end, 13);
});

test('a check for files that itself fails counts as files gone', async () => {
  const first = harness();
  await first.run({});
  const again = harness({
    double: {
      isIntact: async () => {
        throw new Error('disk');
      },
    },
  });
  await again.run({ stored: first.saved });
  assert.deepEqual(again.ran, ['double']);
});

test('a stored failure of a required step is final: it is not tried again', async () => {
  const first = harness();
  await first.run({ execute: answering({ double: new Error('bug') }, plain) });
  const again = harness();
  const end = await again.run({ stored: first.saved });
  assert.deepEqual(again.ran, []);
  assert.equal(end.end, 'failed');
});

test('an optional step may fail: its outcome says so and the run goes on without its output', async () => {
  const { run, saved } = harness();
  const end = await run({
    execute: answering({ plus: { ok: false, code: null, message: 'stack trace' } }, plain),
  });
  assert.deepEqual(
    saved.map(({ step: name, status, code }) => [name, status, code]),
    [
      ['double', 'ok', null],
      ['plus', 'failed', 'SCORING_FAILED'],
      ['end', 'ok', null],
    ],
  );
  assert.equal(end.end === 'finished' && end.state.end, -10);
});

test('a required step that fails ends the run with its own code and message', async () => {
  const { run, saved } = harness();
  const refusal: StepResult = { ok: false, code: 'TRANSCRIPTION_LOW_CONFIDENCE', message: 'Not English.' };
  const end = await run({ execute: answering({ double: refusal }, plain) });
  assert.equal(end.end, 'failed');
  assert.deepEqual([saved[0]?.code, saved[0]?.message], ['TRANSCRIPTION_LOW_CONFIDENCE', 'Not English.']);
  assert.equal(saved.length, 1);
});

for (const [title, answer] of [
  ['a bug in a step', { ok: false, code: null, message: 'TypeError at secret.ts:1' }],
  ['a thread that dies', new Error('worker exited with code: 1')],
] as const) {
  test(`${title} fails the run with the step's failsAs and tells the client nothing of the cause`, async () => {
    const { run, saved } = harness();
    const end = await run({ execute: answering({ double: answer }, plain) });
    assert.equal(end.end, 'failed');
    assert.equal(saved[0]?.code, 'SCORING_FAILED');
    assert.equal(saved[0]?.message, 'The step "double" failed unexpectedly.');
  });
}

const hanging: StepExecutor = async (_, __, { signal, onStarted }) => {
  onStarted();
  await delay(60_000, undefined, { signal });
  throw new Error('unreachable');
};

test('a step that exceeds its time is called off and fails as timesOutAs', async () => {
  const { run, saved } = harness({ double: { timeoutMs: 30, timesOutAs: 'VOCAB_MODEL_TIMEOUT' } });
  let calledOff = false;
  const end = await run({
    execute: (each, input, context) => {
      context.signal.addEventListener('abort', () => {
        calledOff = true;
      });
      return hanging(each, input, context);
    },
  });
  assert.equal(end.end, 'failed');
  assert.equal(saved[0]?.code, 'VOCAB_MODEL_TIMEOUT');
  assert.ok(calledOff);
});

for (const failsAs of ['SCORING_FAILED', 'CV_UNREADABLE', 'ACCENT_SCORE_UNAVAILABLE'] as const) {
  test(`a step out of time says nothing of what was sent: STUCK_TIMEOUT, not ${failsAs}`, async () => {
    const { run, saved } = harness({ double: { timeoutMs: 30, failsAs } });
    await run({ execute: hanging });
    assert.equal(saved[0]?.code, 'STUCK_TIMEOUT');
    assert.doesNotMatch(saved[0]?.message ?? '', /double|busy/);
  });
}

/** A step that hangs, in a thread that had so much of the processor. */
const hangingWith =
  (processorMs: number): StepExecutor =>
  (each, input, context) =>
    hanging(each, input, { ...context, onStarted: () => context.onStarted(() => processorMs) });
const quick = { timeoutMs: 30 };

test('a step whose thread had no processor is not judged: the run is to be tried alone', async () => {
  const { run, saved } = harness({ double: quick });
  assert.deepEqual(await run({ execute: hangingWith(5) }), { end: 'out of time' });
  assert.deepEqual(saved, []);
});

test('a step that had no processor even alone ends STUCK_TIMEOUT and says why', async () => {
  const { run, saved } = harness({ double: { ...quick, failsAs: 'ACCENT_SCORE_UNAVAILABLE' } });
  const end = await run({ execute: hangingWith(5), alone: true });
  assert.equal(end.end, 'failed');
  assert.equal(saved[0]?.code, 'STUCK_TIMEOUT');
  assert.match(saved[0]?.message ?? '', /too busy/);
});

test('a step that is slow by itself fails at its time, without a second try', async () => {
  const { run, saved } = harness({ double: quick });
  assert.equal((await run({ execute: hangingWith(29) })).end, 'failed');
  assert.equal(saved[0]?.code, 'STUCK_TIMEOUT');
});

test('a step that gets the processor late may end after its time', async () => {
  const { run } = harness({ double: quick });
  const end = await run({
    execute: async (each, input, context) => {
      let rounds = 0;
      const round = new Promise<void>((passed) =>
        context.onStarted(() => {
          rounds++;
          passed();
          return 0;
        }),
      );
      if (each.name === 'double') await round;
      return { ...(await plain(each, input, { ...context, onStarted: () => {} })), rounds };
    },
  });
  assert.equal(end.end, 'finished');
});

for (const [title, reply, finished] of [
  ['that failed', { ok: false, code: null, message: 'too slow', outOfTime: true }, 'plus'],
  ['that lost something', { ok: true, output: {}, degraded: 'No sums.', outOfTime: true }, 'plus'],
] satisfies [string, StepResult, string][]) {
  test(`an optional step ${title} because a program was too slow is tried alone, then the run goes on without`, async () => {
    const busy = harness();
    const execute = answering({ [finished]: reply }, plain);
    assert.deepEqual(await busy.run({ execute }), { end: 'out of time' });
    const again = harness();
    const end = await again.run({ execute, alone: true, stored: busy.saved });
    assert.equal(end.end === 'finished' && end.state.end, -10);
    assert.notEqual(again.saved[0]?.status, 'ok');
  });
}

test('waiting for a free thread does not count against the time of a step', async () => {
  const { run } = harness({ double: { timeoutMs: 40 } });
  const end = await run({
    execute: async (each, input, context) => {
      if (each.name === 'double') await delay(120);
      return plain(each, input, context);
    },
  });
  assert.equal(end.end, 'finished');
});

test('a lost lease drops the run at once: nothing more is stored', async () => {
  const { run, saved, stop } = harness();
  const ending = run({
    execute: async (each, input, context) => {
      if (each.name === 'plus') setTimeout(() => stop.abort(), 20);
      return each.name === 'plus' ? hanging(each, input, context) : plain(each, input, context);
    },
  });
  assert.deepEqual(await ending, { end: 'abandoned' });
  assert.deepEqual(
    saved.map(({ step: name }) => name),
    ['double'],
  );
});

test('an outcome that could not be stored, for the lease was lost, drops the run', async () => {
  const { run, ran } = harness();
  assert.deepEqual(await run({ keeps: () => false }), { end: 'abandoned' });
  assert.deepEqual(ran, ['double']);
});

test('a degraded step keeps its output and says why', async () => {
  const { run, saved } = harness();
  const answer: StepResult = { ok: true, output: { plus: 1 }, degraded: 'Only one channel.' };
  const end = await run({ execute: answering({ plus: answer }, plain) });
  assert.equal(end.end === 'finished' && end.state.end, 1);
  assert.deepEqual([saved[1]?.status, saved[1]?.message], ['degraded', 'Only one channel.']);
});

test('what later steps see is what storage would give back', async () => {
  const { run } = harness();
  const answer: StepResult = { ok: true, output: { plus: undefined, extra: Number.NaN }, degraded: null };
  const end = await run({ execute: answering({ plus: answer }, plain) });
  assert.deepEqual(end.end === 'finished' && end.state, { start: 5, doubled: 10, extra: null, end: -10 });
});

test('two steps of one name are refused: outcomes are stored by name', () => {
  const twice = step('double', true, ({ start }: Input) => ({ doubled: start }));
  assert.throws(() => pipeline<Input, object>('x').add(twice).add(twice), /two steps named "double"/);
});
