import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccentUse } from '#server/domain/scoring/overall.ts';
import { scale } from '#server/modules/shapes/scale.ts';
import { presentOverall } from '#server/modules/speech/contract/present.ts';
import { buildSpeechResult, type FinishedState } from '#server/modules/speech/result.ts';
import type { StepOutcome } from '#server/pipeline/step.ts';
import { finishedState } from '#test/support/speech-state.ts';

const build = (
  state: FinishedState,
  {
    input = {},
    outcomes = [],
  }: { input?: { analysis?: boolean; accentUse?: AccentUse }; outcomes?: StepOutcome[] } = {},
) => buildSpeechResult({ state, outcomes, run: { language: 'en', input }, scale });

const outcome = (step: string, status: StepOutcome['status'], message: string | null): StepOutcome => ({
  step,
  status,
  output: null,
  code: null,
  message,
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
});

test('a whole pipeline gives three scores, their analysis and a summary for lists', () => {
  const { result, summary, scoresProduced, scoresExpected } = build(finishedState());
  assert.deepEqual([scoresProduced, scoresExpected], [3, 3]);
  assert.equal(result.scores.vocabulary, 3.2);
  assert.equal(result.scores.vocabularyPercent, 64);
  assert.equal(result.scores.overall, 3.5);
  assert.equal(result.candidateDetection?.speaker, 'S2');
  assert.equal(result.languageCode, 'en');
  assert.equal(result.analysis?.accent?.score, 3.8);
  assert.ok(result.analysis?.accent && 'phones' in result.analysis.accent);
  assert.ok('words' in result.analysis.accent);
  assert.equal(result.cutAudio, null);
  assert.deepEqual(summary.scores, {
    vocabulary: 3.2,
    vocabularyCefr: 'B2',
    fluency: 3.5,
    fluencyCefr: 'B2',
    accent: 3.8,
    accentCefr: 'B2',
    overall: 3.5,
    cefrLevel: 'B2',
  });
});

test('accent beside the overall score is told and is no part of it', () => {
  const { result, summary, scoresExpected } = build(finishedState(), { input: { accentUse: 'shown' } });
  assert.equal(scoresExpected, 3);
  assert.equal(result.accentUse, 'shown');
  assert.deepEqual([result.scores.accent, result.scores.overall], [3.8, 3.4]);
  assert.equal(summary.scores.overall, 3.4);
  const overall = presentOverall({ result });
  assert.deepEqual(overall?.basedOn, ['vocabulary', 'fluency']);
  assert.equal(overall?.withoutAccent?.score, 3.4);
});

test('hidden accent is stored nowhere, and is neither expected nor charged', () => {
  const { result, summary, scoresProduced, scoresExpected } = build(finishedState(), {
    input: { accentUse: 'hidden' },
  });
  assert.deepEqual([scoresProduced, scoresExpected], [2, 2]);
  assert.deepEqual(
    [result.scores.accent, result.scores.accentCefr, summary.scores.accent],
    [null, null, null],
  );
  assert.equal(result.scores.overall, 3.4);
  assert.equal(result.analysis?.accent?.score, null);
  assert.match(
    String(result.analysis?.accent && 'reason' in result.analysis.accent && result.analysis.accent.reason),
    /hidden/,
  );
});

test('quality says what was measured, and every warning once', () => {
  const state = finishedState();
  state.diarisation.warnings.push('Only English is understood.', 'Voices are alike.');
  const { result } = build(state, {
    outcomes: [
      outcome('decode', 'ok', null),
      outcome('explain', 'degraded', 'The explanation is shorter than usual.'),
      outcome('cutCandidateAudio', 'failed', 'The step "cutCandidateAudio" failed unexpectedly.'),
    ],
  });
  assert.deepEqual(result.analysis?.quality, {
    snrDb: 28.4,
    clippedShare: 0.001,
    overlapShare: 0.714,
    speechSeconds: 200,
    recogniser: { id: 'test-recogniser', confidence: 0.87 },
    languageProbability: null,
    expectedWordErrors: null,
    warnings: [
      'Only English is understood.',
      'Voices are alike.',
      'The explanation is shorter than usual.',
      'The step "cutCandidateAudio" failed unexpectedly.',
    ],
  });
});

test('analysis=false: the detailed analysis is stored nowhere, everything else is', () => {
  const { result } = build(finishedState(), { input: { analysis: false } });
  assert.equal(result.analysis, null);
  assert.doesNotMatch(JSON.stringify(result), /wordsPerMinute|recogniser/);
  assert.equal(result.scores.accent, 3.8);
  assert.equal(result.transcript.segments.length, 3);
});

test('a dimension that abstained has null scores and says why; it is not made up', () => {
  const state = { ...finishedState(), vocabulary: { abstained: true, reason: 'Too few words.' } as const };
  const { result, scoresProduced } = build(state);
  assert.equal(scoresProduced, 2);
  assert.equal(result.scores.vocabulary, null);
  assert.equal(result.scores.vocabularyCefr, null);
  assert.equal(result.analysis?.vocabulary?.score, null);
  const vocabulary = result.analysis?.vocabulary;
  assert.equal(vocabulary && 'reason' in vocabulary ? vocabulary.reason : undefined, 'Too few words.');
  assert.equal(result.scores.overall, 3.7, 'the mean of those that were produced');
});

test('what optional steps did not give is null', () => {
  const {
    explainability: _,
    hrRecommendation: __,
    candidateFeedback: ___,
    fluency: ____,
    ...rest
  } = finishedState();
  const { result, scoresProduced } = build(rest);
  assert.equal(scoresProduced, 2);
  assert.equal(result.explainability, null);
  assert.equal(result.hrRecommendation, null);
  assert.equal(result.analysis?.fluency, null);
});

test('only the length of the cut audio is stored; the file is in the blob store', () => {
  const { result } = build({
    ...finishedState(),
    cutAudio: { path: '/somewhere/cut.mp3', durationMs: 9000 },
  });
  assert.deepEqual(result.cutAudio, { durationMs: 9000 });
  assert.doesNotMatch(JSON.stringify(result), /somewhere/);
});

for (const [title, wordTimes, engineId, expected] of [
  ['times spread over phrases', 'interpolated', null, [/Word times are estimates/]],
  ['times read off the attention', 'attention', null, [/attention/]],
  ['times that an aligner found anew', 'interpolated', 'ctc-en', []],
  ['times the recogniser heard', 'recogniser', null, []],
] as const) {
  test(`quality tells where words' times come from: ${title}`, () => {
    const state = finishedState();
    state.recognition = { ...state.recognition, wordTimes, warnings: [] };
    state.alignment = { engineId, alignedShare: engineId ? 1 : 0 };
    const { warnings } = build(state).result.analysis!.quality;
    assert.equal(warnings.length, expected.length);
    for (const [at, pattern] of expected.entries()) assert.match(warnings[at]!, pattern);
  });
}
