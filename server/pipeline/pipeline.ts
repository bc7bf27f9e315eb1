import type { Step } from './step.ts';

/** A step as the runner sees it, its types forgotten. The builder has checked them. */
// biome-ignore lint/suspicious/noExplicitAny: contravariant in input and engines, so only `any` takes every step
export type AnyStep = Step<any, any, any>;

/** Steps in the order they run. `State` is what a finished run has: the input and every output. */
export interface Pipeline<Input, State> {
  readonly name: string;
  readonly steps: readonly AnyStep[];
  /** Never set: carries the types. */
  readonly types?: (input: Input) => State;
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds pipelines of every input and state
export type AnyPipeline = Pipeline<any, any>;

/** What a finished run of a pipeline has; outputs of optional steps may be absent. */
export type StateOf<P> = P extends Pipeline<infer _Input, infer State> ? State : never;

export type InputOf<P> = P extends Pipeline<infer Input, infer _State> ? Input : never;

/**
 * Accumulates what is known after each step: `Known` from the input and required steps, `Maybe` from optional
 * ones. A step that reads what no earlier step gives, or a required step that relies on an optional one, does
 * not compile. (`add`, never `then`: a builder with `then` would be awaited.)
 */
export interface PipelineBuilder<Input, Known, Maybe, Engines>
  extends Pipeline<Input, Known & Partial<Maybe>> {
  add<Output>(
    step: Step<Known & Partial<Maybe>, Output, Engines, true>,
  ): PipelineBuilder<Input, Known & Output, Maybe, Engines>;
  add<Output>(
    step: Step<Known & Partial<Maybe>, Output, Engines, false>,
  ): PipelineBuilder<Input, Known, Maybe & Output, Engines>;
}

/** Begins a pipeline without steps. Throws when two steps share a name: outcomes are stored by name. */
export function pipeline<Input, Engines>(name: string): PipelineBuilder<Input, Input, object, Engines> {
  return grow(name, []) as PipelineBuilder<Input, Input, object, Engines>;
}

function grow(name: string, steps: readonly AnyStep[]) {
  return {
    name,
    steps,
    add(step: AnyStep) {
      if (steps.some((earlier) => earlier.name === step.name)) {
        throw new Error(`Pipeline "${name}" has two steps named "${step.name}".`);
      }
      return grow(name, [...steps, step]);
    },
  };
}
