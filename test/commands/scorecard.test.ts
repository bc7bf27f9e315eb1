import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EndedRun, renderScorecard } from '#server/commands/demo/scorecard.ts';
import { visibleWidth } from '#server/commands/text-layout.ts';

type Scored = Exclude<EndedRun, { status: 'failed' }>;

const word = (text: string, startMs: number, extra: object = {}) => ({
  text,
  startMs,
  endMs: startMs + 200,
  confidence: 0.9,
  ...extra,
});

const dimension = (score: number, interval: [number, number]) => ({
  score,
  cefr: 'B2' as const,
  percent: Math.round(score * 20),
  interval,
  confidence: 'medium' as const,
  features: {
    articulationRate: { value: 4.1, unit: 'syllables/s', norm: { mean: 4, sd: 0.5, source: 'a norm group' } },
  },
  evidence: [],
  cefrPosterior: {},
  calibration: { id: 'test', sha256: '0' },
  warnings: [],
});

const run = {
  id: 'run_1',
  externalId: null,
  timestamp: '2026-11-21T08:00:00.000Z',
  status: 'success',
  processingTimeMs: 25_000,
  scoringMethod: 'ml_hybrid',
  audio: {
    durationMs: 254_810,
    durationFormatted: '4:14',
    languageCode: 'en',
    requestedLanguage: 'en',
    speakerCount: 2,
  },
  candidateDetection: {
    speaker: 'S2',
    speakerLabel: 'Speaker 2',
    confidence: 'high',
    reason:
      'This speaker talks 81 % of the time, tells of past work in the first person and asks almost no questions.',
    wordCount: 420,
  },
  scores: {
    vocabulary: 3.4,
    vocabularyCefr: 'B2',
    vocabularyPercent: 68,
    fluency: null,
    fluencyCefr: null,
    fluencyPercent: null,
    accent: 4.2,
    accentCefr: 'C1',
    accentPercent: 84,
    overall: 3.8,
    overallPercent: 76,
    cefrLevel: 'B2',
  },
  explainability: {
    vocab: 'Varied words, carefully chosen, through the whole of the conversation.',
    fluency: 'Steady.',
  },
  analysis: {
    vocabulary: dimension(3.4, [2.9, 3.9]),
    fluency: { reason: 'Under 60 seconds of candidate speech.' },
    accent: dimension(4.2, [3.6, 4.8]),
    quality: {
      snrDb: 31.2,
      clippedShare: 0,
      overlapShare: 0,
      speechSeconds: 220,
      recogniser: { id: 'moonshine-base-en', confidence: 0.83 },
      languageProbability: null,
      warnings: ['In 2 passages the recogniser repeated itself.'],
    },
  },
  hrRecommendation: 'Suitable for work in English with colleagues.',
  candidateFeedback: 'You spoke clearly.',
  transcript: {
    segments: [
      {
        id: 'seg_1',
        speaker: 'S1',
        startMs: 700,
        endMs: 2000,
        text: 'tell me about yourself',
        confidence: 0.9,
        overlap: false,
        words: [word('tell', 700), word('me', 900), word('about', 1100), word('yourself', 1300)],
      },
      {
        id: 'seg_2',
        speaker: 'S2',
        startMs: 62_000,
        endMs: 90_000,
        text: 'um I [planned?] deliveries',
        confidence: 0.8,
        overlap: false,
        words: [
          word('um', 62_000, { filler: true }),
          word('I', 62_400),
          word('planned', 62_600, { uncertain: true }),
          ...Array.from({ length: 40 }, (_, index) => word('deliveries', 63_000 + index * 300)),
        ],
      },
    ],
    speakers: [
      {
        id: 'S1',
        label: 'Interviewer',
        role: 'interviewer',
        speakingMs: 40_000,
        wordCount: 80,
        turnCount: 7,
      },
      { id: 'S2', label: 'Speaker 2', role: 'candidate', speakingMs: 170_000, wordCount: 420, turnCount: 7 },
    ],
    candidateText: 'um I [planned?] deliveries',
    candidateSpeaker: 'S2',
  },
  credits: { deducted: 5, remainingBalance: 95, audioDurationMinutes: 4.25 },
  metadata: {},
  tags: [],
} as unknown as Scored;

