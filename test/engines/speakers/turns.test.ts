import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeSpans } from '#server/engines/speakers/activity-spans.ts';
import { turnsOf } from '#server/engines/speakers/turns.ts';

/** Steps of 20 ms, a digit each: tenths of the probability. */
const steps = (digits: string) => Float32Array.from(digits, (digit) => Number(digit) / 10);

const whole = [{ startMs: 0, endMs: 10_000 }];

test('a voice is heard from a probability of a half on, over silences of up to 100 ms', () => {
  assert.deepEqual(activeSpans([steps('0099911111999000'), steps('9000000999999999')], whole), [
    { voice: 0, startMs: 40, endMs: 260 },
    { voice: 1, startMs: 0, endMs: 20 },
    { voice: 1, startMs: 140, endMs: 320 },
  ]);
});

test('in speech the likeliest voice is heard although it is not sure; outside of speech only near it', () => {
  const activity = [steps('3339999999999999999999'), steps('2229999999999999999999')];
  assert.deepEqual(activeSpans(activity, [{ startMs: 20, endMs: 100 }]), [
    { voice: 0, startMs: 20, endMs: 300 },
    { voice: 1, startMs: 60, endMs: 300 },
  ]);
});

test('a turn includes its own pauses up to 1.5 s, unless another speaks in them', () => {
  const spans = [
    { voice: 1, startMs: 0, endMs: 2000 },
    { voice: 1, startMs: 3000, endMs: 4000 },
    { voice: 0, startMs: 4500, endMs: 5000 },
    { voice: 1, startMs: 5200, endMs: 6000 },
    { voice: 1, startMs: 8000, endMs: 9000 },
  ];
  const { turns, heard } = turnsOf(spans);
  assert.deepEqual(
    turns.map(({ speaker, startMs, endMs }) => [speaker, startMs, endMs]),
    [
      ['S1', 0, 4000],
      ['S2', 4500, 5000],
      ['S1', 5200, 6000],
      ['S1', 8000, 9000],
    ],
  );
  assert.equal(heard.length, 5);
  assert.ok(turns.every(({ overlap }) => !overlap));
});

test('who is heard at the same time has overlapping turns; sounds under 250 ms are no turn', () => {
  const { turns, heard } = turnsOf([
    { voice: 0, startMs: 0, endMs: 3000 },
    { voice: 1, startMs: 1000, endMs: 1600 },
    { voice: 1, startMs: 4000, endMs: 4200 },
  ]);
  assert.deepEqual(turns, [
    { speaker: 'S1', startMs: 0, endMs: 3000, overlap: true },
    { speaker: 'S2', startMs: 1000, endMs: 1600, overlap: true },
  ]);
  assert.equal(heard.length, 2);
});

test('a recording of short sounds alone has them as turns', () => {
  assert.equal(turnsOf([{ voice: 3, startMs: 100, endMs: 200 }]).turns[0]!.speaker, 'S1');
});
