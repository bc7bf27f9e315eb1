import type { Run } from '../runs/types.ts';

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
  summary: unknown;
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
