import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildMatchResult } from '#server/modules/matching/result.ts';
import { matchResult } from '#test/support/match-state.ts';

const { match, profile, pages } = matchResult;
const warningsOf = (changed: Partial<typeof match>) =>
  buildMatchResult({
    state: { match: { ...match, ...changed }, profile, document: { pages } } as Parameters<
      typeof buildMatchResult
    >[0]['state'],
    outcomes: [],
  }).result.warnings;

test('a score of which nothing is known says that it is not a judgement', () => {
  assert.deepEqual(warningsOf({}), []);
  assert.match(warningsOf({ score: 0, knownShare: 0 })[0]!, /nothing is known/);
  assert.match(warningsOf({ score: 0, knownShare: 0, requirements: [] })[0]!, /no requirement to score/);
});
