import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slowTurnsOf } from '#server/domain/interview/courtesy.ts';
import { createPace } from '#server/live/pace.ts';

test('three late reactions in a row are hopeless; one in time between them is not', () => {
  const pace = createPace();
  for (const lateMs of [5001, 9000, 400, 6000, 7000]) {
    pace.reacted(lateMs);
    assert.equal(pace.isHopeless, false, `${lateMs}`);
  }
  assert.equal(pace.isLate, false, 'what is over keeps no candidate out');
  pace.reacted(5001);
  assert.equal(pace.isHopeless, true);
});

test('five seconds are no lateness, more are as long as they last, and half a minute is hopeless', () => {
  const pace = createPace();
  for (const [waitMs, isLate, isHopeless] of [
    [5000, false, false],
    [5001, true, false],
    [30_000, true, false],
    [0, false, false],
    [30_001, true, true],
  ] as const) {
    pace.waits(waitMs);
    assert.deepEqual([pace.isLate, pace.isHopeless], [isLate, isHopeless], `${waitMs}`);
  }
});

test('what is told of an interview counts every late reaction, and nothing that is no number', () => {
  const spoke = (lateMs: unknown) => ({ kind: 'spoke', data: { lateMs } });
  const events = [
    spoke(5001),
    spoke(5000),
    spoke(null),
    spoke('x'),
    spoke(174_500),
    { kind: 'left', data: {} },
  ];
  assert.equal(slowTurnsOf(events), 2);
});
