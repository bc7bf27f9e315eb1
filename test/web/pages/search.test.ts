import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Met } from '#server/domain/matching/types.ts';
import type { FoundPerson } from '#server/modules/console/search/contract.ts';
import {
  everybody,
  isNarrowed,
  narrowed,
  requirementFacets,
  tagFacets,
} from '#server/web/console/pages/search/facets.ts';
import { fieldName, missingOf, whoIs } from '#server/web/console/pages/search/person.ts';

const person = (externalId: string, score: number, verdicts: Met[], tags: string[]): FoundPerson => ({
  ...{ externalId, name: null, headline: null, tags, lists: [], rank: 1, score, reasons: [], knownShare: 1 },
  requirements: verdicts.map((met, at) => ({
    ...{ name: ['SQL', 'German'][at]!, kind: 'hard_skill' as const, importance: 3 },
    ...{ score: null, met, reason: '', evidence: [] },
  })),
});
const people = [
  person('ada', 80, ['yes', 'partly'], ['open', 'brno']),
  person('bo', 60, ['yes', 'no'], ['open']),
  person('cy', 40, ['partly', 'yes'], []),
];
const ids = (narrowing: object) =>
  narrowed(people, { ...everybody, ...narrowing }).map(({ externalId }) => externalId);

test('people are narrowed down by score, by requirements that are met, and by tags, all at once', () => {
  assert.deepEqual(ids({}), ['ada', 'bo', 'cy']);
  assert.deepEqual(ids({ leastScore: 60 }), ['ada', 'bo']);
  assert.deepEqual(ids({ met: [0] }), ['ada', 'bo']);
  assert.deepEqual(ids({ met: [0], orPartly: true }), ['ada', 'bo', 'cy']);
  assert.deepEqual(ids({ met: [0, 1], orPartly: true }), ['ada', 'cy']);
  assert.deepEqual(ids({ tags: ['open', 'brno'] }), ['ada']);
  assert.deepEqual(ids({ tags: ['open'], leastScore: 61 }), ['ada']);
});

test('each facet says how many people it would leave', () => {
  assert.deepEqual(requirementFacets(people, false), [
    { name: 'SQL', people: 2 },
    { name: 'German', people: 1 },
  ]);
  assert.deepEqual(
    requirementFacets(people, true).map((facet) => facet.people),
    [3, 2],
  );
  assert.deepEqual(tagFacets(people), [
    { tag: 'open', people: 2 },
    { tag: 'brno', people: 1 },
  ]);
  assert.deepEqual(requirementFacets([], false), []);
  assert.equal(isNarrowed(everybody), false);
  assert.equal(isNarrowed({ ...everybody, orPartly: true }), false);
  assert.equal(isNarrowed({ ...everybody, met: [1] }), true);
});

test('a card says what a candidate was found to lack, not what the CV is silent about', () => {
  assert.deepEqual(missingOf(person('ada', 50, ['no', 'unknown'], [])), ['SQL']);
  assert.deepEqual(missingOf(person('bo', 50, ['partly', 'no'], [])), ['German']);
});

test('a candidate without a name is shown by their id, a quote by where it stands', () => {
  assert.equal(whoIs({ name: null, externalId: '4711' }), 'Candidate 4711');
  assert.equal(whoIs({ name: 'Ada', externalId: '4711' }), 'Ada');
  assert.equal(fieldName('experience[1].description'), 'Position 2');
  assert.equal(fieldName('skills[3]'), 'Skills');
  assert.equal(fieldName('summary'), 'Summary');
});
