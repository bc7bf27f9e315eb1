import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { backupInstallation, hashesOf } from '#test/support/backup-installation.ts';

test('the drill restores the newest backup beside the data, and leaves nothing behind', async (t) => {
  const { create, answer, json, dataDir, to, keyFile } = await backupInstallation(t, { files: 2 });
  const { backup } = await create();
  const before = await hashesOf(join(dataDir, 'blobs'));
  const drilled = await json('backup', 'drill', '--from', to, '--key-file', keyFile);
  assert.deepEqual([drilled.backup, drilled.auditIntact, drilled.runs], [backup.id, true, 0]);
  assert.ok(drilled.files >= 3 && drilled.bytes > 0);
  assert.deepEqual(await hashesOf(join(dataDir, 'blobs')), before);
  assert.deepEqual(
    (await readdir(dataDir)).filter((name) => name.startsWith('replaced-') || name === 'restore'),
    [],
  );
  assert.equal((await json('audit', 'list')).entries[0].action, 'backup.drill');
  assert.equal((await json('audit', 'verify')).isIntact, true);

  await rm(join(to, 'objects'), { recursive: true });
  const failed = await answer('backup', 'drill', '--from', to, '--key-file', keyFile);
  assert.equal(failed.status, 1);
  assert.match(failed.err, /^assay: .+ is missing/);
  const { entries } = await json('audit', 'list');
  assert.equal(entries[0].action, 'backup.drill');
  assert.match(entries[0].details.error, /is missing/);
});
