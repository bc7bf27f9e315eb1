import assert from 'node:assert/strict';
import { test } from 'node:test';
import { developerSteps, operatorSteps, recruiterSteps } from '#server/web/console/pages/overview/steps.ts';

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
    const steps = developerSteps(given, english);
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
  const [first] = developerSteps(client(), { available: [], notAvailable: ['en', 'de'] });
  assert.deepEqual(first, { name: 'recogniser', isDone: false, isNext: true });
  assert.deepEqual(developerSteps(client(), null)[0]!.name, 'credits', 'unknown yet');
});

test('the steps go with the first run of a program, or once a client clearly does without', () => {
  assert.deepEqual(developerSteps(client({ hasRuns: true, hasApiRuns: true }), english), []);
  assert.deepEqual(developerSteps(client({ hasRuns: true, runs: 5 }), english), []);
});

for (const [title, has, next] of [
  ['nothing', {}, 'job'],
  ['a job', { jobs: 1 }, 'upload'],
  ['candidates, but no job', { candidates: 3, undecided: 3 }, 'job'],
  ['candidates for a job', { jobs: 1, candidates: 3, undecided: 3 }, 'interview'],
  ['interviews', { jobs: 2, candidates: 3, undecided: 3, interviews: 1 }, 'decide'],
] as const) {
  test(`recruiters with ${title} are led to: ${next}`, () => {
    const steps = recruiterSteps({ jobs: 0, candidates: 0, interviews: 0, undecided: 0, ...has });
    assert.deepEqual(
      steps.map(({ name }) => name),
      ['job', 'upload', 'interview', 'decide'],
    );
    assert.equal(steps.find(({ isNext }) => isNext)?.name, next);
  });
}

test('the steps of recruiters go with the first decision', () => {
  assert.deepEqual(recruiterSteps({ jobs: 0, candidates: 3, interviews: 0, undecided: 2 }), []);
});

for (const [title, has, next] of [
  ['nothing', {}, 'client'],
  ['a client', { clients: 1 }, 'people'],
  ['colleagues', { clients: 1, people: 2 }, 'backup'],
  ['backups to come', { clients: 1, people: 2, backups: 'none' }, 'backup'],
  ['everything', { clients: 1, people: 2, backups: 'late' }, undefined],
  ['work all the same', { clients: 1, runs: 5 }, undefined],
] as const) {
  test(`operators with ${title} are led to: ${next ?? 'nothing'}`, () => {
    const steps = operatorSteps({ clients: 0, people: 1, runs: 0, backups: 'off', ...has }, english);
    assert.equal(steps.find(({ isNext }) => isNext)?.name, next);
    assert.equal(steps.length > 0, next !== undefined);
  });
}

test('operators install a recogniser before anything else', () => {
  const none = { available: [], notAvailable: ['en'] };
  const steps = operatorSteps({ clients: 3, people: 3, runs: 0, backups: 'timely' }, none);
  assert.equal(steps.find(({ isNext }) => isNext)?.name, 'recogniser');
});
