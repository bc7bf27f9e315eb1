import type { Step } from './step.ts';

/** A step as the runner sees it, its types forgotten. The builder has checked them. */
// biome-ignore lint/suspicious/noExplicitAny: contravariant in input and engines, so only `any` takes every step
export type AnyStep = Step<any, any, any>;

/**
 * Steps, and whose outputs each of them reads: a step begins when those have ended, whatever else is under way. `State` is what a
 * finished run has: the input and every output.
 */
export interface Pipeline<Input, State> {
  readonly name: string;
  /** Each behind the steps that it reads from. Of several failures the first in this order is the run's. */
  readonly steps: readonly AnyStep[];
  /** Of each step, the places in `steps` of those it reads from. */
  readonly readsFrom: readonly (readonly number[])[];
  /** Never set: carries the types. */
  readonly types?: (input: Input) => State;
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds pipelines of every input and state
export type AnyPipeline = Pipeline<any, any>;

/** What a finished run of a pipeline has; outputs of optional steps may be absent. */
export type StateOf<P> = P extends Pipeline<infer _Input, infer State> ? State : never;

export type InputOf<P> = P extends Pipeline<infer Input, infer _State> ? Input : never;

/** What some steps give together; what optional ones give may be absent. */
type GivenBy<Steps extends readonly AnyStep[]> = Steps extends readonly [infer First, ...infer Rest]
  ? // biome-ignore lint/suspicious/noExplicitAny: as in AnyStep
    (First extends Step<any, infer Output, any, infer Required>
      ? Required extends true
        ? Output
        : Partial<Output>
      : never) &
      (Rest extends readonly AnyStep[] ? GivenBy<Rest> : never)
  : unknown;

/** `unknown` when `Given` has all that a step reads; else a type that no step has, with the names of what is missing. */
type ReadsOnly<Reads, Given, Known> = Given extends Reads
  ? [Exclude<keyof Reads & keyof Known, keyof Given>] extends [never]
    ? unknown
    : { alsoReads: Exclude<keyof Reads & keyof Known, keyof Given> }
  : { lacks: Exclude<keyof Reads, keyof Given> };

/**
 * Knows what the input and the steps added so far give (`Known`, optional ones included), and which steps those are. A step that reads
 * what the steps named beside it do not give does not compile, nor one that may read what an unnamed step gives, nor a
 * required step that relies on an optional one. (`add`, never `then`: a builder with `then` would be awaited.)
 */
export interface PipelineBuilder<Input, State, Known, Added extends AnyStep, Engines>
  extends Pipeline<Input, State> {
  /** @param readsFrom steps added before */
  add<Reads, Output, Required extends boolean, const From extends readonly Added[]>(
    step: Step<Reads, Output, Engines, Required> & ReadsOnly<Reads, Input & GivenBy<From>, Known>,
    ...readsFrom: From
  ): PipelineBuilder<
    Input,
    State & GivenBy<[AddedStep<Output, Required>]>,
    Known & Output,
    Added | AddedStep<Output, Required>,
    Engines
  >;
}

// biome-ignore lint/suspicious/noExplicitAny: as in AnyStep
type AddedStep<Output, Required extends boolean> = Step<any, Output, any, Required>;

/** Begins a pipeline without steps. Throws when two steps share a name: outcomes are stored by name. */
export function pipeline<Input, Engines>(name: string): PipelineBuilder<Input, Input, Input, never, Engines> {
  return grow(name, [], []) as unknown as PipelineBuilder<Input, Input, Input, never, Engines>;
}

function grow(name: string, steps: readonly AnyStep[], readsFrom: Pipeline<never, never>['readsFrom']) {
  return {
    name,
    steps,
    readsFrom,
    add(step: AnyStep, ...sources: AnyStep[]) {
      if (steps.some((earlier) => earlier.name === step.name)) {
        throw new Error(`Pipeline "${name}" has two steps named "${step.name}".`);
      }
      const places = sources.map((source) => steps.indexOf(source));
      if (places.includes(-1)) {
        throw new Error(`Step "${step.name}" reads from a step that pipeline "${name}" does not have.`);
      }
      return grow(name, [...steps, step], [...readsFrom, places]);
    },
  };
}
