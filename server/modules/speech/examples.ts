/** What /docs and the interface description show of this module; a test holds each to its schema. */

const id = '0192f3a8-7c1e-7b3a-9d52-3f6a1c0e8b47';
const timestamp = '2026-11-23T09:30:00.000Z';
const labels = { metadata: { role: 'Support agent', round: '1' }, tags: ['support', 'lisbon'] };
const head = { id, externalId: 'candidate-4711' };

const processing = {
  ...head,
  status: 'processing',
  message: 'Accepted. The analysis has begun; poll with this id.',
  estimatedTimeSeconds: 95,
  pollIntervalSeconds: 15,
  timestamp,
};

export const submissionExamples = {
  body: {
    recording: {
      audio: '(the bytes of interview.mp3)',
      language: 'en',
      externalId: head.externalId,
      metadata: '{"role": "Support agent", "round": 1}',
      tags: '["support", "lisbon"]',
    },
  },
  answers: {
    202: {
      processing,
      queued: {
        ...processing,
        status: 'queued',
        message: 'Accepted. It waits until one of your running analyses ends; poll with this id.',
        queuePosition: 2,
        activeRequests: 8,
      },
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

const norm = (mean: number, sd: number) => ({ mean, sd, source: 'learners at B2' });

const dimension = {
  confidence: 'high',
  evidence: [],
  warnings: [],
  calibration: {
    id: 'fluency-2',
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
};
const vocabulary = {
  ...dimension,
  score: 3.4,
  cefr: 'B2',
  percent: 68,
  interval: [2.8, 4],
  cefrRange: ['B1', 'C1'],
  features: {
    mattr50: { value: 0.79, unit: 'ratio', norm: norm(0.77, 0.04) },
    beyond2000Share: { value: 0.24, unit: 'share', norm: null },
  },
  cefrPosterior: { 'Pre-A1': 0, A1: 0, A2: 0, B1: 0.136, B2: 0.814, C1: 0.05, C2: 0 },
  calibration: { ...dimension.calibration, id: 'vocabulary-2' },
  rareWords: [
    {
      word: 'reconciled',
      lemma: 'reconcile',
      rank: 9114,
      startMs: 132_400,
      endMs: 133_020,
      sentence: 'every month I reconciled the accounts of the branch',
    },
  ],
  repeatedPhrases: [{ text: 'in the team', count: 3, startMs: [91_400, 240_180, 611_900] }],
};
const fluency = {
  ...dimension,
  score: 3.6,
  cefr: 'B2',
  percent: 72,
  interval: [3.1, 4.1],
  cefrRange: ['B2', 'C1'],
  features: {
    articulationRate: { value: 4.12, unit: 'syllables/s', norm: norm(4, 0.5) },
    midClausePausesPerMinute: { value: 6.2, unit: 'per minute of speech', norm: norm(8, 4) },
  },
  evidence: [
    {
      feature: 'midClausePausesPerMinute',
      text: 'I had been leading the team',
      startMs: 91_200,
      endMs: 93_050,
      note: 'a pause of 0.9 s inside a clause',
    },
  ],
  cefrPosterior: { 'Pre-A1': 0, A1: 0, A2: 0, B1: 0.024, B2: 0.882, C1: 0.093, C2: 0.001 },
  hesitations: {
    counts: { pauses: 212, fillers: 31, repairs: 9 },
    pauses: [
      { startMs: 91_900, endMs: 92_800, place: 'midClause', before: 'team I had', after: 'been leading the' },
    ],
    fillers: [{ text: 'uh', startMs: 92_810, endMs: 93_000 }],
    repairs: [{ kind: 'repetition', text: 'the uh the', abandoned: 'the', startMs: 93_010, endMs: 93_400 }],
  },
};
const accent = {
  ...dimension,
  score: 4.1,
  cefr: 'C1',
  percent: 82,
  interval: [3.5, 4.7],
  cefrRange: ['B2', 'C2'],
  features: {
    gopMean: { value: -0.31, unit: 'log ratio', norm: norm(-0.35, 0.1) },
    refusedShare: { value: 0.011, unit: 'share of phones', norm: null },
  },
  cefrPosterior: { 'Pre-A1': 0, A1: 0, A2: 0, B1: 0.001, B2: 0.391, C1: 0.523, C2: 0.085 },
  calibration: { ...dimension.calibration, id: 'accent-3' },
  words: [{ text: 'team', startMs: 91_500, endMs: 91_880, gop: -0.122 }],
  phones: [
    { phone: 'th', ipa: 'θ', count: 84, gop: -1.204 },
    { phone: 'ae', ipa: 'æ', count: 61, gop: -0.218 },
  ],
};
const unscored = {
  score: null,
  cefr: null,
  percent: null,
  interval: null,
  cefrRange: null,
  confidence: null,
  features: null,
  evidence: null,
  cefrPosterior: null,
  calibration: null,
  warnings: null,
  reason: 'The candidate said too few words to measure the vocabulary.',
};

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
const scores = {
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

const success = {
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
  analysis: {
    overall: {
      score: 3.7,
      cefr: 'B2',
      percent: 74,
      interval: [3.3, 4.1],
      cefrRange: ['B2', 'C1'],
      basedOn: ['vocabulary', 'fluency', 'accent'],
      withoutAccent: {
        score: 3.5,
        cefr: 'B2',
        percent: 70,
        interval: [3.0, 4.0],
        cefrRange: ['B2', 'C1'],
        basedOn: ['vocabulary', 'fluency'],
      },
    },
    vocabulary,
    fluency,
    accent,
    delivery: {
      talkShare: 0.71,
      pace: [{ startMs: 60_000, endMs: 120_000, wordsPerMinute: 124, pausedShare: 0.21 }],
      fillers: [{ text: 'uh', count: 31 }],
      connectives: { per100Words: 3.1, words: [{ text: 'because', count: 22, kind: 'cause' }] },
      freeTalk: { fillers: 1.65, repairs: 0.48, contractions: 2.9, discourseMarkers: 1.1 },
      repeatedPassages: [],
      notes: [],
    },
    grammar: {
      structures: [
        { kind: 'because', text: 'I left because the team was moved', startMs: 214_300, endMs: 216_900 },
      ],
      errors: [
        {
          kind: 'verbForm',
          right: "didn't know",
          wrong: "didn't knew",
          text: "so we didn't knew the result",
          startMs: 301_100,
          endMs: 302_800,
        },
      ],
    },
    transcript: {
      verbatim: 'I had been leading the, uh, the team.',
      clean: 'I had been leading the team.',
    },
    quality: {
      snrDb: 24.1,
      clippedShare: 0,
      overlapShare: 0.03,
      speechSeconds: 811.2,
      recogniser: { id: 'moonshine-base-en', confidence: 0.91 },
      languageProbability: null,
      expectedWordErrors: {
        rate: 0.06,
        interval: [0.01, 0.14],
        calibration: { id: 'word-errors-1', sha256: 'b0a1' },
      },
      warnings: [],
    },
  },
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
  credits: { deducted: 21, remainingBalance: 479, audioDurationMinutes: 20.9 },
  ...labels,
};

const { explainability: _, ...withoutSummaries } = success;

export const pollExamples = {
  answers: {
    200: {
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
        analysis: { ...success.analysis, vocabulary: unscored },
        hrRecommendation: null,
        candidateFeedback: null,
        credits: { ...success.credits, deducted: 14, remainingBalance: 486 },
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
        credits: { ...success.credits, deducted: 0, remainingBalance: 500 },
        error: {
          code: 'TRANSCRIPTION_LOW_CONFIDENCE',
          message: 'The recording does not sound like English. Submit it with the language that is spoken.',
        },
        ...labels,
      },
    },
  },
};
