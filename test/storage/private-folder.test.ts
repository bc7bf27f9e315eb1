import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makePrivate, openToOthers } from '#server/storage/private-folder.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { builtProgram } from '../../testkit/built-program.ts';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('whatever a data folder was before, other users get at nothing in it', async (t) => {
  const root = await tempFolder(t);
  const outside = await tempFolder(t);
  const except = join(root, 'models');
  await writeFile(join(outside, 'theirs'), '');
  await chmod(join(outside, 'theirs'), 0o644);
  for (const folder of ['secrets', 'blobs/speech/run-1', 'work', 'models/whisper']) {
    await mkdir(join(root, folder), { recursive: true });
  }
  const files = ['assay.db', 'assay.db-wal', 'secrets/key-pepper', 'blobs/speech/run-1/upload'];
  for (const file of [...files, 'models/whisper/model.onnx']) await writeFile(join(root, file), '');
  await symlink(join(outside, 'theirs'), join(root, 'link'));
  for (const name of await readdir(root, { recursive: true })) {
    if (name !== 'link')
      await chmod(join(root, name), (await stat(join(root, name))).isDirectory() ? 0o755 : 0o644);
  }
  await chmod(root, 0o777);
  assert.equal((await openToOthers(root, { except })).length, 10);
  assert.deepEqual(await makePrivate(root, { except }), []);
  assert.deepEqual(await openToOthers(root, { except }), []);
  for (const file of files) assert.equal(await modeOf(join(root, file)), '600', file);
  for (const folder of ['.', 'secrets', 'blobs', 'blobs/speech', 'blobs/speech/run-1', 'work']) {
    assert.equal(await modeOf(join(root, folder)), '700', folder);
  }
  assert.equal(await modeOf(join(root, 'models/whisper/model.onnx')), '644');
  assert.equal(await modeOf(join(outside, 'theirs')), '644');
  await chmod(join(root, 'secrets/key-pepper'), 0o640);
  assert.deepEqual(await openToOthers(root, { except }), [join(root, 'secrets/key-pepper')]);
});

test('a command makes a database that is its user’s alone, in a folder that was open', async (t) => {
  const DATA_DIR = await tempFolder(t);
  await chmod(DATA_DIR, 0o777);
  const cli = builtProgram('server/cli.ts');
  // As most shells have it.
  execFileSync(
    'sh',
    ['-c', 'umask 022; exec "$0" "$1" clients create --name Acme --credits 1', process.execPath, cli],
    {
      env: { PATH: process.env.PATH, DATA_DIR },
    },
  );
  for (const name of ['assay.db', 'secrets/key-pepper']) {
    assert.equal(await modeOf(join(DATA_DIR, name)), '600', name);
  }
});
