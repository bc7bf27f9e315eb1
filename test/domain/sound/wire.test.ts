import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compactFrame, isQuiet, samplesOfFrame } from '#server/domain/sound/wire.ts';

test('a compact frame takes half the bytes and comes back nearly as it was', () => {
  const samples = Int16Array.from({ length: 640 }, (_, at) => Math.round(12_000 * Math.sin(at / 7)));
  samples.set([0, 1, -1, 32_767, -32_768, 32_635], 0);
  const bytes = compactFrame(samples);
  assert.equal(bytes.length, 641);
  const back = samplesOfFrame(bytes);
  assert.equal(back.length, 640);
  assert.equal(back[0], 0);
  for (const [at, sample] of samples.entries()) {
    const off = Math.abs(back[at]! - sample);
    assert.ok(off <= (Math.abs(sample) + 132) / 30, `${sample} became ${back[at]}`);
  }
});

test('µ-law is that of the standard', () => {
  // Sun's g711.c gives these bytes.
  const known = [
    [0, 0xff],
    [-1, 0x7f],
    [1000, 0xce],
    [-1000, 0x4e],
    [32_635, 0x80],
    [-32_635, 0x00],
  ] as const;
  const bytes = compactFrame(Int16Array.from(known, ([sample]) => sample));
  assert.deepEqual(
    [...bytes.subarray(1)],
    known.map(([, byte]) => byte),
  );
});

test('plain frames are read wherever they lie', () => {
  const bytes = new Uint8Array(9);
  bytes.set([0xe8, 0x03, 0x18, 0xfc], 3);
  assert.deepEqual([...samplesOfFrame(bytes.subarray(3, 7))], [1000, -1000]);
});

test('a frame is quiet when it cannot hold speech', () => {
  assert.equal(isQuiet(new Int16Array(640).fill(15)), true);
  assert.equal(isQuiet(new Int16Array(640).fill(500)), false);
});
