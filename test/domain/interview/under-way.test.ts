import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Doing, underWay } from '#server/domain/interview/under-way.ts';

const at = (second: number) => `2026-11-23T10:00:${String(second).padStart(2, '0')}.000Z`;
const events = (...kinds: readonly (string | [string, Record<string, unknown>])[]) =>
  kinds.map((one, index) => {
    const [kind, data] = typeof one === 'string' ? [one, {}] : one;
    return { kind, data, at: at(index) };
  });

test('before anything was noted the candidate is not here', () => {
  assert.deepEqual(underWay([]), {
    isHere: false,
    since: null,
    isMuted: false,
    answers: 0,
    doing: 'arriving',
    lastAt: null,
  });
});

test('who is here is here since coming, not since the last reconnect', () => {
  const here = underWay(events('joined', 'begun', 'joined'));
  assert.deepEqual([here.isHere, here.since], [true, at(0)]);
  const gone = underWay(events('joined', 'begun', 'left'));
  assert.deepEqual([gone.isHere, gone.since], [false, at(2)]);
  const back = underWay(events('joined', 'left', 'joined', 'spoke'));
  assert.deepEqual([back.isHere, back.since, back.lastAt], [true, at(2), at(3)]);
});

for (const [kinds, doing] of [
  [['joined', 'consented'], 'arriving'],
  [['joined', 'begun'], 'answering'],
  [['begun', 'spoke'], 'listening'],
  [['spoke', 'turn-ended'], 'answering'],
  [['turn-ended', 'resumed-turn'], 'listening'],
  [['spoke', 'silence-prompt'], 'asking-again'],
  [['spoke', 'ended'], 'storing'],
  // What is not known changes nothing.
  [['spoke', 'back-channel', 'left'], 'listening'],
] as const satisfies [string[], Doing][]) {
  test(`after ${kinds.join(', ')} it is ${doing}`, () => {
    assert.equal(underWay(events(...kinds)).doing, doing);
  });
}

test('answers count spoken and typed, and a microphone is off until it is on', () => {
  const seen = underWay(events('turn-ended', 'typed', ['muted', { on: true }]));
  assert.deepEqual([seen.answers, seen.isMuted], [2, true]);
  assert.equal(underWay(events(['muted', { on: true }], ['muted', { on: false }])).isMuted, false);
});
