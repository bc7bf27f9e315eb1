import type { CvPage, CvProfile } from '../../../domain/cv/types.ts';
import type { MatchScore, Met } from '../../../domain/matching/types.ts';
import type { RequirementsConfig } from '../../../domain/requirements/types.ts';
import type { ExpiredPart } from './retention.ts';

export type MatchStatus = 'queued' | 'processing' | 'finished' | 'failed';

/** A CV match as lists show it. Times are ISO 8601 UTC. */
export interface MatchRow {
  id: string;
  status: MatchStatus;
  /** 0–100; null until it is finished. */
  score: number | null;
  /** As the CV gives it; null where it could not be read or is no longer kept. */
  candidateName: string | null;
  fileName: string | null;
  job: {
    /** Null where the job was sent with the CV and is not in the catalogue. */
    id: string | null;
    /** The version it was matched with, where that is known. */
    version: number | null;
    positionId: string | null;
    title: string;
  };
  /** How many requirements got which verdict. */
  verdicts: Record<Met, number> | null;
  /** An unmet minimal qualification lowered the score. */
  isCapped: boolean;
  error: { code: string; message: string } | null;
  progress: MatchProgress | null;
  createdAt: string;
  finishedAt: string | null;
}

export interface MatchProgress {
  /** What is being done, e.g. "reading the PDF". */
  label: string;
  /** From 1. */
  step: number;
  steps: number;
}

export interface MatchList {
  items: MatchRow[];
  /** Pass as `offset` for the next page; null at the end. */
  next: number | null;
}

/** Everything known of a match. */
export interface MatchDetails extends MatchRow {
  /** The job as it stood when the CV was submitted. */
  description: string;
  config: RequirementsConfig;
  /** The job's newest version; null for a job that is not in the catalogue. */
  currentJobVersion: number | null;
  /** Null until it is finished, and once it is no longer kept. */
  result: MatchResultView | null;
  hasCv: boolean;
  /** What is missing because the time that it is kept was over. */
  expired: ExpiredPart[];
  creditsCharged: number | null;
  processingTimeMs: number | null;
  tags: string[];
  metadata: Record<string, unknown>;
}

export interface MatchResultView {
  match: MatchScore;
  profile: CvProfile;
  pages: CvPage[];
  /** Written by a language model; null where none is configured. */
  narrative: { summary: string; model: string } | null;
  warnings: string[];
}

/** One server-sent event of a match under way; the last one has an end state. */
export interface MatchEvent {
  status: MatchStatus;
  score: number | null;
  progress: MatchProgress | null;
  /** Its place in the client's line while queued. */
  queuePosition: number | null;
}
