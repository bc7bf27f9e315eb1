import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turnsOf } from '#server/engines/speakers/turns.ts';
import { bordersInPauses } from '#server/engines/speakers/voices/borders.ts';

/** Frames of 10 ms in one span, the voice changing where said. */
const frames = (lengthMs: number, changesMs: number[]) => {
  const atMs = Int32Array.from({ length: lengthMs / 10 }, (_, i) => i * 10 + 5);
  return {
    atMs,
    span: new Int32Array(atMs.length),
    voice: Int32Array.from(atMs, (at) => changesMs.filter((change) => at > change).length % 2),
  };
};
const heardOf = (
  { atMs, span, voice }: ReturnType<typeof frames>,
  pauses: { startMs: number; endMs: number }[],
) => turnsOf({ atMs, span, ...bordersInPauses(atMs, span, voice, pauses) }, () => atMs.length * 10).heard;

test("a change of voice near a pause moves into it, and the pause is nobody's", () => {
  for (const changeMs of [800, 1100, 1450])
    assert.deepEqual(heardOf(frames(3000, [changeMs]), [{ startMs: 1000, endMs: 1300 }]), [
      { speaker: 'S1', startMs: 0, endMs: 1000 },
      { speaker: 'S2', startMs: 1300, endMs: 3000 },
    ]);
});

test('a change far from every pause stays, and a pause without a change belongs to the speaker', () => {
  assert.deepEqual(heardOf(frames(3000, [2000]), [{ startMs: 1000, endMs: 1300 }]), [
    { speaker: 'S1', startMs: 0, endMs: 2000 },
    { speaker: 'S2', startMs: 2000, endMs: 3000 },
  ]);
});

test('of several pauses the nearest is taken, and a short reply between two changes survives', () => {
  const pauses = [
    { startMs: 900, endMs: 1000 },
    { startMs: 1500, endMs: 1700 },
  ];
  assert.deepEqual(
    heardOf(frames(3000, [1050, 1450]), pauses),
    [
      { speaker: 'S1', startMs: 0, endMs: 900 },
      { speaker: 'S1', startMs: 1700, endMs: 3000 },
      { speaker: 'S2', startMs: 1000, endMs: 1500 },
    ].sort((a, b) => a.startMs - b.startMs),
  );
});
