import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepsOf } from '#server/web/console/pages/overview/steps.ts';

const english = { available: ['en'], notAvailable: ['de'] };
const client = (
  given: { available?: number; hasRuns?: boolean; keys?: number; hasApiRuns?: boolean; runs?: number } = {},
) => {
  const { available = 0, hasRuns = false, keys = 0, hasApiRuns = false, runs = 0 } = given;
  return {
    credits: { balance: available, held: 0, available, usedInDays: 0 },
    set: { hasRuns, keys, hasApiRuns },
    days: [{ date: '2026-11-23', success: runs, partial: 0, failed: 0, open: 0 }],
  };
};
const all = ['credits', 'recording', 'key', 'program'];

for (const [title, given, next] of [
  ['nothing', client(), 'credits'],
  ['credits', client({ available: 10 }), 'recording'],
  ['a tried recording', client({ available: 10, hasRuns: true, runs: 1 }), 'key'],
  ['a key', client({ available: 10, hasRuns: true, keys: 1, runs: 1 }), 'program'],
  ['a key, but nothing tried', client({ available: 10, keys: 1 }), 'recording'],
  ['a key and no credits left', client({ hasRuns: true, keys: 1, runs: 1 }), 'credits'],
] as const) {
  test(`a client with ${title} is led to: ${next}`, () => {
    const steps = stepsOf(given, english);
    assert.deepEqual(
      steps.map(({ name }) => name),
      all,
    );
    assert.deepEqual(
      steps.filter(({ isNext }) => isNext).map(({ name }) => name),
      [next],
    );
  });
}

test('a recogniser comes before everything where there is none', () => {
  const [first] = stepsOf(client(), { available: [], notAvailable: ['en', 'de'] });
  assert.deepEqual(first, { name: 'recogniser', isDone: false, isNext: true });
  assert.deepEqual(stepsOf(client(), null)[0]!.name, 'credits', 'nobody knows yet');
});

test('the steps go with the first run of a program, or once somebody clearly does without', () => {
  assert.deepEqual(stepsOf(client({ hasRuns: true, hasApiRuns: true }), english), []);
  assert.deepEqual(stepsOf(client({ hasRuns: true, runs: 5 }), english), []);
});
