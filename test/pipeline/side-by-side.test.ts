import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pipeline } from '#server/pipeline/pipeline.ts';
import { type PipelineRun, runPipeline, type StepResult } from '#server/pipeline/run-pipeline.ts';
import type { Step, StepOutcome } from '#server/pipeline/step.ts';
import { systemClock } from '#server/time.ts';

const step = <In extends object, Name extends string, Required extends boolean>(
  name: Name,
  required: Required,
): Step<In, Record<Name, string>, object, Required> => ({
  name,
  required,
  lane: 'cpu',
  timeoutMs: 60_000,
  failsAs: 'INTERNAL_ERROR',
  run: async () => assert.fail('The tests answer for the steps.'),
  isIntact: async (output) => output[name] !== 'files gone',
});

interface Input {
  start: string;
}
type Of<Name extends string> = Record<Name, string>;
const sound = step<Input, 'sound', true>('sound', true);
const words = step<Of<'sound'>, 'words', true>('words', true);
const times = step<Of<'words'>, 'times', true>('times', true);
const voices = step<Of<'sound'>, 'voices', true>('voices', true);
const mood = step<Of<'sound'>, 'mood', false>('mood', false);
const whose = step<Of<'times' | 'voices'> & Partial<Of<'mood'>>, 'whose', true>('whose', true);

/** start → sound → words → times, and beside it sound → voices and sound → mood, which may fail; whose reads all three. */
const diamond = pipeline<Input, object>('diamond')
  .add(sound)
  .add(words, sound)
  .add(times, words)
  .add(voices, sound)
  .add(mood, sound)
  .add(whose, times, voices, mood);
const names = diamond.steps.map(({ name }) => name);

const answerOf = (name: string, input: object): string => `${name}(${Object.values(input).join(' ')})`;

/** A run whose steps end when the test says so, with a store that outlives it. */
function begin(more: Partial<PipelineRun<Input, unknown>> & { kept?: Map<string, StepOutcome> } = {}) {
  const kept = more.kept ?? new Map<string, StepOutcome>();
  const open = new Map<
    string,
    { end: (result?: Partial<StepResult>) => void; progress: (n: number) => void }
  >();
  const [begun, calledOff, told]: [string[], string[], string[]] = [[], [], []];
  const run = runPipeline({
    pipeline: diamond,
    input: { start: 'start' },
    stored: names.flatMap((name) => kept.get(name) ?? []),
    execute: ({ name }, input, { signal, onStarted, onProgress }) => {
      begun.push(name);
      onStarted();
      return new Promise((resolve, reject) => {
        const output = { [name]: answerOf(name, input) };
        open.set(name, {
          end: (result = {}) => resolve({ ok: true, output, degraded: null, ...result } as StepResult),
          progress: onProgress,
        });
        signal.addEventListener('abort', () => {
          if (open.has(name)) calledOff.push(name);
          reject(signal.reason);
        });
      });
    },
    save: async (position, outcome, voidSteps) => {
      assert.equal(names[position], outcome.step);
      kept.set(outcome.step, outcome);
      for (const name of voidSteps) kept.delete(name);
      return true;
    },
    signal: new AbortController().signal,
    onProgress: (name, fraction) => told.push(`${name} ${fraction}`),
    clock: systemClock,
    ...more,
  });
  /** Ends steps one after the other, each once it has begun. */
  const end = async (...some: (string | [name: string, result: Partial<StepResult>])[]) => {
    for (const one of some) {
      const [name, result] = typeof one === 'string' ? [one] : one;
      while (!open.has(name)) await new Promise(setImmediate);
      open.get(name)!.end(result);
      open.delete(name);
      await settled();
    }
  };
  return { run, end, kept, open, begun, calledOff, told };
}

/** All that can happen without another step ending has happened. */
const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
};
const refusal = (message: string) => ({ ok: false, code: 'TRANSCRIPTION_FAILED', message }) as const;

