import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { appendFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadNative } from '#server/native.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { nearestReference } from '../../native/reference/vector-scan.ts';
import { seededRandom } from '../../testkit/random.ts';

const native = loadNative();
const offset = 64;

function vectorsOf(rows: number, dimensions: number, seed: number): Int8Array {
  const random = seededRandom(seed);
  return Int8Array.from({ length: rows * dimensions }, () => Math.floor(random() * 256) - 128);
}

function writeRows(path: string, values: Int8Array): void {
  writeFileSync(path, Buffer.concat([Buffer.alloc(offset, 1), new Uint8Array(values.buffer)]));
}

/** Few different numbers: many rows are equally near. */
const byte = fc.oneof(fc.integer({ min: -128, max: 127 }), fc.constantFrom(-128, -127, 0, 127));
const searches = fc
  .record({
    dimensions: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.constantFrom(31, 32, 64, 128, 256, 384)),
    rows: fc.integer({ min: 0, max: 60 }),
    limit: fc.integer({ min: 0, max: 70 }),
    alphabet: fc.array(byte, { minLength: 1, maxLength: 4 }),
    seed: fc.nat(),
  })
  .map(({ dimensions, rows, limit, alphabet, seed }) => {
    const random = seededRandom(seed);
    const letters = (length: number) =>
      Int8Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]!);
    const allowed = Uint8Array.from({ length: rows }, () => (random() < 0.5 ? 1 : 0));
    return {
      ...{ dimensions, rows, limit, allowed },
      values: letters(rows * dimensions),
      query: letters(dimensions),
    };
  });

for (const processor of native.vectorProcessors()) {
  test(`the scan (${processor}) finds the rows of its reference, in the same order`, async (t) => {
    const path = join(await tempFolder(t), 'vectors');
    await fc.assert(
      fc.asyncProperty(searches, async ({ dimensions, rows, limit, allowed, values, query }) => {
        writeRows(path, values);
        const mapped = native.mapVectors(path, { offset, rows, dimensions, processor });
        for (const mask of [undefined, allowed]) {
          assert.deepEqual(
            await mapped.nearest(query, limit, mask),
            nearestReference(values, query, limit, mask),
          );
        }
        mapped.close();
      }),
      { numRuns: 300 },
    );
  });

  test(`the scan (${processor}) does not lose count in long rows of the largest numbers`, async (t) => {
    const path = join(await tempFolder(t), 'vectors');
    const dimensions = 16_384;
    const values = new Int8Array(3 * dimensions).fill(-128).fill(127, dimensions, 2 * dimensions);
    writeRows(path, values);
    const mapped = native.mapVectors(path, { offset, rows: 3, dimensions, processor });
    const query = new Int8Array(dimensions).fill(-128);
    const { rows, dots } = await mapped.nearest(query, 3);
    assert.deepEqual([...rows], [0, 2, 1]);
    assert.deepEqual([...dots], [dimensions * 128 * 128, dimensions * 128 * 128, -dimensions * 128 * 127]);
  });
}

test('many rows are scanned in blocks without a gap', async (t) => {
  const path = join(await tempFolder(t), 'vectors');
  const [rows, dimensions] = [10_000, 40];
  const values = vectorsOf(rows, dimensions, 5);
  writeRows(path, values);
  const mapped = native.mapVectors(path, { offset, rows, dimensions });
  const query = vectorsOf(1, dimensions, 6);
  assert.deepEqual(await mapped.nearest(query, 200), nearestReference(values, query, 200));
  const mask = Uint8Array.from({ length: rows }, (_, row) => (row % 97 === 3 ? 1 : 0));
  assert.deepEqual(await mapped.nearest(query, 200, mask), nearestReference(values, query, 200, mask));
});

test('searches under way end well when the file is closed, replaced, and what they were given is changed', async (t) => {
  const path = join(await tempFolder(t), 'vectors');
  const [rows, dimensions] = [20_000, 64];
  const values = vectorsOf(rows, dimensions, 1);
  writeRows(path, values);
  const mapped = native.mapVectors(path, { offset, rows, dimensions });
  const query = vectorsOf(1, dimensions, 2);
  const mask = new Uint8Array(rows).fill(1);
  const expected = nearestReference(values, query, 50);
  const asked = Array.from({ length: 20 }, () => mapped.nearest(query, 50, mask));
  mapped.close();
  query.fill(0);
  mask.fill(0);
  for (const found of await Promise.all(asked)) assert.deepEqual(found, expected);
  assert.throws(() => mapped.nearest(query, 1), /closed/);
  mapped.close();
});

test('a file of another size is not mapped', async (t) => {
  const path = join(await tempFolder(t), 'vectors');
  const options = { offset, rows: 10, dimensions: 8 };
  assert.throws(() => native.mapVectors(path, options), /cannot be opened/);
  writeRows(path, vectorsOf(10, 8, 1));
  native.mapVectors(path, options).close();
  await appendFile(path, 'x');
  assert.throws(() => native.mapVectors(path, options), /another size/);
  await truncate(path, offset + 79);
  assert.throws(() => native.mapVectors(path, options), /another size/);
});

test('the scan refuses arguments that do not fit', async (t) => {
  const path = join(await tempFolder(t), 'vectors');
  writeRows(path, vectorsOf(10, 8, 1));
  const options = { offset, rows: 10, dimensions: 8 };
  assert.throws(() => native.mapVectors(path, { ...options, dimensions: 0 }), /dimensions/);
  assert.throws(() => native.mapVectors(path, { ...options, rows: -1 }), /rows/);
  assert.throws(() => native.mapVectors(path, { ...options, offset: 0 }), /offset/);
  assert.throws(() => native.mapVectors(path, { ...options, processor: 'abacus' }), /no processor/);
  assert.throws(() => native.mapVectors(7 as unknown as string, options), /path/);
  const mapped = native.mapVectors(path, options);
  const query = new Int8Array(8);
  assert.throws(() => mapped.nearest(new Int8Array(9), 1), /dimensions/);
  assert.throws(() => mapped.nearest([1] as unknown as Int8Array, 1), /wrong type/);
  assert.throws(() => mapped.nearest(query, -1), /limit/);
  assert.throws(() => mapped.nearest(query, 1, new Uint8Array(9)), /allowed/);
});

test('this machine has a processor that needs nothing', () => {
  assert.equal(native.vectorProcessors().at(-1), 'scalar');
});
