import type { DimensionScore } from '#server/domain/scoring/types.ts';
import type { SpokenWord } from '#server/domain/transcript/types.ts';
import type { Settlement } from '#server/modules/runs/types.ts';
import { scale } from '#server/modules/shapes/scale.ts';
import { buildSpeechResult, type FinishedState } from '#server/modules/speech/result.ts';
import type { StepOutcome } from '#server/pipeline/step.ts';

/** Words of one speaker, 300 ms each and 100 ms apart, from `startMs` on. */
export function spoken(speaker: string, startMs: number, text: string): SpokenWord[] {
  return text.split(' ').map((word, index) => ({
    text: word,
    startMs: startMs + index * 400,
    endMs: startMs + index * 400 + 300,
    confidence: 0.9,
    speaker,
    overlap: false,
  }));
}

export const dimensionScore = (score: number): DimensionScore => ({
  score,
  cefr: 'B2',
  percent: Math.round(score * 20),
  interval: [score - 0.4, score + 0.4],
  confidence: 'high',
  features: {
    wordsPerMinute: { value: 132.4, unit: 'words/min', norm: { mean: 140, sd: 20, source: 'a source' } },
    lexicalDiversity: { value: 71.2, unit: 'MTLD', norm: null },
  },
  evidence: [{ feature: 'wordsPerMinute', text: 'I worked there', startMs: 5000, endMs: 6200, note: 'fast' }],
  cefrPosterior: { 'Pre-A1': 0, A1: 0, A2: 0, B1: 0.2, B2: 0.7, C1: 0.1, C2: 0 },
  calibration: { id: 'test-1', sha256: 'ab12' },
  warnings: [],
});

/** What the pipeline leaves of a short interview: S1 asks, S2 is the candidate. */
export const finishedState = (): FinishedState => ({
  pcm: { path: 'a.pcm', durationMs: 240_000 },
  channelPcm: null,
  source: {
    format: 'mp3',
    channels: 1,
    sampleRateHz: 44_100,
    codec: 'mp3',
    clippedShare: 0.001,
    peakDb: -1.2,
  },
  kept: [{ startMs: 0, endMs: 240_000 }],
  speech: [{ startMs: 0, endMs: 200_000 }],
  snrDb: 28.4,
  words: [],
  recognition: {
    engineId: 'test-recogniser',
    meanConfidence: 0.87,
    detectedLanguage: 'en',
    languageProbability: null,
    warnings: ['Only English is understood.'],
  },
  alignedWords: [],
  alignment: { engineId: 'test-aligner', alignedShare: 0.98 },
  turns: [
    { speaker: 'S1', startMs: 0, endMs: 4000, overlap: false },
    { speaker: 'S2', startMs: 5000, endMs: 15_000, overlap: true },
  ],
  spokenWords: [
    ...spoken('S1', 0, 'what did you do there'),
    ...spoken('S2', 5000, 'um I worked there'),
    ...spoken('S2', 12_000, 'for two years'),
  ].map((word) => (word.text === 'um' ? { ...word, filler: true } : word)),
  speakerCount: 2,
  diarisation: { method: 'test', warnings: [] },
  candidate: {
    speaker: 'S2',
    speakerLabel: 'Speaker 2',
    confidence: 'high',
    reason: 'Speaks 71 % of the time and in the first person.',
    wordCount: 6,
  },
  vocabulary: dimensionScore(3.2),
  fluency: dimensionScore(3.5),
  accent: {
    ...dimensionScore(3.8),
    words: [{ text: 'worked', startMs: 5400, endMs: 5700, gop: -0.4 }],
    phones: [{ phone: 'th', count: 12, gop: -1.2 }],
  },
  explainability: { vocab: 'A broad vocabulary.', fluency: 'Few pauses.' },
  hrRecommendation: 'Suited for work in English.',
  candidateFeedback: 'You speak clearly.',
  cutAudio: null,
});

/** How a run ends whose pipeline left this state. */
export function settlementOf(
  state: FinishedState,
  {
    input = {},
    outcomes = [],
    ...rest
  }: { input?: { analysis?: boolean }; outcomes?: StepOutcome[] } & Partial<Settlement> = {},
): Settlement {
  const { result, summary } = buildSpeechResult({ state, outcomes, run: { language: 'en', input }, scale });
  return {
    status: 'success',
    charge: 4,
    error: null,
    result,
    summary,
    ...rest,
  };
}
