import type { RescoringState, RunStatus } from './runs.ts';

/**
 * One server-sent event of `GET /clients/:clientId/runs/:runId/events`. The stream ends with the run, and with its
 * rescoring where one is under way.
 */
export interface RunEvent {
  status: RunStatus;
  /** Null before the first step and after the last. */
  progress: StepProgress | null;
  /** Null unless it is queued. */
  queuePosition: number | null;
  /** Until the end, learnt from past runs; null once it has ended. */
  estimatedSeconds: number | null;
  error: { code: string; message: string } | null;
  rescoring: RescoringState | null;
}

export interface StepProgress {
  step: string;
  /** As a person reads it, e.g. "writing down what was said". */
  name: string;
  /** From 1. */
  number: number;
  count: number;
  /** 0–1 of this step. */
  fraction: number;
}

/** `POST /clients/:clientId/playground` answers it, 202. */
export interface PlaygroundAnswer {
  runId: string;
  status: RunStatus;
  costCredits: number;
}
