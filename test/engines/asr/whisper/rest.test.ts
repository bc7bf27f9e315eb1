import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endedEarly, restOf } from '#server/engines/asr/whisper/rest.ts';

const heardTo = (endMs: number) => [
  { startMs: 0, endMs: 400 },
  { startMs: endMs - 300, endMs },
];

test('speech behind the last word is heard again from there, a pause is not', () => {
  const chunk = { durationMs: 20_000 };
  assert.equal(endedEarly({ looped: false }, heardTo(8000), chunk), 8000);
  assert.equal(endedEarly({ looped: false }, heardTo(17_500), chunk), null);
  assert.equal(endedEarly({ looped: true }, heardTo(8000), chunk), null, 'a loop would loop again');
  assert.equal(endedEarly({ looped: false }, [], chunk), null, 'nothing was heard at all');
});

test('what is left of a window lies in the pieces of the recording it was made of', () => {
  const chunk = {
    durationMs: 20_000,
    pieces: [
      { startMs: 1000, endMs: 11_000 },
      { startMs: 30_000, endMs: 40_000 },
    ],
  };
  assert.deepEqual(restOf(chunk, 8000), {
    durationMs: 12_000,
    pieces: [
      { startMs: 9000, endMs: 11_000 },
      { startMs: 30_000, endMs: 40_000 },
    ],
  });
  assert.equal(restOf(chunk, 19_000), null);
});