const steps = [
  { step: 'decode', status: 'ok' as const, durationMs: 300 },
  { step: 'cutSilence', status: 'degraded' as const, durationMs: 20 },
  { step: 'transcribe', status: 'ok' as const, durationMs: 21_000 },
];
const page = (width: number, colours = false, of: EndedRun = run) =>
  renderScorecard(of, { title: 'interview.mp3', width, colours, steps });

for (const width of [40, 57, 80, 100]) {
  test(`fits a terminal of ${width} columns`, () => {
    for (const line of page(width, true).split('\n')) {
      assert.ok(visibleWidth(line) <= width, `${visibleWidth(line)} columns: ${line}`);
    }
  });
}

test('says all that a recruiter asks for', () => {
  const text = page(90);
  for (const part of [
    /Overall +3\.8 B2/,
    /Vocabulary +3\.4 B2 .*2\.9–3\.9/,
    /Fluency +– Under 60 seconds of candidate speech\./,
    /Accent +4\.2 C1 .*3\.6–4\.8/,
    /Speaker 2 \(S2; high confidence, 420 words\)/,
    /talks 81 % of the time/,
    /Varied words, carefully chosen/,
    /articulation rate, syllables\/s +4\.10 +usual 4\.00 ± 0\.50/,
    /0:00 +Interviewer +tell me about yourself/,
    /1:02 +Candidate +um I \[planned\?\] deliveries/,
    /5 credits charged for 4\.25 minutes of audio; 95 left\./,
    /transcribe +21\.00 s/,
    /In 2 passages the recogniser repeated itself\./,
  ]) {
    assert.match(text, part);
  }
});

test('says where to listen, one example of each kind, in time order, and what is doubtful', () => {
  const example = (feature: string, text: string, startMs: number) => ({
    feature,
    text,
    startMs,
    endMs: startMs + 900,
    note: `about ${text}`,
  });
  const vocabulary = {
    ...run.analysis!.vocabulary,
    warnings: ['Only 180 words could be measured.'],
    evidence: [
      example('beyond2000Share', 'reconciled', 95_000),
      example('beyond2000Share', 'perishable', 99_000),
      example('repeatedBigramShare', 'in the company', 12_000),
    ],
  };
  const text = page(80, false, { ...run, analysis: { ...run.analysis, vocabulary } } as unknown as EndedRun);
  assert.match(text, /0:12 +“in the company” \(about in the company\)\n +1:35 +“reconciled”/);
  assert.doesNotMatch(text, /perishable/);
  assert.match(text, /! Only 180 words could be measured\./);
});

test('is plain text unless colours are asked for', () => {
  const colour = '\u001b[';
  assert.ok(!page(80).includes(colour));
  assert.ok(page(80, true).includes(colour));
});

test('a bar is full up to its interval and marks the score within it', () => {
  const line = page(80)
    .split('\n')
    .find((one) => one.startsWith('Vocabulary'))!;
  const bar = /█+▓*◆░*·*/.exec(line)![0];
  const at = (mark: string) => (5 * (bar.lastIndexOf(mark) + 1)) / bar.length;
  assert.ok(
    Math.abs(at('█') - 2.9) < 0.15 && Math.abs(at('◆') - 3.4) < 0.15 && Math.abs(at('░') - 3.9) < 0.15,
    bar,
  );
});

test('a failed run shows its code and what happened, and no score', () => {
  const failed = {
    ...run,
    status: 'failed',
    audio: null,
    error: { code: 'TRANSCRIPTION_LOW_CONFIDENCE', message: 'The recogniser could not follow.' },
    credits: { deducted: 0, remainingBalance: 100, audioDurationMinutes: 4.25 },
  } as unknown as EndedRun;
  const text = page(80, false, failed);
  assert.match(text, /TRANSCRIPTION_LOW_CONFIDENCE\nThe recogniser could not follow\./);
  assert.match(text, /0 credits charged/);
  assert.doesNotMatch(text, /Overall/);

  const unheard = { ...failed, audio: { ...run.audio, languageCode: null, speakerCount: null } };
  const facts = page(80, false, unheard as unknown as EndedRun);
  assert.match(facts, /4:14/);
  assert.doesNotMatch(facts, /null/);
});
