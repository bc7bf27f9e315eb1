import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capacityFor, moonshineCapacity } from '#server/engines/asr/capacity.ts';

const MB = 1024 ** 2;
const base = {
  dModel: 512,
  encoderLayers: 6,
  encoderHeads: 8,
  decoderLayers: 6,
  decoderHeads: 8,
  headSize: 64,
  melBands: 80,
  vocabulary: 51_865,
  sourcePositions: 1500,
  targetPositions: 448,
};
const plan = (
  memoryMb: number,
  wanted: Partial<Parameters<typeof capacityFor>[0]['wanted']> = {},
  cores = 4,
) =>
  capacityFor({
    weightsBytes: 290 * MB,
    geometry: base,
    cores,
    memoryBytes: memoryMb * MB,
    wanted: { copies: 2, threads: null, batch: null, ...wanted },
  });

test('a machine with room gets every copy, eight windows at once and all of its cores', () => {
  const { copies, threads, batch } = plan(8000)!;
  assert.deepEqual({ copies, threads, batch }, { copies: 2, threads: 2, batch: 8 });
});

test('less memory means fewer windows at once, then fewer copies, then none', () => {
  const found = [6000, 4000, 2600, 1900, 1300, 900].map((memoryMb) => plan(memoryMb));
  const sizes = found.map((capacity) => (capacity ? capacity.copies * 100 + capacity.batch : 0));
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => b - a),
  );
  assert.equal(found[0]!.copies, 2);
  assert.equal(found.at(-2)?.copies, 1);
  assert.equal(found.at(-1), null);
});

test('what it says it takes is never more than it was given', () => {
  for (let memoryMb = 300; memoryMb < 6000; memoryMb += 50) {
    const capacity = plan(memoryMb);
    if (capacity) assert.ok(capacity.memoryBytes <= memoryMb * MB, `${memoryMb} MB`);
  }
});

test('a batch or a number of threads that somebody set is kept where it fits', () => {
  assert.deepEqual(
    [plan(8000, { batch: 3, threads: 5 })!.batch, plan(8000, { batch: 3, threads: 5 })!.threads],
    [3, 5],
  );
  assert.equal(plan(3000, { batch: 8 })!.copies, 1, 'a copy goes before the batch that was asked for');
});

test('forty-five minutes with whisper-base are planned within 1.5 GB on one copy', () => {
  assert.ok(plan(1536, { copies: 1 })!.batch >= 4);
});

const moonshine = (
  memoryBytes: number,
  wanted: Partial<{ copies: number; threads: number; batch: number }> = {},
  size: 'base' | 'tiny' = 'base',
) =>
  moonshineCapacity({
    size,
    cores: 4,
    memoryBytes,
    wanted: { copies: 2, threads: null, batch: null, ...wanted },
  });

test('Moonshine gives up recordings at once before anything else, and says when not even one fits', () => {
  const found = [4e9, 1.2e9, 0.6e9, 0.5e9].map((memoryBytes) => moonshine(memoryBytes));
  assert.deepEqual(
    found.map(({ fits, capacity }) => [fits, capacity.copies, capacity.threads]),
    [
      [true, 2, 2],
      [true, 2, 2],
      [true, 1, 4],
      [false, 1, 4],
    ],
  );
  assert.ok(moonshine(0.5e9, {}, 'tiny').fits, 'the small one needs less');
});

test('Moonshine decodes as many windows side by side on every machine, unless somebody set another number', () => {
  const batches = [8e9, 1e9, 0.1e9].map((memoryBytes) => moonshine(memoryBytes).capacity.batch);
  assert.equal(new Set(batches).size, 1);
  const set = moonshine(8e9, { threads: 3, batch: 2 }).capacity;
  assert.deepEqual([set.threads, set.batch], [3, 2]);
});
