import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loudFrom, quietMs } from '#server/engines/turns/end-of-sound.ts';

const tone = (ms: number, level: number) =>
  Float32Array.from({ length: 16 * ms }, (_, at) => level * Math.sin(at / 5));
const joined = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]));

test('the sound ends where it was last loud, beside its own loudness', () => {
  for (const level of [0.01, 0.1, 0.9]) {
    const speech = tone(500, level);
    const loud = loudFrom(speech, tone(150, level / 1000));
    assert.equal(quietMs(joined(speech, tone(280, level / 1000)), loud), 280);
  }
});

test('a background is not sound, however loud it is', () => {
  const background = tone(150, 0.05);
  const loud = loudFrom(tone(500, 0.3), background);
  assert.equal(quietMs(joined(tone(200, 0.3), background), loud), 150);
  assert.equal(quietMs(background, loud), undefined);
});
