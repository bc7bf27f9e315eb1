import { isDeepStrictEqual } from 'node:util';
import type { FailureCode } from '../errors.ts';
import { type Clock, isoTime } from '../time.ts';
import type { AnyStep, Pipeline } from './pipeline.ts';
import type { StepOutcome } from './step.ts';

/**
 * What running a step once gave. `code` null: not a RunFailure, so the step's `failsAs` applies. `outOfSpace`: the disk is full, so the
 * step is to be run again when there is room, whatever it needed. `outOfTime`: a part of it was too slow, as on a busy machine, so it is
 * to be run again alone.
 */
export type StepResult =
  | { ok: true; output: unknown; degraded: string | null; outOfTime?: boolean }
  | { ok: false; code: FailureCode | null; message: string; outOfSpace?: boolean; outOfTime?: boolean };

/** `processorMs` tells how much processor time the step's thread has had for it so far; where it is absent, the clock alone counts. */
export type OnStarted = (processorMs?: () => number) => void;

/** A step whose thread had this share of its time is slow by itself, not because the machine is busy. */
const ownShare = 0.9;
/** On a busy machine a step may take this many times its time. */
const patience = 3;

/**
 * Runs one step somewhere (a lane). May reject, which counts as a failure of the step. `onStarted` is called
 * when the step leaves its lane's queue: only then does its time begin to count.
 */
export type StepExecutor = (
  step: AnyStep,
  input: Record<string, unknown>,
  context: { signal: AbortSignal; onStarted: OnStarted; onProgress: (fraction: number) => void },
) => Promise<StepResult>;

export interface PipelineRun<Input, State> {
  pipeline: Pipeline<Input, State>;
  input: Input;
  /** Outcomes of an earlier attempt, by which the run resumes. */
  stored: readonly StepOutcome[];
  execute: StepExecutor;
  /**
   * Stores an outcome as it lands, and in the same moment forgets those that are void by it; false means the run is no longer ours.
   *
   * @param voidSteps steps that read, by themselves or through others, what this one gave before
   */
  save: (position: number, outcome: StepOutcome, voidSteps: readonly string[]) => Promise<boolean>;
  /** Called once a step has gone well and its outcome is stored, with all that is known by then. */
  stepDone?: ((step: string, state: Partial<State>) => Promise<void>) | undefined;
  /** Whether this worker has nothing else to do: a step that runs out of time now has had its second chance. */
  alone?: boolean;
  /** Aborted when the run is to be dropped: the lease was lost, or the worker stops. */
  signal: AbortSignal;
  /** Of the first step that has not ended. */
  onProgress?: (step: string, fraction: number) => void;
  clock: Clock;
}

export type PipelineEnd<State> =
  | { end: 'finished'; state: State; outcomes: StepOutcome[] }
  | { end: 'failed'; state: Partial<State>; outcomes: StepOutcome[] }
  /** Dropped without a verdict: another worker, or a later life of this one, goes on from the stored outcomes. */
  | { end: 'abandoned' }
  /** Likewise, because the disk is full: to be gone on with when there is room. */
  | { end: 'out of space' }
  /** Likewise, because the machine was too busy for one of its steps: to be gone on with alone. */
  | { end: 'out of time' };

/**
 * Runs each step as soon as those it reads from have ended, and stores each outcome as it lands.
 *
 * A required step that fails calls off every step behind it. Those before it go on, because the first failure in the pipeline's order is
 * the run's: which one that is never depends on who was faster.
 *
 * A stored outcome is used again while its files exist (`isIntact`). Where a step has to be repeated and gives something else than
 * before, all outcomes made from the old one are void.
 *
 * Throws what `save` or `stepDone` throws, once nothing is under way any more.
 */
export async function runPipeline<Input extends object, State>(
  run: PipelineRun<Input, State>,
): Promise<PipelineEnd<State>> {
  const { steps, readsFrom } = run.pipeline;
  const stored = new Map(run.stored.map((outcome) => [outcome.step, outcome]));
  const landed: (StepOutcome | undefined)[] = steps.map(() => undefined);
  const fractions = steps.map(() => 0);
  const calledOff = steps.map(() => new AbortController());
  let outOfSpace = false;
  let outOfTime = false;

  const callOff = (from: number) => {
    for (const each of calledOff.slice(from)) each.abort(new Error('The step was called off.'));
  };
  const given = (places: Iterable<number>): Record<string, unknown> =>
    Object.assign({}, run.input, ...[...places].map((place) => landed[place]?.output));
  const tellProgress = () => {
    const first = landed.indexOf(undefined);
    if (first >= 0) run.onProgress?.(steps[first]!.name, fractions[first]!);
  };

  const land = async (place: number): Promise<void> => {
    const step = steps[place]!;
    const { signal } = calledOff[place]!;
    if (signal.aborted || run.signal.aborted) return;
    const before = stored.get(step.name);
    // A failure is final: a run that failed and was not settled before a crash must not get a second chance.
    const isUsable =
      before && (before.status === 'failed' || !step.isIntact || (await isIntact(step, before)));
    let outcome = isUsable ? before : undefined;
    if (!outcome) {
      const onProgress = (fraction: number) => {
        fractions[place] = fraction;
        tellProgress();
      };
      const result = await runStep(step, given(readsFrom[place]!), { ...run, calledOff: signal, onProgress });
      if (result === 'out of space') {
        outOfSpace = true;
        return callOff(0);
      }
      if (result === 'out of time') {
        outOfTime = true;
        // What is under way beside it need not be done again.
        for (const other of behind(place, readsFrom))
          calledOff[other]!.abort(new Error('The step was called off.'));
        return;
      }
      if (!result) return;
      const isChanged = before !== undefined && !isDeepStrictEqual(before.output, result.output);
      const voidSteps = isChanged ? behind(place, readsFrom).map((other) => steps[other]!.name) : [];
      for (const name of voidSteps) stored.delete(name);
      if (!(await run.save(place, result, voidSteps))) return callOff(0);
      outcome = result;
    }
    landed[place] = outcome;
    tellProgress();
    if (outcome.status === 'failed') {
      if (step.required) callOff(place + 1);
    } else if (outcome !== before) {
      await run.stepDone?.(step.name, given(steps.keys()) as Partial<State>);
    }
  };

  const ends: Promise<void>[] = [];
  for (const place of steps.keys()) {
    const sources = Promise.all(readsFrom[place]!.map((source) => ends[source]));
    ends.push(
      sources
        .then(() => land(place))
        .catch((error) => {
          callOff(0);
          throw error;
        }),
    );
  }
  const thrown = (await Promise.allSettled(ends)).find((end) => end.status === 'rejected');
  if (thrown) throw thrown.reason;

  const failure = landed.findIndex(
    (outcome, place) => outcome?.status === 'failed' && steps[place]!.required,
  );
  const last = failure < 0 ? steps.length : failure + 1;
  const outcomes = landed.slice(0, last).filter((outcome) => outcome !== undefined);
  if (outOfSpace) return { end: 'out of space' };
  if (outcomes.length < last) return { end: outOfTime && !run.signal.aborted ? 'out of time' : 'abandoned' };
  const state = given(Array(last).keys());
  return failure < 0
    ? { end: 'finished', state: state as State, outcomes }
    : { end: 'failed', state: state as Partial<State>, outcomes };
}