async function wholeRun() {
  const whole = begin();
  await whole.end(...names);
  const end = await whole.run;
  assert.ok(end.end === 'finished');
  return { state: end.state, kept: whole.kept };
}

test('steps that do not read from each other run side by side, each from the moment on in which all it reads is stored', async () => {
  const { run, end, begun, kept } = begin();
  await settled();
  assert.deepEqual(begun, ['sound']);
  await end('sound');
  assert.deepEqual(begun.splice(0), ['sound', 'words', 'voices', 'mood']);
  await end('voices', 'mood');
  assert.deepEqual([begun.length, [...kept.keys()]], [0, ['sound', 'voices', 'mood']]);
  await end('words', 'times');
  assert.deepEqual(begun, ['times', 'whose']);
  await end('whose');
  assert.equal((await run).end, 'finished');
});

test('a step is given the input and what the steps named beside it gave, and nothing else', async () => {
  const { state } = await wholeRun();
  assert.equal((state as Of<'times'>).times, 'times(start words(start sound(start)))');
});

test('who was faster shows nowhere in the end', async () => {
  const { state } = await wholeRun();
  const { run, end } = begin();
  await end('sound', 'mood', 'voices', 'words', 'times', 'whose');
  const other = await run;
  assert.ok(other.end === 'finished');
  assert.equal(JSON.stringify(other.state), JSON.stringify(state));
  assert.deepEqual(
    other.outcomes.map(({ step: name }) => name),
    names,
  );
});

test('a run resumes from any of its outcomes and ends the same', async () => {
  const { state, kept } = await wholeRun();
  for (let subset = 0; subset < 2 ** names.length; subset++) {
    const has = (name: string) => ((subset >> names.indexOf(name)) & 1) === 1;
    const missing = names.filter((name) => !has(name));
    const again = begin({ kept: new Map([...kept].filter(([name]) => has(name))) });
    await again.end(...missing);
    const end = await again.run;
    assert.ok(end.end === 'finished');
    assert.deepEqual([new Set(again.begun), end.state], [new Set(missing), state]);
  }
});

test('a repeated step that gives something else voids what was made from it and nothing more, at once and for good', async () => {
  const { kept } = await wholeRun();
  kept.set('voices', { ...kept.get('voices')!, output: { voices: 'files gone' } });
  const crash = new AbortController();
  const first = begin({ kept, signal: crash.signal });
  await first.end('voices');
  assert.deepEqual([...kept.keys()], ['sound', 'words', 'times', 'voices', 'mood']);
  crash.abort();
  assert.deepEqual(await first.run, { end: 'abandoned' });

  // What was made from the old voices is not believed by a later life either.
  const second = begin({ kept });
  await second.end('whose');
  assert.equal((await second.run).end, 'finished');
  assert.deepEqual(second.begun, ['whose']);
});

test('outcomes of a pipeline that had fewer steps are used: only the new step runs', async () => {
  const { kept } = await wholeRun();
  kept.delete('times');
  const { run, end, begun } = begin({ kept });
  await end('times');
  assert.equal((await run).end, 'finished');
  assert.deepEqual(begun, ['times']);
});

for (const order of [
  ['words', 'voices'],
  ['voices', 'words'],
]) {
  test(`of two failures the first in the pipeline's order is the run's, also when ${order[0]} fail first`, async () => {
    const { run, end, open } = begin();
    await end('sound');
    for (const name of order) {
      if (open.has(name)) await end([name, refusal(`No ${name}.`)]);
    }
    const failed = await run;
    assert.ok(failed.end === 'failed');
    assert.deepEqual(
      failed.outcomes.map(({ step: name, message }) => [name, message]),
      [
        ['sound', null],
        ['words', 'No words.'],
      ],
    );
  });
}

test('a required step that fails calls off what is behind it in order, and of that nothing is stored', async () => {
  const { run, end, kept, begun, calledOff } = begin();
  await end('sound', ['words', refusal('Not English.')]);
  assert.equal((await run).end, 'failed');
  assert.deepEqual(calledOff, ['voices', 'mood']);
  assert.deepEqual([...kept.keys()], ['sound', 'words']);
  assert.deepEqual(begun, ['sound', 'words', 'voices', 'mood']);
});

