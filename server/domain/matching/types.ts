import type { Box } from '../cv/types.ts';

/** How one match is explained; the shapes of `requirements` in a result. */

/** `unknown`: the CV says nothing from which it could be told. It counts neither for nor against. */
export type Met = 'yes' | 'partly' | 'no' | 'unknown';

export type RequirementKind =
  | 'work_experience'
  | 'industry'
  | 'hard_skill'
  | 'soft_skill'
  | 'language'
  | 'education'
  | 'minimal_qualification'
  | 'preferable_qualification';

/** Words of the CV that speak for a verdict, and where they stand. */
export interface Quote {
  /** A line of the CV as it was read, at most 300 characters. */
  text: string;
  /** From 1. */
  page: number;
  box: Box;
}

export interface RequirementScore {
  /** As the customer worded it. */
  name: string;
  kind: RequirementKind;
  importance: number;
  /** 0–1, three decimals; null when unknown. */
  score: number | null;
  met: Met;
  /** A sentence that says what the score is made of. */
  reason: string;
  /** At most 3, the most telling first. */
  evidence: Quote[];
}

export interface MatchScore {
  /** 0–100, one decimal: 100 × Σ importance·score / Σ importance over what is known, then the cap; 0 when nothing is known. */
  score: number;
  /** Set when an unmet minimal qualification lowered the score. */
  cap: { limit: number; uncappedScore: number; reason: string } | null;
  requirements: RequirementScore[];
  /** Share of the importance that could be told from the CV, 0–1. */
  knownShare: number;
  /** Sentences a recruiter can check against the evidence; written without a language model. */
  summary: string;
  /** What made a verdict less sure; absent where nothing did. */
  warnings?: readonly string[];
  /** Version and hash of what decided: scoring rules and taxonomy. */
  method: string;
}
