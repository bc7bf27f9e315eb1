import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunEvent } from '#server/modules/console/runs/contract.ts';
import { emptyDraft, missingFields, subjectOf } from '#server/web/console/pages/deletions/subject-form.ts';
import { estimateCredits, faultOfRecording } from '#server/web/console/pages/playground/recording.ts';
import { stepStates, withLastProgress } from '#server/web/console/pages/playground/step-states.ts';
import { choiceOf, daysInForce, ruleOf } from '#server/web/console/pages/retention/rule-choice.ts';

const event = (given: Partial<RunEvent>): RunEvent => ({
  status: 'processing',
  progress: null,
  queuePosition: null,
  estimatedSeconds: null,
  error: null,
  rescoring: null,
  ...given,
});
const atStep = (number: number) => ({ step: 'x', name: 'x', number, count: 4, fraction: 0.5, share: 0.5 });

test('steps are done, under way or before us as the events say', () => {
  assert.deepEqual(stepStates(undefined, 3), ['next', 'next', 'next']);
  assert.deepEqual(stepStates(event({ progress: atStep(2) }), 4), ['done', 'now', 'next', 'next']);
  assert.deepEqual(stepStates(event({ status: 'success' }), 2), ['done', 'done']);
  const failed = withLastProgress(event({ status: 'failed' }), event({ progress: atStep(3) }));
  assert.deepEqual(stepStates(failed, 4), ['done', 'done', 'failed', 'next']);
});

test('a recording is refused before it is sent only where that is sure', () => {
  assert.equal(faultOfRecording({ size: 1 }, null), undefined);
  assert.equal(faultOfRecording({ size: 1 }, 179_000), 'tooShort');
  assert.equal(faultOfRecording({ size: 1 }, 2_700_100), undefined, "an encoder's padding");
  assert.equal(faultOfRecording({ size: 1 }, 2_701_000), 'tooLong');
  assert.equal(faultOfRecording({ size: 26 * 1024 * 1024 }, 200_000), 'tooLarge');
  assert.equal(estimateCredits(null, 1), null);
  assert.equal(estimateCredits(180_040, 2), 6, 'three minutes, as the server counts them');
  assert.equal(estimateCredits(181_000, 2), 8);
});

test('a rule is what is chosen, and none while the number is none', () => {
  for (const own of ['installation', null, 45] as const) assert.equal(ruleOf(choiceOf(own)), own);
  for (const days of ['', 0, 1.5, 40_000]) assert.equal(ruleOf({ mode: 'days', days }), undefined);
  assert.equal(daysInForce('installation', 30), 30);
  assert.equal(daysInForce(null, 30), null);
  assert.equal(daysInForce(7, 30), 7);
});

test('a subject is asked for with all that it needs, and meant exactly as it was typed', () => {
  assert.deepEqual(missingFields(emptyDraft), ['externalId']);
  assert.deepEqual(missingFields({ ...emptyDraft, kind: 'metadata', key: 'a' }), ['value']);
  assert.deepEqual(subjectOf({ ...emptyDraft, externalId: ' x ' }), {
    kind: 'externalId',
    externalId: ' x ',
  });
  assert.deepEqual(subjectOf({ ...emptyDraft, kind: 'run', runId: ' r ' }), { kind: 'run', runId: 'r' });
});
