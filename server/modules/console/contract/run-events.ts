import { type Static, Type } from 'typebox';
import { closed, Fault, Nullable, NullableTime, RunStatus, Time } from './shapes.ts';

export const StepProgress = Type.Object({
  step: Type.String(),
  /** As a person reads it, e.g. "writing down what was said". */
  name: Type.String(),
  /** From 1. */
  number: Type.Integer(),
  count: Type.Integer(),
  /** 0–1 of this step. */
  fraction: Type.Number(),
  /** 0–1 of the whole. */
  share: Type.Number(),
});
export type StepProgress = Static<typeof StepProgress>;

/** A person named another candidate: the run is scored again. */
export const NewCandidate = Type.Object(
  {
    /** e.g. "S1". */
    speaker: Type.String({ minLength: 1, maxLength: 40 }),
  },
  closed,
);

export const RescoringState = Type.Object({
  id: Type.String(),
  /** Whom a person named, e.g. "S1". */
  speaker: Type.String(),
  status: Type.Enum(['open', 'done', 'failed']),
  createdAt: Time,
  finishedAt: NullableTime,
  /** Why the earlier result stayed. */
  error: Nullable(Fault),
});
export type RescoringState = Static<typeof RescoringState>;

/** One server-sent event of a run. The stream ends with the run, and with its rescoring where one is under way. */
export const RunEvent = Type.Object({
  status: RunStatus,
  /** Null before the first step and after the last. */
  progress: Nullable(StepProgress),
  /** Null unless it is queued. */
  queuePosition: Nullable(Type.Integer()),
  /** Until the end, learnt from past runs; null once it has ended. */
  estimatedSeconds: Nullable(Type.Number()),
  error: Nullable(Fault),
  rescoring: Nullable(RescoringState),
});
export type RunEvent = Static<typeof RunEvent>;

export const PlaygroundAnswer = Type.Object({
  runId: Type.String(),
  status: RunStatus,
  costCredits: Type.Number(),
});
export type PlaygroundAnswer = Static<typeof PlaygroundAnswer>;
