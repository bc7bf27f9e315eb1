import type { RequirementScore } from '../../domain/matching/types.ts';

/** What a narrator is told: the verdicts and their quotes, never the CV as a whole. */
export interface NarrationRequest {
  score: number;
  requirements: readonly RequirementScore[];
}

/** A language model that puts a finished match into words. It cannot change the match. */
export interface NarratorEngine {
  /** Name of the model, as results show it. */
  readonly model: string;
  /**
   * A summary of 2–5 sentences.
   *
   * Throws `NarrationError` when the model cannot be reached, answers in another shape or says something that the
   * match does not bear out. The message is safe to log: it holds nothing of the CV.
   */
  narrate(request: NarrationRequest, signal: AbortSignal): Promise<string>;
}

export class NarrationError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'NarrationError';
  }
}
