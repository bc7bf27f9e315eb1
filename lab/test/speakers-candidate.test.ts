import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidateFound, reliabilityTable } from '../bench/speakers/candidate.ts';

const reference = [
  { speaker: 'asks', startMs: 0, endMs: 10_000 },
  { speaker: 'answers', startMs: 10_000, endMs: 60_000 },
];
const found = (spans: readonly [string, number, number][], countProbability = 1) => {
  const heard = spans.map(([speaker, startMs, endMs]) => ({ speaker, startMs, endMs }));
  return { heard, turns: heard.map((span) => ({ ...span, overlap: false })), countProbability };
};

test('the candidate is right where the named speaker is mostly the candidate', () => {
  const apart = found([
    ['S1', 0, 10_000],
    ['S2', 10_000, 60_000],
  ]);
  assert.deepEqual(candidateFound(reference, 'answers', apart), { confidence: 'high', right: true });
  assert.deepEqual(candidateFound(reference, 'asks', apart), { confidence: 'high', right: false });
});

test('one voice that is two people is wrong when a fifth and more is not the candidate', () => {
  const one = (candidateMs: number) => [
    { speaker: 'answers', startMs: 0, endMs: candidateMs },
    { speaker: 'asks', startMs: candidateMs, endMs: 60_000 },
  ];
  const taken = found([['S1', 0, 60_000]], 0.7);
  assert.deepEqual(candidateFound(one(49_000), 'answers', taken), { confidence: 'low', right: true });
  assert.deepEqual(candidateFound(one(47_000), 'answers', taken), { confidence: 'low', right: false });
  assert.equal(candidateFound(reference, 'answers', found([])), undefined);
});

test('the table counts what was said and what of it was right, by set and in all', () => {
  const table = reliabilityTable([
    { group: 'two', confidence: 'high', right: true },
    { group: 'two', confidence: 'high', right: false },
    { group: 'alone', confidence: 'high', right: true },
    { group: 'alone', confidence: 'low', right: true },
  ]);
  assert.deepEqual(table.trim().split('\n').slice(2), [
    '| high | 1 of 2 | 1 of 1 | 2 of 3 |',
    '| medium |  |  |  |',
    '| low |  | 1 of 1 | 1 of 1 |',
  ]);
});
