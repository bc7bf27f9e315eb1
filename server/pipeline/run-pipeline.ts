import { isDeepStrictEqual } from 'node:util';
import type { FailureCode } from '../errors.ts';
import { type Clock, isoTime } from '../time.ts';
import type { AnyStep, Pipeline } from './pipeline.ts';
import type { StepOutcome } from './step.ts';

/**
 * What running a step once gave. `code` null: not a RunFailure, so the step's `failsAs` applies. `outOfSpace`: the disk is full, so the
 * step is to be run again when there is room, whatever it needed.
 */
export type StepResult =
  | { ok: true; output: unknown; degraded: string | null }
  | { ok: false; code: FailureCode | null; message: string; outOfSpace?: boolean };

/**
 * Runs one step somewhere (a lane). May reject, which counts as a failure of the step. `onStarted` is called
 * when the step leaves its lane's queue: only then does its time begin to count.
 */
export type StepExecutor = (
  step: AnyStep,
  input: Record<string, unknown>,
  context: { signal: AbortSignal; onStarted: () => void; onProgress: (fraction: number) => void },
) => Promise<StepResult>;

export interface PipelineRun<Input, State> {
  pipeline: Pipeline<Input, State>;
  input: Input;
  /** Outcomes of an earlier attempt, by which the run resumes. */
  stored: readonly StepOutcome[];
  execute: StepExecutor;
  /** Stores an outcome as it lands; false means the run is no longer ours. */
  save: (position: number, outcome: StepOutcome) => Promise<boolean>;
  /** Called once a step has gone well and its outcome is stored, with all that is known by then. */
  stepDone?: ((step: string, state: Partial<State>) => Promise<void>) | undefined;
  /** Aborted when the run is to be dropped: the lease was lost, or the worker stops. */
  signal: AbortSignal;
  onProgress?: (step: string, fraction: number) => void;
  clock: Clock;
}

export type PipelineEnd<State> =
  | { end: 'finished'; state: State; outcomes: StepOutcome[] }
  | { end: 'failed'; state: Partial<State>; outcomes: StepOutcome[] }
  /** Dropped without a verdict: another worker, or a later life of this one, goes on from the stored outcomes. */
  | { end: 'abandoned' }
  /** Likewise, because the disk is full: to be gone on with when there is room. */
  | { end: 'out of space' };

/**
 * Runs the steps in order and stores each outcome as it lands.
 *
 * A stored outcome is used again while its files exist (`isIntact`). Where a step has to be repeated and gives
 * something else than before, the outcomes after it are void, because they were made from the old output.
 */
export async function runPipeline<Input extends object, State>(
  run: PipelineRun<Input, State>,
): Promise<PipelineEnd<State>> {
  const { pipeline, signal } = run;
  const state = { ...run.input } as Record<string, unknown>;
  const stored = new Map(run.stored.map((outcome) => [outcome.step, outcome]));
  const outcomes: StepOutcome[] = [];

  for (const [position, step] of pipeline.steps.entries()) {
    if (signal.aborted) return { end: 'abandoned' };
    const before = stored.get(step.name);
    let outcome = before && (await isUsable(step, before)) ? before : undefined;
    if (!outcome) {
      const given = await runStep(step, state, run);
      if (given === 'out of space') return { end: given };
      outcome = given;
      if (!outcome || !(await run.save(position, outcome))) return { end: 'abandoned' };
      if (before && !isDeepStrictEqual(before.output, outcome.output)) stored.clear();
    }
    outcomes.push(outcome);
    if (outcome.status === 'failed') {
      if (step.required) return { end: 'failed', state: state as Partial<State>, outcomes };
    } else {
      Object.assign(state, outcome.output);
      if (outcome !== before) await run.stepDone?.(step.name, state as Partial<State>);
    }
  }
  return { end: 'finished', state: state as State, outcomes };
}

async function isUsable(step: AnyStep, outcome: StepOutcome): Promise<boolean> {
  // A failure is final: a run that failed and was not settled before a crash must not get a second chance.
  if (outcome.status === 'failed' || !step.isIntact) return true;
  try {
    return await step.isIntact(outcome.output);
  } catch {
    return false;
  }
}

/** Undefined when the run was dropped while the step ran. */
async function runStep<Input, State>(
  step: AnyStep,
  state: Readonly<Record<string, unknown>>,
  { execute, signal, onProgress, clock }: PipelineRun<Input, State>,
): Promise<StepOutcome | 'out of space' | undefined> {
  if (signal.aborted) return undefined;
  const startedAtMs = clock.now();
  const deadline = new AbortController();
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<'timed out'>((resolve) => {
    deadline.signal.addEventListener('abort', () => resolve('timed out'), { once: true });
  });
  const dropped = new Promise<'dropped'>((resolve) => {
    signal.addEventListener('abort', () => resolve('dropped'), { once: true, signal: over.signal });
  });
  onProgress?.(step.name, 0);
  const execution = execute(
    step,
    { ...state },
    {
      signal: AbortSignal.any([signal, deadline.signal]),
      onStarted: () => {
        timer ??= setTimeout(() => deadline.abort(new Error('deadline')), step.timeoutMs);
      },
      onProgress: (fraction) => onProgress?.(step.name, Math.min(1, Math.max(0, fraction))),
    },
  ).catch((): StepResult => ({ ok: false, code: null, message: failedMessage(step) }));

  const result = await Promise.race([execution, timedOut, dropped]);
  clearTimeout(timer);
  over.abort();
  if (signal.aborted || result === 'dropped') return undefined;

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
  if (result === 'timed out') {
    return outcome('failed', {
      code: step.timesOutAs ?? (step.failsAs === 'INTERNAL_ERROR' ? 'STUCK_TIMEOUT' : step.failsAs),
      message: `A part of the processing took longer than the ${Math.round(step.timeoutMs / 1000)} seconds it may take. Submit it again when the server is less busy.`,
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
