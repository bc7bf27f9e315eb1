import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addComfortNoise } from '#server/engines/asr/comfort-noise.ts';

const pcm = (samples: readonly number[]) => Buffer.from(Int16Array.from(samples).buffer);
const samplesOf = (bytes: Buffer) =>
  Array.from({ length: bytes.length / 2 }, (_, i) => bytes.readInt16LE(2 * i));
const sine = Array.from({ length: 4000 }, (_, i) => Math.trunc(3000 * Math.cos(i / 5)) + 1);

test('fills digital silence with noise about 66 dB under full scale', () => {
  const bytes = pcm(Array<number>(32_000).fill(0));
  addComfortNoise(bytes);
  const samples = samplesOf(bytes);
  const rms = Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);
  assert.ok(Math.abs(20 * Math.log10(rms / 32_768) + 66) < 1, `${rms}`);
});

test('keeps the offset that 8-bit files have', () => {
  const bytes = pcm(Array<number>(32_000).fill(112));
  addComfortNoise(bytes);
  const samples = samplesOf(bytes);
  assert.ok(Math.abs(samples.reduce((sum, sample) => sum + sample, 0) / samples.length - 112) < 2);
  assert.ok(new Set(samples).size > 10);
});

test('leaves sound as it is, however short the silence in it', () => {
  const sound = [...sine, ...Array<number>(79).fill(0), ...sine];
  const bytes = pcm(sound);
  addComfortNoise(bytes);
  assert.deepEqual(samplesOf(bytes), sound);
});

test('never leaves the range of 16 bits', () => {
  const bytes = pcm(Array<number>(16_000).fill(32_767));
  addComfortNoise(bytes);
  assert.ok(Math.max(...samplesOf(bytes)) <= 32_767);
});

test('gives the same noise every time', () => {
  const [first, second] = [
    pcm([...sine, ...Array<number>(500).fill(0)]),
    pcm([...sine, ...Array<number>(500).fill(0)]),
  ];
  addComfortNoise(first);
  addComfortNoise(second);
  assert.ok(first.equals(second));
});
