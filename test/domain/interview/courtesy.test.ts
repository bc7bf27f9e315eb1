import assert from 'node:assert/strict';
import { test } from 'node:test';
import { courtesyOf, type NotedEvent } from '#server/domain/interview/courtesy.ts';

const noted = (kind: string, data: Record<string, unknown> = {}): NotedEvent => ({ kind, data });
const spoke = (startMs: number, endMs: number, responseMs: number | null = null) =>
  noted('spoke', { startMs, endMs, responseMs, interrupted: false });
const ended = (startMs: number, endMs: number) => noted('turn-ended', { startMs, endMs, decidedMs: endMs });

test('an interview without events has counts of nothing and no times', () => {
  assert.deepEqual(courtesyOf([]), {
    turns: 0,
    falseCutOffs: 0,
    responses: null,
    deadAir: null,
    interruptions: 0,
    stopping: null,
    silencePrompts: 0,
  });
});

test('responses are those that answer the candidate, with the middle and the slow end', () => {
  const times = Array.from({ length: 21 }, (_, index) => 500 + 50 * index);
  const { responses } = courtesyOf([
    spoke(0, 2000),
    ...times.map((time) => noted('spoke', { responseMs: time })),
  ]);
  assert.deepEqual(responses, { count: 21, p50Ms: 1000, p95Ms: 1450 });
});

test('dead air is what lies between stretches of speech of either side', () => {
  const { deadAir, turns } = courtesyOf([
    spoke(0, 2000),
    ended(3000, 8000),
    spoke(8600, 10_000),
    spoke(10_200, 12_000),
    // Spoke over the interviewer: no silence.
    ended(11_500, 15_000),
  ]);
  assert.equal(turns, 2);
  assert.deepEqual(deadAir, { count: 3, p50Ms: 600, p95Ms: 960 });
});

for (const kind of ['left', 'joined', 'restarted', 'typed', 'muted']) {
  test(`a silence with "${kind}" in it counts for neither side`, () => {
    const { deadAir } = courtesyOf([
      spoke(0, 2000),
      noted(kind),
      ended(90_000, 95_000),
      spoke(95_700, 96_000),
    ]);
    assert.deepEqual(deadAir, { count: 1, p50Ms: 700, p95Ms: 700 });
  });
}

test('who is cut off, who interrupts and who is asked again is counted', () => {
  const report = courtesyOf([
    spoke(0, 2000),
    ended(2500, 4000),
    noted('resumed-turn', { atMs: 4900 }),
    ended(4900, 7000),
    noted('interrupted', { atMs: 9000, stoppedMs: 240 }),
    noted('interrupted', { atMs: 19_000, stoppedMs: 300 }),
    noted('silence-prompt', { atMs: 40_000 }),
  ]);
  assert.equal(report.turns, 2);
  assert.equal(report.falseCutOffs, 1);
  assert.equal(report.interruptions, 2);
  assert.deepEqual(report.stopping, { count: 2, p50Ms: 270, p95Ms: 297 });
  assert.equal(report.silencePrompts, 1);
});

test('what is no time is left out', () => {
  const report = courtesyOf([
    noted('spoke', { startMs: 'soon', endMs: null, responseMs: -5 }),
    noted('spoke', { responseMs: Number.NaN }),
    noted('interrupted', {}),
  ]);
  assert.equal(report.responses, null);
  assert.equal(report.deadAir, null);
  assert.equal(report.interruptions, 1);
  assert.equal(report.stopping, null);
});