/** The steps that read what a step gives, by themselves or through others. */
function behind(place: number, readsFrom: Pipeline<never, never>['readsFrom']): number[] {
  const found = new Set([place]);
  for (const [other, sources] of readsFrom.entries()) {
    if (sources.some((source) => found.has(source))) found.add(other);
  }
  found.delete(place);
  return [...found];
}

async function isIntact(step: AnyStep, { output }: StepOutcome): Promise<boolean> {
  try {
    return await step.isIntact!(output);
  } catch {
    return false;
  }
}

/** Undefined when the run was dropped, or the step called off, while it ran. Of a step that was called off nothing runs any more then. */
async function runStep<Input, State>(
  step: AnyStep,
  input: Record<string, unknown>,
  {
    execute,
    signal,
    calledOff,
    onProgress,
    clock,
    alone,
  }: Pick<PipelineRun<Input, State>, 'execute' | 'signal' | 'clock' | 'alone'> & {
    calledOff: AbortSignal;
    onProgress: (fraction: number) => void;
  },
): Promise<StepOutcome | 'out of space' | 'out of time' | undefined> {
  const isOff = () => signal.aborted || calledOff.aborted;
  if (isOff()) return undefined;
  const startedAtMs = clock.now();
  const deadline = new AbortController();
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isStarved = false;
  const timedOut = new Promise<'timed out'>((resolve) => {
    deadline.signal.addEventListener('abort', () => resolve('timed out'), { once: true });
  });
  const dropped = new Promise<'dropped'>((resolve) => {
    signal.addEventListener('abort', () => resolve('dropped'), { once: true, signal: over.signal });
  });
  onProgress(0);
  const execution = execute(step, input, {
    signal: AbortSignal.any([signal, calledOff, deadline.signal]),
    onStarted: (processorMs = () => Number.POSITIVE_INFINITY) => {
      let rounds = 0;
      timer ??= setInterval(() => {
        rounds++;
        isStarved = processorMs() < ownShare * step.timeoutMs;
        if (!isStarved || rounds === patience) deadline.abort(new Error('deadline'));
      }, step.timeoutMs);
    },
    onProgress: (fraction) => onProgress(Math.min(1, Math.max(0, fraction))),
  }).catch((): StepResult => ({ ok: false, code: null, message: failedMessage(step) }));

  const result = await Promise.race([execution, timedOut, dropped]);
  clearInterval(timer);
  // Whoever tries it again must not meet this try in the run's folder.
  if (result === 'timed out' && isStarved) await Promise.race([execution, dropped]);
  over.abort();
  if (isOff() || result === 'dropped') return undefined;

  const outcome = (status: StepOutcome['status'], rest: Partial<StepOutcome>): StepOutcome => ({
    step: step.name,
    status,
    output: null,
    code: null,
    message: null,
    startedAt: isoTime(startedAtMs),
    durationMs: Math.max(0, Math.round(clock.now() - startedAtMs)),
    ...rest,
  });
  const isTooBusy = result === 'timed out' ? isStarved : result.outOfTime;
  if (isTooBusy && !alone) return 'out of time';
  if (result === 'timed out' || (!result.ok && result.outOfTime)) {
    return outcome('failed', {
      code: step.timesOutAs ?? 'STUCK_TIMEOUT',
      message: isTooBusy
        ? 'The server was too busy to finish a part of the processing, twice. Submit it again when the server is less busy.'
        : `A part of the processing took longer than the ${Math.round(step.timeoutMs / 1000)} seconds it may take.`,
    });
  }
  if (!result.ok && result.outOfSpace) return 'out of space';
  if (!result.ok) {
    return outcome('failed', {
      code: result.code ?? step.failsAs,
      message: result.code ? result.message : failedMessage(step),
    });
  }
  // What later steps see must not depend on whether the run was resumed, so it goes through JSON as storage does.
  const output = JSON.parse(JSON.stringify(result.output ?? {}));
  return result.degraded === null
    ? outcome('ok', { output })
    : outcome('degraded', { output, message: result.degraded });
}

/** The cause of an unexpected failure is for the log, not for the client. */
const failedMessage = (step: AnyStep) => `The step "${step.name}" failed unexpectedly.`;
