import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { backupInstallation } from '#test/support/backup-installation.ts';

for (const place of [
  '/proc/xx',
  '/proc/xx/yy/zz',
  '/proc/self/xx',
  '/proc/sys/xx',
  '/dev/null/xx',
  `/tmp/${'x'.repeat(300)}`,
]) {
  test(`a backup to ${place.slice(0, 20)} ends with one line`, async (t) => {
    const { answer, keyFile } = await backupInstallation(t, { files: 0 });
    const { status, out, err } = await answer('backup', 'create', '--to', place, '--key-file', keyFile);
    assert.deepEqual([status, out], [1, '']);
    assert.match(
      err,
      /^assay: The folder .+ of the backups cannot be used \(E[A-Z]+\)\. Is its disk mounted.+\n$/,
    );
  });
}

test('a restore that is refused leaves the folder as it was', async (t) => {
  const { folder, create, restore, answer, to, keyFile } = await backupInstallation(t, { files: 1 });
  const { backup } = await create();
  const [made, empty] = [join(folder, 'made'), join(folder, 'empty')];
  await mkdir(empty);
  const damaged = join(to, 'backups', `${backup.id}.manifest`);
  await writeFile(damaged, 'no manifest');
  for (const into of [made, empty, '/proc/xx/data']) {
    const { status } = await answer('restore', '--from', to, '--key-file', keyFile, '--into', into);
    assert.equal(status, 1, into);
  }
  // Found out only once the folder is taken: an object is missing.
  const second = await backupInstallation(t, { files: 1 });
  await second.create();
  await rm(join(second.to, 'objects'), { recursive: true });
  for (const into of [made, empty]) {
    assert.equal((await second.restore(into)).fault.code, 'BACKUP_DAMAGED');
  }
  assert.deepEqual(await readdir(empty), []);
  assert.ok(!(await readdir(folder)).includes('made'), 'what was made for it is gone');
  assert.equal((await restore(folder)).status, 1);
  assert.ok((await readdir(folder)).includes('backup.key'), 'what was there stays');
});

test('a list tells of backups whose records are gone', async (t) => {
  const { create, answer, verify, to } = await backupInstallation(t, { files: 1 });
  const list = (...more: string[]) => answer('backup', 'list', '--from', to, ...more);
  const ids: string[] = [];
  for (let n = 0; n < 2; n++) ids.push((await create()).backup.id);
  assert.deepEqual((await list('--json')).said.withoutRecord, {
    manifests: [],
    objects: 0,
    isUnderWay: false,
  });

  await rm(join(to, 'backups', `${ids[0]}.json`));
  const one = await list();
  assert.equal(one.status, 1);
  assert.ok(one.out.includes(ids[1]!));
  const verified = await verify();
  assert.equal(verified.status, 1);
  assert.deepEqual(verified.said.faults, [
    { backupId: ids[0], fault: `Its record backups/${ids[0]}.json is missing.` },
  ]);
  assert.match(
    one.out,
    new RegExp(`Also there: 1 manifest \\(${ids[0]}\\) of no finished backup\\. Their records`),
  );

  await rm(join(to, 'backups', `${ids[1]}.json`));
  const none = await list();
  assert.equal(none.status, 1);
  assert.match(
    none.out,
    /^There is no finished backup in .+\nAlso there: 2 manifests \(.+\) and \d+ objects of/,
  );

  await writeFile(join(to, 'under-way'), '{}');
  const cutOff = await list();
  assert.equal(cutOff.status, 0, 'that is no fault');
  assert.match(cutOff.out, /A backup is under way or was cut off/);

  await rm(join(to, 'under-way'));
  for (const id of ids) await rm(join(to, 'backups', `${id}.manifest`));
  assert.match(
    (await list()).out,
    /Also there: \d+ objects of no finished backup\. Whatever named them is gone\./,
  );
});
