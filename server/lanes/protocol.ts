import type { MessagePort } from 'node:worker_threads';
import type { FailureCode } from '../errors.ts';

/** What crosses the thread boundary: step names, plain data, file paths. */
export type LaneTask =
  | { kind: 'check' }
  | { kind: 'step'; step: string; input: Record<string, unknown>; workDir: string; port: MessagePort };

/** From the thread while a step runs. `nativeId`: the kernel's number of the thread. `processorMs`: what it had of the processor before. */
export type LaneEvent =
  | { event: 'started'; threadId: number; nativeId: number; processorMs: number }
  | { event: 'progress'; fraction: number };

/** To the thread while a step runs. */
export type LaneOrder = 'abort';

/** A thread answers with a value even when a step fails: a thrown subclass would arrive as a bare Error. */
export type LaneReply =
  /** `detail`: what lay behind a degraded output, for the log only. `outOfTime`: it is degraded because the machine was too busy. */
  | { ok: true; output: unknown; degraded: string | null; detail?: string; outOfTime?: boolean }
  /** `code` null: not a RunFailure but a bug; `message` is then for the log only. `detail`: what operators can do, for the log. `outOfSpace`, `outOfTime`: the disk is full, the machine was too busy, which says nothing of the run. */
  | {
      ok: false;
      code: FailureCode | null;
      message: string;
      detail?: string;
      outOfSpace?: boolean;
      outOfTime?: boolean;
    };

export interface LaneCheck {
  ok: boolean;
  /** It did not answer in time, as on a busy machine: that says nothing of what is there. */
  isLate?: true;
  detail: string;
}

/** What a thread says about itself once its engines are loaded, or could not be. */
export interface LaneReport {
  threadId: number;
  loaded: boolean;
  /** By the health check's name: "recogniser", "ffmpeg". */
  checks: Record<string, LaneCheck>;
  recognisers: { id: string; languages: readonly string[] }[];
}

/** Data given to a thread when it is made. */
export interface LaneData {
  lane: string;
  /** Steps that runs will ask of it. */
  steps?: readonly string[];
  settings: Record<string, unknown>;
}
