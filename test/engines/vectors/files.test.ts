import assert from 'node:assert/strict';
import { readdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createVectorFiles } from '#server/engines/vectors/files.ts';
import { isDamagedVectorFile } from '#server/engines/vectors/port.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { gaussian, seededRandom } from '../../../testkit/random.ts';

const files = createVectorFiles();
const dimensions = 48;

function unitVectors(count: number, seed: number): Int8Array[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const numbers = Array.from({ length: dimensions }, () => gaussian(random));
    const length = Math.hypot(...numbers);
    return Int8Array.from(numbers, (number) => Math.round((127 * number) / length));
  });
}

test('what is written is found again, nearest first, with its cosine', async (t) => {
  const path = join(await tempFolder(t), 'corpus.vectors');
  const vectors = unitVectors(50_000, 1);
  await files.write(path, dimensions, vectors);
  const file = await files.open(path, dimensions);
  assert.equal(file.rows, vectors.length);
  const found = await file.nearest(vectors[40_000]!, 5);
  assert.equal(found[0]!.row, 40_000);
  assert.ok(found[0]!.similarity > 0.99 && found[0]!.similarity <= 1);
  const opposite = vectors[40_000]!.map((value) => -value);
  assert.ok((await file.nearest(opposite, vectors.length)).at(-1)!.similarity >= -1);
  for (let n = 1; n < found.length; n++) assert.ok(found[n]!.similarity <= found[n - 1]!.similarity);
  const others = new Uint8Array(file.rows).fill(1);
  others[40_000] = 0;
  assert.deepEqual(
    (await file.nearest(vectors[40_000]!, 4, others)).map(({ row }) => row),
    found.slice(1).map(({ row }) => row),
  );
  file.close();
});

test('vectors may come one by one, and a view into a larger buffer is taken as it is', async (t) => {
  const path = join(await tempFolder(t), 'corpus.vectors');
  const shared = new Int8Array(3 * dimensions).fill(5, dimensions, 2 * dimensions);
  async function* slowly() {
    for (let n = 0; n < 3; n++) {
      await new Promise(setImmediate);
      yield shared.subarray(n * dimensions, (n + 1) * dimensions);
    }
  }
  await files.write(path, dimensions, slowly());
  const bytes = await readFile(path);
  assert.deepEqual(new Int8Array(bytes.subarray(64)), shared);
});

test('a corpus without candidates is a file without rows', async (t) => {
  const path = join(await tempFolder(t), 'corpus.vectors');
  await files.write(path, dimensions, []);
  const file = await files.open(path, dimensions);
  assert.equal(file.rows, 0);
  assert.deepEqual(await file.nearest(new Int8Array(dimensions), 10), []);
  file.close();
});

test('a writer that fails leaves the old file and nothing else', async (t) => {
  const folder = await tempFolder(t);
  const path = join(folder, 'corpus.vectors');
  await files.write(path, dimensions, unitVectors(10, 1));
  const before = await readFile(path);
  function* failing() {
    yield* unitVectors(30_000, 2);
    throw new Error('The database has gone.');
  }
  await assert.rejects(files.write(path, dimensions, failing()), /gone/);
  await assert.rejects(files.write(path, dimensions, [new Int8Array(dimensions - 1)]), RangeError);
  assert.deepEqual(await readFile(path), before);
  assert.deepEqual(await readdir(folder), ['corpus.vectors']);
});

test('a file that is replaced stays as it was for those who have it open', async (t) => {
  const path = join(await tempFolder(t), 'corpus.vectors');
  const [old, young] = [unitVectors(2000, 1), unitVectors(10, 2)];
  await files.write(path, dimensions, old);
  const before = await files.open(path, dimensions);
  await files.write(path, dimensions, young);
  const after = await files.open(path, dimensions);
  assert.deepEqual([before.rows, after.rows], [2000, 10]);
  assert.equal((await before.nearest(old[1234]!, 1))[0]!.row, 1234);
  before.close();
  assert.equal((await after.nearest(young[7]!, 1))[0]!.row, 7);
  after.close();
});

test('what killed writers left goes with a later one; what others are writing stays', async (t) => {
  const folder = await tempFolder(t);
  const path = join(folder, 'corpus.vectors');
  for (const name of ['corpus.vectors.a.new', 'corpus.vectors.b.new', 'other.vectors.c.new']) {
    await writeFile(join(folder, name), 'half');
  }
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  await utimes(join(folder, 'corpus.vectors.a.new'), yesterday, yesterday);
  await utimes(join(folder, 'other.vectors.c.new'), yesterday, yesterday);
  await files.write(path, dimensions, unitVectors(1, 1));
  assert.deepEqual((await readdir(folder)).sort(), [
    'corpus.vectors',
    'corpus.vectors.b.new',
    'other.vectors.c.new',
  ]);
});

test('every changed byte and every missing one is noticed', async (t) => {
  const path = join(await tempFolder(t), 'corpus.vectors');
  await assert.rejects(files.open(path, dimensions), isDamagedVectorFile);
  await files.write(path, dimensions, unitVectors(20, 1));
  const whole = await readFile(path);
  await assert.rejects(files.open(path, dimensions + 1), isDamagedVectorFile);
  for (let at = 0; at < whole.length; at += at < 64 ? 1 : 37) {
    const changed = Buffer.from(whole);
    changed[at]! ^= 1;
    await writeFile(path, changed);
    await assert.rejects(files.open(path, dimensions), isDamagedVectorFile, `byte ${at}`);
  }
  for (const length of [whole.length - 1, 64, 63, 10, 0]) {
    await writeFile(path, whole);
    await truncate(path, length);
    await assert.rejects(files.open(path, dimensions), isDamagedVectorFile, `${length} bytes`);
  }
});
