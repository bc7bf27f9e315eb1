import { limits } from '../../../config/limits.ts';
import { levelRange } from '../../../domain/scoring/cefr-levels.ts';
import { type OverallScore, overallScore, withoutAccent } from '../../../domain/scoring/overall.ts';
import { speechSteps } from '../../../domain/steps/speech.ts';
import { placeAmong } from '../../../domain/steps/steps.ts';
import { isoTime } from '../../../time.ts';
import {
  audioPart,
  durationMinutes,
  processingTimeMs,
  structuredMetadata,
} from '../../runs/contract/parts.ts';
import type { QueuePlace, Run } from '../../runs/types.ts';
import { scale } from '../../shapes/scale.ts';
import type { ShownDimension, SpeechResult } from '../result.ts';
import type { SpeechRun } from '../run-type.ts';
import type { OverallAnalysis } from './analysis.ts';

/** How long to wait before the next poll, by the age of the run (limits: 15 s, 30 s, then 60 s). */
export function pollIntervalSeconds(run: Pick<Run, 'createdAt'>, nowMs: number): number {
  const ageMs = nowMs - Date.parse(run.createdAt);
  return limits.pollCadence.find(({ untilMs }) => ageMs < untilMs)!.intervalSeconds;
}

export function presentSubmission({ run, place, nowMs }: { run: Run; place: QueuePlace; nowMs: number }) {
  const queued = run.status === 'queued';
  return {
    id: run.id,
    externalId: run.externalId,
    status: queued ? ('queued' as const) : ('processing' as const),
    message: queued
      ? 'Accepted. It waits until one of your running analyses ends; poll with this id.'
      : 'Accepted. The analysis has begun; poll with this id.',
    estimatedTimeSeconds: place.estimatedSeconds,
    pollIntervalSeconds: pollIntervalSeconds(run, nowMs),
    ...(queued ? { queuePosition: place.queuePosition, activeRequests: place.activeRequests } : {}),
    timestamp: isoTime(nowMs),
  };
}

/** A run that is not finished. `place` is needed for a queued one only. */
export function presentWaiting({ run, place, nowMs }: { run: Run; place: QueuePlace | null; nowMs: number }) {
  const common = <Status extends string>(status: Status) => ({
    id: run.id,
    externalId: run.externalId,
    status,
    timestamp: isoTime(nowMs),
    createdAt: run.createdAt,
    pollIntervalSeconds: pollIntervalSeconds(run, nowMs),
    metadata: structuredMetadata(run.metadata),
    tags: run.tags,
  });
  if (run.status !== 'queued' || !place) {
    return { ...common('processing'), message: processingMessage(run) };
  }
  // The run may have left the line between two reads; then it is the next.
  const queuePosition = place.queuePosition ?? 1;
  return {
    ...common('queued'),
    message: `Number ${queuePosition} in your queue; it starts by itself when one of your running analyses ends.`,
    queuePosition,
    activeRequests: place.activeRequests,
  };
}

function processingMessage({ progress }: Run): string {
  if (!progress) return 'Waiting for a free worker.';
  const place = placeAmong(speechSteps, progress);
  if (!place) return 'The recording is being analysed.';
  const percent = Math.round(progress.fraction * 100);
  return `Step ${place.number} of ${place.count}: ${place.label} (${percent} %).`;
}

const noScores = {
  vocabulary: null,
  vocabularyCefr: null,
  vocabularyPercent: null,
  fluency: null,
  fluencyCefr: null,
  fluencyPercent: null,
  accent: null,
  accentCefr: null,
  accentPercent: null,
  overall: null,
  cefrLevel: null,
  overallPercent: null,
  overallWithoutAccent: null,
  cefrLevelWithoutAccent: null,
};

/** A run that ended. `cutAudio` is the MP3 itself, when one was asked for and made. */
export function presentFinished({
  run,
  cutAudio,
  nowMs,
}: {
  run: SpeechRun;
  cutAudio: Buffer | undefined;
  nowMs: number;
}) {
  const result = run.status === 'failed' ? null : run.result;
  const common = <Status extends string>(status: Status) => ({
    id: run.id,
    externalId: run.externalId,
    status,
    timestamp: isoTime(nowMs),
    processingTimeMs: processingTimeMs(run) ?? 0,
    credits: presentCredits(run),
    metadata: structuredMetadata(run.metadata),
    tags: run.tags,
  });
  if (!result) {
    return {
      ...common('failed'),
      audio: audioPart(run, { languageCode: null, speakerCount: null }),
      candidateDetection: null,
      scores: noScores,
      analysis: null,
      hrRecommendation: null,
      candidateFeedback: null,
      transcript: null,
      error: run.error ?? { code: 'INTERNAL_ERROR', message: 'The analysis ended without a result.' },
    };
  }
  return {
    ...common(run.status === 'partial' ? 'partial' : 'success'),
    scoringMethod: result.scoringMethod,
    audio: audioPart(run, result),
    candidateDetection: result.candidateDetection,
    scores: withoutAccent(result.scores, scale),
    accentUse: result.accentUse ?? ('counted' as const),
    ...(result.explainability ? { explainability: result.explainability } : {}),
    analysis: presentAnalysis(result),
    hrRecommendation: result.hrRecommendation,
    candidateFeedback: result.candidateFeedback,
    transcript: result.transcript,
    ...(cutAudio && result.cutAudio
      ? {
          cutAudio: {
            contentType: 'audio/mpeg' as const,
            base64: cutAudio.toString('base64'),
            durationMs: result.cutAudio.durationMs,
          },
        }
      : {}),
  };
}

/** Where each level of the 0–5 scale ends. */
export const { cutPoints } = scale;

type Ranged<Of> = Of extends { interval: null }
  ? Of & { cefrRange: null }
  : Of & { cefrRange: OverallAnalysis['cefrRange'] };

const withRange = <Of extends { interval: OverallAnalysis['interval'] | null }>(shown: Of | null) =>
  shown &&
  ({
    ...shown,
    cefrRange: shown.interval && levelRange(shown.interval, cutPoints),
  } as Ranged<Of>);

function presentAnalysis(result: SpeechResult) {
  const { analysis } = result;
  if (!analysis) return null;
  return {
    overall: presentOverall({ result }),
    ...analysis,
    vocabulary: withRange(analysis.vocabulary),
    fluency: withRange(analysis.fluency),
    accent: withRange(analysis.accent),
  };
}

/** The overall score, and the same without accent, from the dimensions as they are shown; null without an analysis of them. */
export function presentOverall({
  result,
}: {
  result: Pick<SpeechResult, 'analysis' | 'accentUse'> | null;
}): OverallAnalysis | null {
  const analysis = result?.analysis;
  if (!analysis) return null;
  const produced = (shown: ShownDimension | null) => (shown && shown.score !== null ? shown : null);
  const { vocabulary, fluency, accent } = analysis;
  const dimensions = {
    vocabulary: produced(vocabulary),
    fluency: produced(fluency),
    accent: produced(accent),
  };
  const ranged = (overall: OverallScore | null) =>
    overall && { ...overall, cefrRange: levelRange(overall.interval, cutPoints) };
  const overall = ranged(overallScore(dimensions, scale, result.accentUse));
  return overall && { ...overall, withoutAccent: ranged(overallScore(dimensions, scale, 'shown')) };
}

function presentCredits({ chargedCredits, balanceAfter, audioDurationMs }: Run) {
  if (chargedCredits === null || balanceAfter === null) return null;
  return {
    deducted: chargedCredits,
    remainingBalance: balanceAfter,
    audioDurationMinutes: durationMinutes(audioDurationMs ?? 0),
  };
}