test('what is before a failed step in order goes on, for it may fail, too', async () => {
  const { run, end, begun, calledOff } = begin();
  await end('sound', ['voices', refusal('No voices.')]);
  assert.deepEqual(calledOff, ['mood']);
  await end('words', 'times');
  const failed = await run;
  assert.ok(failed.end === 'failed');
  assert.deepEqual(failed.outcomes.at(-1)?.message, 'No voices.');
  assert.ok(!begun.includes('whose'));
});

test('a stored failure is final, whatever else is missing: nothing behind it begins', async () => {
  const first = begin();
  await first.end('sound', ['words', refusal('Not English.')]);
  await first.run;
  const again = begin({ kept: first.kept });
  assert.equal((await again.run).end, 'failed');
  assert.deepEqual(again.begun, []);
});

test('a run waits until what it called off has ended: its folder is about to go', async () => {
  let stillBusy = true;
  const { run } = begin({
    execute: ({ name }, _, { signal }) =>
      new Promise((resolve) => {
        if (name !== 'voices')
          return resolve(name === 'words' ? refusal('No.') : { ok: true, output: {}, degraded: null });
        signal.addEventListener('abort', async () => {
          await settled();
          stillBusy = false;
          resolve({ ok: true, output: {}, degraded: null });
        });
      }),
  });
  assert.equal((await run).end, 'failed');
  assert.equal(stillBusy, false);
});

test('a full disk met by one step calls the others off and gives no verdict', async () => {
  const { run, end, kept, calledOff } = begin();
  await end('sound', ['voices', { ok: false, code: null, message: 'ENOSPC', outOfSpace: true }]);
  assert.deepEqual(await run, { end: 'out of space' });
  assert.deepEqual([calledOff, [...kept.keys()]], [['words', 'mood'], ['sound']]);
});

test('an outcome that cannot be stored ends the run with that error, once the other steps are called off', async () => {
  const lost = new Error('The database is away.');
  const { run, end, calledOff } = begin({
    save: async (_, { step: name }) => {
      if (name === 'voices') throw lost;
      return true;
    },
  });
  const ending = assert.rejects(run, lost);
  await end('sound', 'voices');
  await ending;
  assert.deepEqual(calledOff, ['words', 'mood']);
});

test('a lost lease drops every step at once', async () => {
  const stop = new AbortController();
  const { run, end, kept, calledOff } = begin({ signal: stop.signal });
  await end('sound');
  stop.abort();
  assert.deepEqual(await run, { end: 'abandoned' });
  assert.deepEqual([new Set(calledOff), [...kept.keys()]], [new Set(['words', 'voices', 'mood']), ['sound']]);
});

test('an optional step that fails holds no other up', async () => {
  const { run, end } = begin();
  await end('sound', ['mood', refusal('None.')], 'words', 'times', 'voices', 'whose');
  const ended = await run;
  assert.ok(ended.end === 'finished');
  assert.ok(!('mood' in (ended.state as object)));
});

test('progress is told of the first step that has not ended, and so never goes back', async () => {
  const { run, end, open, told } = begin();
  await end('sound');
  open.get('voices')!.progress(0.5);
  open.get('words')!.progress(0.25);
  await end('voices', 'mood', 'words', 'times', 'whose');
  await run;
  const places = told.map((one) => names.indexOf(one.split(' ')[0]!));
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
  assert.ok(told.includes('words 0.25') && !told.includes('voices 0.5'), told.join(', '));
});

test('a step cannot read from one that its pipeline does not have', () => {
  const short = pipeline<Input, object>('short').add(sound);
  assert.throws(
    // The compiler refuses it, too.
    () => short.add(times as never, words as never),
    /"times" reads from a step that pipeline "short" does not have/,
  );
});
