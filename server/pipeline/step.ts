import type { FailureCode } from '../errors.ts';

export type LaneName = 'speech' | 'cpu' | 'cv';

/** What a step may use besides its input. `Engines` is the set of ports its lane composes. */
export interface StepContext<Engines> {
  engines: Engines;
  /** A folder of the run's own for intermediate files; it survives a restart and is removed when the run ends. */
  workDir: string;
  signal: AbortSignal;
  /** 0–1 within this step. */
  reportProgress(fraction: number): void;
  /** The result is usable but something optional was lost: the run ends `partial`. Clients read the reason, the log the cause. */
  degrade(reason: string, cause?: unknown): void;
}

/**
 * Data plus one function, pure over its input and the injected engines. `run` is a property and not a
 * method, so that its parameter is checked contravariantly: a step cannot be added before what it reads.
 */
export interface Step<Input, Output, Engines, Required extends boolean = boolean> {
  name: string;
  required: Required;
  lane: LaneName;
  /** On the clock, as long as its thread has the processor for it; on a busy machine the clock goes on (`runPipeline`). */
  timeoutMs: number;
  /** Code of the run when a required step throws something other than a RunFailure. */
  failsAs: FailureCode;
  /** Code of the run when a required step exceeds its time; STUCK_TIMEOUT when absent. */
  timesOutAs?: FailureCode;
  run: (input: Input, context: StepContext<Engines>) => Promise<Output>;
  /** On resume: whether a stored output can still be used (its files exist). */
  isIntact?: (output: Output) => Promise<boolean>;
}

export type RequiredStep<Input, Output, Engines> = Step<Input, Output, Engines, true>;
export type OptionalStep<Input, Output, Engines> = Step<Input, Output, Engines, false>;

/** What became of a step; stored as it lands. */
export interface StepOutcome {
  step: string;
  status: 'ok' | 'degraded' | 'failed';
  output: unknown;
  code: FailureCode | null;
  message: string | null;
  startedAt: string;
  durationMs: number;
}
