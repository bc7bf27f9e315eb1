import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFramer, frameSamples, toFloat, toInt16 } from '#server/web/candidate/sound/format.ts';
import { createJitterBuffer } from '#server/web/candidate/sound/jitter-buffer.ts';
import { heardFrom, levelOf } from '#server/web/candidate/sound/level.ts';
import { createResampler } from '#server/web/candidate/sound/resample.ts';

const tone = (hz: number, rateHz: number, count: number, gain = 0.5) =>
  Float32Array.from({ length: count }, (_, i) => gain * Math.sin((2 * Math.PI * hz * i) / rateHz));
const rms = (samples: Float32Array) => Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
const inPieces = (
  samples: Float32Array,
  piece: number,
  resample: (samples: Float32Array) => Float32Array,
) => {
  const out: number[] = [];
  for (let at = 0; at < samples.length; at += piece) out.push(...resample(samples.subarray(at, at + piece)));
  return Float32Array.from(out);
};

for (const [fromHz, toHz] of [
  [48_000, 16_000],
  [44_100, 16_000],
  [16_000, 48_000],
  [16_000, 44_100],
  [96_000, 16_000],
  [8000, 16_000],
] as const) {
  test(`${fromHz} Hz becomes ${toHz} Hz: length, pitch and loudness stay`, () => {
    const heard = createResampler(fromHz, toHz)(tone(1000, fromHz, fromHz));
    assert.ok(Math.abs(heard.length - toHz) <= 1, `${heard.length} samples`);
    const middle = heard.subarray(toHz / 4, (3 * toHz) / 4);
    assert.ok(Math.abs(rms(middle) / (0.5 / Math.SQRT2) - 1) < 0.01, `rms ${rms(middle)}`);
    const crossings = middle.reduce((sum, x, i) => sum + Number(i > 0 && middle[i - 1]! < 0 && x >= 0), 0);
    assert.ok(Math.abs(crossings - 500) <= 1, `${crossings} periods`);
    // What is left without the tone itself.
    const residue = middle.map(
      (x, i) => x - 2 * Math.cos((2 * Math.PI * 1000) / toHz) * (middle[i - 1] ?? 0) + (middle[i - 2] ?? 0),
    );
    assert.ok(rms(residue.subarray(2)) < 0.002, `residue ${rms(residue.subarray(2))}`);
  });
}

test('what the lower rate cannot hold is gone, not folded into what is heard', () => {
  const heard = createResampler(48_000, 16_000)(tone(11_000, 48_000, 48_000));
  assert.ok(rms(heard.subarray(1000, 15_000)) < 0.001);
});

for (const [fromHz, piece] of [
  [48_000, 128],
  [44_100, 128],
  [48_000, 100],
] as const) {
  test(`pieces of ${piece} samples at ${fromHz} Hz leave no seams`, () => {
    const sound = tone(440, fromHz, 12_800);
    const whole = createResampler(fromHz, 16_000)(sound);
    const pieces = inPieces(sound, piece, createResampler(fromHz, 16_000));
    assert.equal(pieces.length, whole.length);
    assert.ok(pieces.every((x, i) => Math.abs(x - whole[i]!) < 1e-6));
  });
}

test('frames are of 40 ms, and nothing is lost between them', () => {
  const frame = createFramer();
  const sound = Float32Array.from({ length: 3000 }, (_, i) => i / 4000);
  const frames: Int16Array[] = [];
  for (let at = 0; at < sound.length; at += 128) frames.push(...frame(sound.subarray(at, at + 128)));
  assert.deepEqual(
    frames.map(({ length }) => length),
    [frameSamples, frameSamples, frameSamples, frameSamples],
  );
  const joined = frames.flatMap((samples) => [...samples]);
  assert.deepEqual(joined, [...toInt16(sound.subarray(0, 4 * frameSamples))]);
});

test('samples survive the wire, and what is too loud is cut', () => {
  assert.deepEqual([...toInt16(Float32Array.of(0, 1, -1, 2, -2))], [0, 32_767, -32_767, 32_767, -32_767]);
  assert.ok(Math.abs(toFloat(toInt16(Float32Array.of(0.25)))[0]! - 0.25) < 1e-4);
});

const loud = (ms: number) => new Float32Array(16 * ms).fill(0.5);
const quiet = (ms: number) => new Float32Array(16 * ms);
const isLoud = (samples: Float32Array) => samples.some((x) => x !== 0);

test('playback waits until 120 ms are there, then plays all of it', () => {
  const buffer = createJitterBuffer();
  buffer.push(loud(80));
  assert.equal(isLoud(buffer.pull(160)), false);
  buffer.push(loud(40));
  for (let i = 0; i < 12; i++) assert.ok(isLoud(buffer.pull(160)), `piece ${i}`);
  assert.equal(isLoud(buffer.pull(160)), false);
});

test('what is shorter than the buffer is played when nothing follows it', () => {
  const buffer = createJitterBuffer();
  buffer.push(loud(40));
  const pieces = Array.from({ length: 20 }, () => isLoud(buffer.pull(160)));
  assert.equal(pieces.indexOf(true), 11);
  assert.equal(pieces.filter(Boolean).length, 4);
});

test('after running dry it waits again', () => {
  const buffer = createJitterBuffer();
  buffer.push(loud(120));
  for (let i = 0; i < 13; i++) buffer.pull(160);
  buffer.push(loud(40));
  assert.equal(isLoud(buffer.pull(160)), false);
});

test('hush forgets what was not played', () => {
  const buffer = createJitterBuffer();
  buffer.push(loud(200));
  buffer.pull(160);
  buffer.hush();
  assert.equal(buffer.waiting, 0);
  assert.equal(isLoud(buffer.pull(160)), false);
});

test('a stall’s delay goes in the next silence, and no word with it', () => {
  const buffer = createJitterBuffer();
  for (const sound of [loud(500), quiet(600), loud(100), quiet(150)]) buffer.push(sound);
  let loudSamples = 0;
  let pulls = 0;
  while (buffer.waiting > 0) {
    loudSamples += buffer.pull(160).filter((x) => x !== 0).length;
    pulls++;
  }
  assert.equal(loudSamples, 16 * 600);
  assert.ok(pulls * 10 < 1000, `${pulls * 10} ms for 1350 ms`);
});

test('a page that slept plays no more than the last three seconds', () => {
  const buffer = createJitterBuffer();
  for (let i = 0; i < 10; i++) buffer.push(loud(1000));
  assert.equal(buffer.waiting, 48_000);
});

test('the meter is empty in silence, full at a raised voice, and a voice counts as heard', () => {
  assert.equal(levelOf(quiet(50)), 0);
  assert.equal(levelOf(tone(200, 16_000, 1024, 0.9)), 1);
  assert.ok(levelOf(tone(200, 16_000, 1024, 0.03)) > heardFrom);
  assert.ok(levelOf(tone(200, 16_000, 1024, 0.003)) < heardFrom);
});
