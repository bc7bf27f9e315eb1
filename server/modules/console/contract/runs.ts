import type { CutPoints } from '../../../domain/scoring/calibration.ts';
import type { Hesitations } from '../../../domain/scoring/hesitations.ts';
import type { FlatScores, OverallScore } from '../../../domain/scoring/overall.ts';
import type { DimensionScore } from '../../../domain/scoring/types.ts';
import type { WordChoice } from '../../../domain/scoring/word-choice.ts';
import type { Transcript } from '../../../domain/transcript/segments.ts';
import type { ExpiredPart } from './retention.ts';

export type RunStatus = 'queued' | 'processing' | 'success' | 'partial' | 'failed';

/** `GET /clients/:clientId/runs`: the list endpoint's filters, and `search`, `playground`, `cursor`. */
export interface RunsAnswer {
  items: RunRow[];
  /** Send as `cursor` for older runs; null at the end. */
  next: string | null;
}

export interface RunRow {
  id: string;
  externalId: string | null;
  status: RunStatus;
  serviceType: 'speech' | 'cv_deepmatch';
  createdAt: string;
  processingTimeMs: number | null;
  /** 0–1, of the step under way; null unless it is being processed. */
  progress: { step: string; fraction: number } | null;
  audio: {
    durationMs: number | null;
    languageCode: string | null;
    requestedLanguage: string | null;
    speakerCount: number | null;
  };
  scores: Pick<
    FlatScores,
    | 'vocabulary'
    | 'vocabularyCefr'
    | 'fluency'
    | 'fluencyCefr'
    | 'accent'
    | 'accentCefr'
    | 'overall'
    | 'cefrLevel'
  >;
  error: { code: string; message: string } | null;
  tags: string[];
  project: { id: string; name: string } | null;
  isPlayground: boolean;
  /** Of the file as it was sent. */
  fileName: string | null;
}

/** `GET /clients/:clientId/runs/:runId` */
export interface RunDetail {
  run: RunRow;
  startedAt: string | null;
  finishedAt: string | null;
  /** Held while it is under way, charged at its end. */
  credits: { held: number; charged: number | null };
  /** Each step that has finished, in order. */
  steps: StepReport[];
  /** Whether the recording can still be listened to. */
  hasRecording: boolean;
  /** Of the latest wish to score another speaker; null where nobody had one. */
  rescoring: RescoringState | null;
  /** Why another speaker cannot be scored; null: one can. */
  rescoringObstacle: string | null;
  /** Results that were replaced since, oldest first. */
  earlierResults: { version: number; replacedAt: string }[];
  overall: OverallScore | null;
  /** What was deleted because the time that it is kept was over. */
  expired: ExpiredPart[];
  /** Where each level of the 0–5 scale ends. */
  cutPoints: CutPoints;
  /** What a poll of the API answers for this run, but for cut audio. */
  answer: RunAnswer;
}

/** `POST /clients/:clientId/runs/:runId/candidate` answers it, 202. */
export interface RescoringState {
  id: string;
  /** Whom a person named, e.g. "S1". */
  speaker: string;
  status: 'open' | 'done' | 'failed';
  createdAt: string;
  finishedAt: string | null;
  /** Why the earlier result stayed. */
  error: { code: string; message: string } | null;
}

export interface StepReport {
  step: string;
  status: 'ok' | 'degraded' | 'failed';
  code: string | null;
  message: string | null;
  durationMs: number;
}

export type RunAnswer = WaitingAnswer | FinishedAnswer | FailedAnswer;

interface CommonAnswer {
  /** When parts were deleted because their time was over, by kind. */
  deleted?: Record<string, string>;
  id: string;
  externalId: string | null;
  timestamp: string;
  metadata: Record<string, string>;
  tags: string[];
}

export interface WaitingAnswer extends CommonAnswer {
  status: 'queued' | 'processing';
  message: string;
  queuePosition?: number;
}

export interface FailedAnswer extends CommonAnswer {
  status: 'failed';
  processingTimeMs: number;
  error: { code: string; message: string };
}

export interface FinishedAnswer extends CommonAnswer {
  status: 'success' | 'partial';
  processingTimeMs: number;
  scoringMethod: string;
  audio: {
    durationMs: number;
    durationFormatted: string;
    languageCode: string;
    requestedLanguage: string;
    speakerCount: number;
  };
  candidateDetection: CandidateDetection | null;
  scores: FlatScores;
  explainability?: { vocab: string; fluency: string };
  /** Null when the submission asked for none. */
  analysis: Analysis | null;
  hrRecommendation: string | null;
  candidateFeedback: string | null;
  transcript: Transcript | null;
}

export interface CandidateDetection {
  speaker: string;
  speakerLabel: string;
  confidence: 'high' | 'medium' | 'low';
  reason: string;
  wordCount: number;
}

/** A dimension with what it rests on. */
export type ScoredDimension = DimensionScore &
  Partial<WordChoice> & {
    hesitations?: Hesitations;
    words?: { text: string; startMs: number; endMs: number; gop: number }[];
    phones?: { phone: string; count: number; gop: number }[];
  };

/** A dimension that was not produced, and why. */
export interface AbstainedDimension {
  score: null;
  reason: string;
}

export type Dimension = ScoredDimension | AbstainedDimension;

export interface Analysis {
  vocabulary: Dimension | null;
  fluency: Dimension | null;
  accent: Dimension | null;
  transcript: { verbatim: string; clean: string } | null;
  quality: {
    snrDb: number | null;
    clippedShare: number | null;
    overlapShare: number | null;
    speechSeconds: number | null;
    recogniser: { id: string; confidence: number };
    languageProbability: number | null;
    warnings: string[];
  };
}

/** `GET /clients/:clientId/runs/:runId/peaks` */
export interface PeaksAnswer {
  durationMs: number;
  /** Loudest sample of each of equally long stretches, in percent of full scale. */
  peaks: number[];
}
