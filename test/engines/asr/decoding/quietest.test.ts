import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietestOffsetMs } from '#server/engines/asr/decoding/quietest.ts';
import { joinSamples, silence, tone } from '#test/support/speech-sounds.ts';

const floats = (...parts: Int16Array[]) => Float32Array.from(joinSamples(parts), (sample) => sample / 32_768);

test('finds the middle of the one pause', () => {
  assert.equal(quietestOffsetMs(floats(tone(700, 200), silence(200), tone(600, 200))), 800);
});

test('takes the quieter of two pauses, however short the loud part between them', () => {
  const sound = floats(tone(500, 200), tone(200, 200, 300), tone(100, 200), silence(200), tone(500, 200));
  assert.equal(quietestOffsetMs(sound), 900);
});

test('stays inside of sound without any pause', () => {
  const found = quietestOffsetMs(floats(tone(1000, 200)));
  assert.ok(found >= 100 && found <= 900);
});
