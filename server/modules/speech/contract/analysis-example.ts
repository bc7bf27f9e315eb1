import type { Analysis } from './analysis.ts';
import type { AccentAnalysis, FluencyAnalysis, Unscored, VocabularyAnalysis } from './dimensions.ts';

const norm = (mean: number, sd: number) => ({ mean, sd, source: 'learners at B2' });

const dimension = {
  confidence: 'high' as const,
  evidence: [],
  warnings: [],
  calibration: {
    id: 'fluency-2',
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
};
const vocabulary: VocabularyAnalysis = {
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
const fluency: FluencyAnalysis = {
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
const accent: AccentAnalysis = {
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
export const unscoredExample: Unscored = {
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

export const analysisExample: Analysis = {
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
};
