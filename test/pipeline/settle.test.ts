import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FailureCode } from '#server/errors.ts';
import { settle } from '#server/pipeline/settle.ts';
import type { StepOutcome } from '#server/pipeline/step.ts';

const steps = [
  { name: 'transcribe', required: true },
  { name: 'score', required: true },
  { name: 'explain', required: false },
];

const outcome = (
  step: string,
  status: StepOutcome['status'],
  code: FailureCode | null = null,
): StepOutcome => ({
  step,
  status,
  output: status === 'failed' ? null : {},
  code,
  message: status === 'ok' ? null : `${step} ${status}`,
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
});
const ok = ['transcribe', 'score', 'explain'].map((step) => outcome(step, 'ok'));
const but = (...changed: StepOutcome[]) =>
  ok.map((each) => changed.find(({ step }) => step === each.step) ?? each);

const cases: [
  title: string,
  given: { outcomes: StepOutcome[]; produced: number; cost: number; expected?: number },
  ends: { status: string; charge: number; code?: string },
][] = [
  ['all scores, all steps well', { outcomes: ok, produced: 3, cost: 7 }, { status: 'success', charge: 7 }],
  ['two of three scores', { outcomes: ok, produced: 2, cost: 7 }, { status: 'partial', charge: 5 }],
  ['one of three scores', { outcomes: ok, produced: 1, cost: 7 }, { status: 'partial', charge: 3 }],
  [
    'one of three scores of a one-credit run',
    { outcomes: ok, produced: 1, cost: 1 },
    { status: 'partial', charge: 1 },
  ],
  [
    'two of three scores, divisible',
    { outcomes: ok, produced: 2, cost: 45 },
    { status: 'partial', charge: 30 },
  ],
  [
    'no score at all',
    { outcomes: ok, produced: 0, cost: 7 },
    { status: 'failed', charge: 0, code: 'SCORING_FAILED' },
  ],
  [
    'an optional step failed',
    { outcomes: but(outcome('explain', 'failed', 'INTERNAL_ERROR')), produced: 3, cost: 7 },
    { status: 'partial', charge: 7 },
  ],
  [
    'an optional step degraded',
    { outcomes: but(outcome('explain', 'degraded')), produced: 3, cost: 7 },
    { status: 'partial', charge: 7 },
  ],
  [
    'a required step degraded',
    { outcomes: but(outcome('score', 'degraded')), produced: 3, cost: 7 },
    { status: 'partial', charge: 7 },
  ],
  [
    'an optional step failed and a score is missing',
    { outcomes: but(outcome('explain', 'failed', 'INTERNAL_ERROR')), produced: 2, cost: 3 },
    { status: 'partial', charge: 2 },
  ],
  [
    'an optional step never ran',
    { outcomes: ok.slice(0, 2), produced: 3, cost: 7 },
    { status: 'partial', charge: 7 },
  ],
  [
    'a required step failed',
    { outcomes: [outcome('transcribe', 'failed', 'TRANSCRIPTION_FAILED')], produced: 0, cost: 7 },
    { status: 'failed', charge: 0, code: 'TRANSCRIPTION_FAILED' },
  ],
  [
    'a required step failed although scores exist',
    { outcomes: but(outcome('score', 'failed', 'ACCENT_SCORE_UNAVAILABLE')), produced: 3, cost: 7 },
    { status: 'failed', charge: 0, code: 'ACCENT_SCORE_UNAVAILABLE' },
  ],
  [
    'a required step never ran',
    { outcomes: [ok[0]!], produced: 3, cost: 7 },
    { status: 'failed', charge: 0, code: 'INTERNAL_ERROR' },
  ],
  ['a free run', { outcomes: ok, produced: 3, cost: 0 }, { status: 'success', charge: 0 }],
  ['more scores than expected', { outcomes: ok, produced: 4, cost: 7 }, { status: 'success', charge: 7 }],
  [
    'a module with one score',
    { outcomes: ok, produced: 1, cost: 2, expected: 1 },
    { status: 'success', charge: 2 },
  ],
];

for (const [title, { outcomes, produced, cost, expected = 3 }, ends] of cases) {
  test(`${title}: ${ends.status}, charged ${ends.charge} of ${cost}`, () => {
    const verdict = settle({
      steps,
      outcomes,
      scoresProduced: produced,
      scoresExpected: expected,
      costCredits: cost,
    });
    assert.equal(verdict.status, ends.status);
    assert.equal(verdict.charge, ends.charge);
    assert.equal(verdict.error?.code, ends.code);
    assert.equal(verdict.error === null, ends.status !== 'failed');
  });
}

test('the charge is never more than the cost and never falls as scores are added', () => {
  for (let cost = 0; cost <= 60; cost++) {
    let last = 0;
    for (let produced = 1; produced <= 3; produced++) {
      const { charge } = settle({
        steps,
        outcomes: ok,
        scoresProduced: produced,
        scoresExpected: 3,
        costCredits: cost,
      });
      assert.ok(Number.isInteger(charge) && charge >= last && charge <= cost, `${charge} of ${cost}`);
      last = charge;
    }
  }
});
