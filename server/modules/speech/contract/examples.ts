import type { Static } from 'typebox';
import type { Scores } from '../../shapes/scores.ts';
import { analysisExample, unscoredExample } from './analysis-example.ts';
import type { FinishedRun, PollResponse, SubmitResponse } from './run.ts';

/** What /docs and the interface description show of this module. */

const id = '0192f3a8-7c1e-7b3a-9d52-3f6a1c0e8b47';
const timestamp = '2026-11-23T09:30:00.000Z';
const labels = { metadata: { role: 'Support agent', round: '1' }, tags: ['support', 'lisbon'] };
const head = { id, externalId: 'candidate-4711' };

const processing: Static<typeof SubmitResponse> = {
  ...head,
  status: 'processing',
  message: 'Accepted. The analysis has begun; poll with this id.',
  estimatedTimeSeconds: 95,
  pollIntervalSeconds: 15,
  timestamp,
};

export const submissionExamples = {
  sent: {
    recording: {
      audio: '(the bytes of interview.mp3)',
      language: 'en',
      externalId: head.externalId,
      metadata: '{"role": "Support agent", "round": 1}',
      tags: '["support", "lisbon"]',
    },
  },
  accepted: {
    processing,
    queued: {
      ...processing,
      status: 'queued' as const,
      message: 'Accepted. It waits until one of your running analyses ends; poll with this id.',
      queuePosition: 2,
      activeRequests: 8,
    },
  },
};

const waiting = {
  ...head,
  timestamp,
  createdAt: '2026-11-23T09:29:12.000Z',
  pollIntervalSeconds: 15,
  ...labels,
};

const audio = {
  durationMs: 1_254_000,
  durationFormatted: '20:54',
  languageCode: 'en',
  requestedLanguage: 'en',
  speakerCount: 2,
};

const noScores: Static<typeof Scores> = {
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
const scores: Static<typeof Scores> = {
  vocabulary: 3.4,
  vocabularyCefr: 'B2',
  vocabularyPercent: 68,
  fluency: 3.6,
  fluencyCefr: 'B2',
  fluencyPercent: 72,
  accent: 4.1,
  accentCefr: 'C1',
  accentPercent: 82,
  overall: 3.7,
  cefrLevel: 'B2',
  overallPercent: 74,
  overallWithoutAccent: 3.5,
  cefrLevelWithoutAccent: 'B2',
};

const credits = { deducted: 21, remainingBalance: 479, audioDurationMinutes: 20.9 };

const success: FinishedRun = {
  ...head,
  status: 'success',
  timestamp,
  processingTimeMs: 92_400,
  scoringMethod: 'ml_hybrid',
  audio,
  candidateDetection: {
    speaker: 'S2',
    speakerLabel: 'Speaker 2',
    confidence: 'high',
    reason: 'Speaks longest and answers the questions of the other speaker.',
    wordCount: 1874,
  },
  scores,
  accentUse: 'counted',
  explainability: {
    vocab: 'Uses a good range of words for work, with some rarer ones used well. Repeats a few phrases.',
    fluency: 'Speaks at an even pace with few long pauses. Most pauses fall between sentences.',
    accent: 'Of 1,702 words that were surely heard, 1,598 were clear.',
  },
  analysis: analysisExample,
  hrRecommendation: 'Ready for roles with daily English. Ask for an example of a difficult call.',
  candidateFeedback: 'You speak clearly. Try to vary how you begin your answers.',
  transcript: {
    segments: [
      {
        id: 'seg_1',
        speaker: 'S2',
        startMs: 91_200,
        endMs: 91_900,
        text: 'I had',
        confidence: 0.94,
        overlap: false,
        words: [
          { text: 'I', startMs: 91_200, endMs: 91_340, confidence: 0.97 },
          { text: 'had', startMs: 91_360, endMs: 91_900, confidence: 0.91 },
        ],
      },
    ],
    speakers: [
      {
        id: 'S1',
        label: 'Speaker 1',
        role: 'interviewer',
        speakingMs: 301_000,
        wordCount: 702,
        turnCount: 31,
      },
      {
        id: 'S2',
        label: 'Speaker 2',
        role: 'candidate',
        speakingMs: 811_200,
        wordCount: 1874,
        turnCount: 30,
      },
    ],
    candidateText: 'I had',
    candidateSpeaker: 'S2',
  },
  credits,
  ...labels,
};

const { explainability: _, ...withoutSummaries } = success;

export const pollExamples: Readonly<Record<string, Static<typeof PollResponse>>> = {
  queued: {
    ...waiting,
    status: 'queued',
    message: 'Number 2 in your queue; it starts by itself when one of your running analyses ends.',
    queuePosition: 2,
    activeRequests: 8,
  },
  processing: { ...waiting, status: 'processing', message: 'Step 4 of 13: Transcribing (48 %).' },
  success,
  partial: {
    ...withoutSummaries,
    status: 'partial',
    scores: {
      ...scores,
      ...{ vocabulary: null, vocabularyCefr: null, vocabularyPercent: null },
      ...{ overall: 3.9, overallPercent: 78 },
    },
    analysis: { ...analysisExample, vocabulary: unscoredExample },
    hrRecommendation: null,
    candidateFeedback: null,
    credits: { ...credits, deducted: 14, remainingBalance: 486 },
  },
  failed: {
    ...head,
    status: 'failed',
    timestamp,
    processingTimeMs: 8_100,
    audio: { ...audio, languageCode: null, speakerCount: null },
    candidateDetection: null,
    scores: noScores,
    analysis: null,
    hrRecommendation: null,
    candidateFeedback: null,
    transcript: null,
    credits: { ...credits, deducted: 0, remainingBalance: 500 },
    error: {
      code: 'TRANSCRIPTION_LOW_CONFIDENCE',
      message: 'The recording does not sound like English. Submit it with the language that is spoken.',
    },
    ...labels,
  },
};
