import assert from 'node:assert/strict';
import { mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '#server/make-folder.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

test('a folder is made with all that is missing above it, for its user alone', async (t) => {
  const path = join(await tempFolder(t), 'a/b/c');
  makeFolder(path);
  makeFolder(path);
  for (const folder of [path, join(path, '..'), join(path, '../..')])
    assert.equal((await stat(folder)).mode & 0o777, 0o700, folder);
});

test('a link to a folder is one', async (t) => {
  const root = await tempFolder(t);
  await mkdir(join(root, 'real'));
  await symlink(join(root, 'real'), join(root, 'link'));
  makeFolder(join(root, 'link/below'));
  assert.ok((await stat(join(root, 'real/below'))).isDirectory());
});

for (const [title, path] of [
  ['below the processes', '/proc/assay'],
  ['deep below the processes', '/proc/assay/a/b/c'],
  ['below a process', '/proc/self/assay/data'],
  ['below the kernel’s settings', '/proc/sys/assay/data'],
  ['below a device', '/dev/null/data'],
  ['with a name that is too long', `/tmp/${'a'.repeat(300)}/data`],
] as const) {
  test(`a place ${title} is refused, and that ends`, () => {
    assert.throws(() => makeFolder(path), { code: /^E[A-Z]+$/ });
  });
}

test('a place below a file, a dead link or a circle of links is refused', async (t) => {
  const root = await tempFolder(t);
  await writeFile(join(root, 'file'), '');
  await symlink(join(root, 'nowhere'), join(root, 'dead'));
  await symlink(join(root, 'circle'), join(root, 'circle'));
  for (const name of ['file', 'file/data', 'dead', 'dead/data', 'circle', 'circle/data'])
    assert.throws(() => makeFolder(join(root, name)), { code: /^(EEXIST|ENOTDIR|ELOOP)$/ }, name);
});
