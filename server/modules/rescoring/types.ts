import type { Db } from '../../db/db.ts';
import type { FailureCode } from '../../errors.ts';
import type { Run, Settlement } from '../runs/types.ts';

/** A run that is scored again because a person said who the candidate is. */
export interface Rescore {
  id: string;
  runId: string;
  clientId: string;
  /** A `Turn.speaker`, e.g. "S1". */
  speaker: string;
  status: 'open' | 'done' | 'failed';
  createdAt: string;
  finishedAt: string | null;
  progress: { step: string; fraction: number } | null;
  /** Why the earlier result stayed. */
  error: { code: string; message: string } | null;
}

/** An earlier result, kept when another took its place. */
export interface RunVersion {
  version: number;
  status: Run['status'];
  replacedAt: string;
  /** User id. */
  replacedBy: string;
  summary: Record<string, unknown> | null;
}

export interface RescoringService {
  /**
   * Asks for it; a worker does it within seconds, for free. ApiError NOT_FOUND for a run that is not the client's,
   * INVALID_INPUT for a speaker who is not in the recording or is the candidate already, NOT_POSSIBLE_NOW when what it
   * needs is not kept (any more), the run is not finished, or is being rescored or deleted.
   */
  request(request: {
    clientId: string;
    runId: string;
    speaker: string;
    userId: string;
    /** Asked before anything is stored; its sentence, if any, is the refusal. */
    obstacle: (run: Run) => Promise<string | null>;
  }): Promise<Rescore>;
  /** The newest; undefined where nobody ever asked. */
  newest(runId: string): Promise<Rescore | undefined>;
  /** Oldest first. */
  versions(runId: string): Promise<RunVersion[]>;
}

/** What the worker needs of it. Every write names the lease it relies on. */
export interface RescoreQueue {
  claim(workerId: string): Promise<{ rescore: Rescore; run: Run } | undefined>;
  heartbeat(
    rescoreId: string,
    workerId: string,
    progress: { step: string; fraction: number } | null,
  ): Promise<boolean>;
  /**
   * One transaction: the run's present result becomes a version, the new one takes its place; no credits move. A
   * `failed` settlement leaves the run as it is. False when the lease was lost or the run is gone; nothing changed then.
   */
  finish(rescore: Rescore, workerId: string, settlement: Settlement): Promise<boolean>;
  release(rescoreId: string, workerId: string): Promise<void>;
  /** Ends those that no worker could finish. Answers their ids. */
  giveUpStuck(): Promise<string[]>;
  /** Those among `ids` that are still to be done: their working folders must stay. */
  openAmong(ids: readonly string[]): Promise<Set<string>>;
}

export interface RescoreFailure {
  code: FailureCode;
  message: string;
}

/** Called in the transaction that replaces a result. */
export type WhenRescored = (trx: Db, rescore: Rescore) => Promise<void>;
