import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderSize } from '#server/modules/watching/folder-size.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

test('a folder is as large as its files, however deep, and not what links point to', async (t) => {
  const folder = await tempFolder(t);
  await mkdir(join(folder, 'a/b'), { recursive: true });
  await writeFile(join(folder, 'one'), Buffer.alloc(10));
  await writeFile(join(folder, 'a/b/two'), Buffer.alloc(90));
  await symlink('/usr', join(folder, 'elsewhere'));
  assert.deepEqual(await folderSize(folder, 100), { sizeBytes: 100, isAtLeast: false });
  assert.equal((await folderSize(folder, 1)).isAtLeast, true);
});

test('a folder that is not there is empty', async () => {
  assert.deepEqual(await folderSize('/no/such/folder', 10), { sizeBytes: 0, isAtLeast: false });
});
