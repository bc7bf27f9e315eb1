export type Dimension = 'vocabulary' | 'fluency' | 'accent';

export type CefrLevel = 'Pre-A1' | 'A1' | 'A2' | 'B1' | 'B2' | 'C1' | 'C2';

export interface FeatureValue {
  value: number;
  /** e.g. "words/min", "per minute", "share", "ms", "log10 per million". */
  unit: string;
  /** What is usual, for comparison: mean and standard deviation in the norm group, and which group. */
  norm: { mean: number; sd: number; source: string } | null;
}

/** Something a recruiter can check by ear or eye: a quotation with its time. */
export interface Evidence {
  /** Name of the feature it supports. */
  feature: string;
  text: string;
  startMs: number;
  endMs: number;
  note?: string;
}

export interface DimensionScore {
  /** 0–5, one decimal. */
  score: number;
  cefr: CefrLevel;
  /** round(score × 20). */
  percent: number;
  /** 90 % interval on the 0–5 scale, one decimal each. */
  interval: [low: number, high: number];
  confidence: 'high' | 'medium' | 'low';
  features: Record<string, FeatureValue>;
  evidence: Evidence[];
  /** Probability of each level, given score and interval; sums to 1. */
  cefrPosterior: Record<CefrLevel, number>;
  /** The calibration that turned the features into the score; `sha256` of its file's bytes. */
  calibration: { id: string; sha256: string };
  /** What made the score less certain than usual, in words a recruiter can read. */
  warnings: string[];
}

/** A dimension that is not produced rather than guessed, and why, in words a recruiter can read. */
export interface Abstention {
  abstained: true;
  reason: string;
  /** It was measured, but is too uncertain to be told. */
  measured?: true;
}

export const isAbstention = (result: object): result is Abstention => 'abstained' in result;
