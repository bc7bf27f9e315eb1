import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { asFolders } from '#server/backup/bucket-files.ts';
import { comparePaths } from '#server/backup/manifest.ts';

async function* byBytes(paths: readonly string[]) {
  for (const path of [...paths].sort()) yield { path };
}
const walked = async (paths: readonly string[]) =>
  (await Array.fromAsync(asFolders(byBytes(paths)))).map(({ path }) => path);

test('keys in the order of their bytes come out as a walk through folders meets them', async () => {
  const paths = ['s/a-b/x', 's/a.b/x', 's/a/x', 's/a/x-1', 's/a/x.json', 's/ab/x', 's/b/x'];
  assert.deepEqual(await walked(paths), [
    's/a/x',
    's/a/x-1',
    's/a/x.json',
    's/a-b/x',
    's/a.b/x',
    's/ab/x',
    's/b/x',
  ]);
});

test('whatever the names, nothing is lost and the order is that of folders', async () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '-', '.', '1'), minLength: 1, maxLength: 4 });
  const keys = fc.uniqueArray(
    fc.tuple(name, name).map((parts) => parts.join('/')),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(keys, async (paths) => {
      assert.deepEqual(await walked(paths), [...paths].sort(comparePaths));
    }),
  );
});
