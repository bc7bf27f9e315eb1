import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkServices } from '#server/dispatch/registry.ts';
import type { FailureCode } from '#server/errors.ts';
import type { RunService } from '#server/modules/runs/run-type.ts';
import type { AnyStep } from '#server/pipeline/pipeline.ts';

const step = (more: Partial<AnyStep> = {}): AnyStep => ({
  name: 'decode',
  required: true,
  lane: 'speech',
  timeoutMs: 1000,
  failsAs: 'INTERNAL_ERROR',
  run: async () => ({}),
  ...more,
});
const service = (...steps: AnyStep[]): RunService => ({
  pipeline: { name: 'speech', steps, readsFrom: steps.map(() => []) },
  uploadKey: () => 'upload',
  buildInput: async () => ({}),
  keptFiles: () => ({}),
  buildResult: () => ({ result: {}, summary: {}, scoresProduced: 1, scoresExpected: 1 }),
});
const server = {
  types: [{ name: 'speech', failureCodes: ['INTERNAL_ERROR'] }],
  lanes: ['speech', 'cpu'] as const,
};

test('a complete server boots', () => {
  checkServices({ speech: service(step()) }, { ...server, lanes: [...server.lanes] });
});

for (const [title, services, complaint] of [
  ['a service type without a pipeline', {}, /Runs of type "speech" have no pipeline/],
  ['a pipeline without steps', { speech: service() }, /has no steps/],
  [
    'a lane without threads',
    { speech: service(step({ lane: 'gpu' as 'cpu' })) },
    /lane "gpu", which has no threads/,
  ],
  [
    'a failure code outside the catalogue',
    { speech: service(step({ failsAs: 'BAD_LUCK' as FailureCode })) },
    /"BAD_LUCK", which is not in the catalogue/,
  ],
  [
    'a time-out code outside the catalogue',
    { speech: service(step({ timesOutAs: 'TOO_SLOW' as FailureCode })) },
    /"TOO_SLOW", which is not in the catalogue/,
  ],
  ['a step without a time limit', { speech: service(step({ timeoutMs: 0 })) }, /no time limit/],
] as const) {
  test(`${title} keeps the server from booting`, () => {
    assert.throws(() => checkServices(services, { ...server, lanes: [...server.lanes] }), complaint);
  });
}

test('all faults are reported at once', () => {
  const bad = step({ failsAs: 'BAD_LUCK' as FailureCode, lane: 'gpu' as 'cpu' });
  assert.throws(
    () => checkServices({ speech: service(bad) }, { ...server, lanes: [...server.lanes] }),
    /gpu[\s\S]*BAD_LUCK/,
  );
});
