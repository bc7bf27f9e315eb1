import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loudnessOf } from '#server/engines/asr/decoding/loudness.ts';
import { joinSamples, silence, tone } from '#test/support/speech-sounds.ts';

const loudness = (...parts: Int16Array[]) =>
  loudnessOf(Float32Array.from(joinSamples(parts), (sample) => sample / 32_768));

/** Two words of 500 ms with 400 ms between them, half a second of silence before and after. */
const words = loudness(silence(500), tone(500, 200), silence(400), tone(500, 200), silence(500));
const whole = { startMs: 0, endMs: 2400 };

test('something is heard where there is sound, and nothing where there is none', () => {
  assert.equal(words.isHeard({ startMs: 600, endMs: 700 }), true);
  assert.equal(words.isHeard({ startMs: 0, endMs: 490 }), false);
  assert.equal(words.isHeard({ startMs: 1010, endMs: 1390 }), false);
  assert.equal(words.isHeard({ startMs: 3000, endMs: 3500 }), false, 'behind the end');
});

test('the sound of a word reaches from pause to pause', () => {
  assert.deepEqual(words.soundAround({ startMs: 700, endMs: 710 }, whole), { startMs: 500, endMs: 1000 });
  assert.deepEqual(words.soundAround({ startMs: 1500, endMs: 1510 }, whole), { startMs: 1400, endMs: 1900 });
});

test('the sound of a word ends where the next one was given its place', () => {
  const within = { startMs: 0, endMs: 800 };
  assert.deepEqual(words.soundAround({ startMs: 600, endMs: 610 }, within), { startMs: 500, endMs: 800 });
});

test('no sound near its middle, no word', () => {
  assert.equal(words.soundAround({ startMs: 200, endMs: 210 }, whole), null);
  assert.equal(words.soundAround({ startMs: 2200, endMs: 2210 }, whole), null);
});

test('a closure as of "p" is part of the word', () => {
  const apart = loudness(tone(300, 200), silence(100), tone(300, 200), silence(500));
  assert.deepEqual(apart.soundAround({ startMs: 100, endMs: 110 }, { startMs: 0, endMs: 1200 }), {
    startMs: 0,
    endMs: 700,
  });
});

test('a word grows as far as it sounds without a break, and not into its neighbours', () => {
  assert.deepEqual(words.grown({ startMs: 600, endMs: 800 }, whole), { startMs: 500, endMs: 1000 });
  const near = { startMs: 550, endMs: 900 };
  assert.deepEqual(words.grown({ startMs: 600, endMs: 800 }, near), near);
});

test('a room that hums is no speech, however long it lasts', () => {
  const hum = loudness(tone(2000, 50, 3));
  assert.equal(hum.isHeard({ startMs: 0, endMs: 2000 }), false);
});
