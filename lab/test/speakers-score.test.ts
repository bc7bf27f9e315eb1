import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksRight, score, summarise } from '../bench/speakers/score.ts';

const span = (speaker: string, startMs: number, endMs: number) => ({ speaker, startMs, endMs });
const whole = [{ startMs: 0, endMs: 30_000 }];

test('a block belongs to who speaks most of it; blocks without speech do not count', () => {
  const reference = [span('a', 0, 9000), span('b', 7000, 15_000), span('a', 20_000, 30_000)];
  assert.deepEqual(blocksRight(reference, reference, whole), { blocks: 5, blocksRight: 5 });
  const foundOne = [span('x', 0, 30_000)];
  assert.deepEqual(blocksRight(reference, foundOne, whole), { blocks: 5, blocksRight: 4 });
  assert.deepEqual(blocksRight(reference, [], whole), { blocks: 5, blocksRight: 0 });
});

test('people found are matched one for one', () => {
  const reference = [span('a', 0, 15_000), span('b', 15_000, 30_000)];
  const found = [span('1', 0, 10_000), span('2', 10_000, 15_000), span('1', 15_000, 30_000)];
  // Only one of the two can be "1".
  assert.equal(blocksRight(reference, found, whole).blocksRight, 4);
});

test('counts of people, overlap and chunks are told', () => {
  const reference = [span('a', 0, 10_000), span('b', 8000, 12_000), span('c', 29_000, 30_000)];
  const found = { heard: [span('1', 0, 12_000)], turns: [span('1', 0, 12_000)], speakerCount: 1 };
  const row = score(reference, found, [{ startMs: 0, endMs: 20_000 }]);
  assert.equal(row.speakers, 2);
  assert.equal(row.overlapMs, 2000);
  assert.equal(row.missedMs, 2000);
  assert.equal(row.confusedMs, 2000);
  const summary = summarise([{ ...row, durationMs: 20_000, seconds: 0.5 }]);
  assert.equal(summary.takenForOne, 1);
  assert.equal(summary.countRight, 0);
  assert.equal(summary.countWithinOne, 1);
  assert.equal(summary.timesRealTime, 40);
});
