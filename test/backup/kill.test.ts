import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { assayWith, backupInstallation, hashesOf, writeData } from '#test/support/backup-installation.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { builtProgram } from '../../testkit/built-program.ts';
import { inherited } from '../../testkit/server-process.ts';

const cliPath = builtProgram('server/cli.ts');
const momentsPath = resolve(import.meta.dirname, '../support/moments.ts');

/** Runs `assay`; true when it was killed on its way. */
async function runs(env: Record<string, string>, ...argv: string[]): Promise<boolean> {
  const child = spawn(process.execPath, ['--import', momentsPath, cliPath, ...argv], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const [code, signal] = await once(child, 'close');
  if (signal === 'SIGKILL') return true;
  assert.equal(code, 0, complaint);
  return false;
}

/**
 * Runs `assay` to its end. What a death before each of its renames and removals would have left of a folder is then in the folders
 * given, in order; `putBack` puts one where the folder was.
 */
async function momentsOf(t: TestContext, folder: string, env: Record<string, string>, ...argv: string[]) {
  const to = await tempFolder(t);
  await runs({ ...env, MOMENTS_OF: folder, MOMENTS_TO: to }, ...argv);
  const moments = (await readdir(to)).map(Number).sort((a, b) => a - b);
  const pathOf = (moment: number) => join(to, String(moment), basename(folder));
  return {
    moments,
    pathOf,
    async putBack(moment: number) {
      await rm(folder, { recursive: true, force: true });
      await cp(pathOf(moment), folder, { recursive: true });
    },
  };
}

test('killed at any step of a backup, earlier backups stay whole and the next one is complete and clean', async (t) => {
  const one = await backupInstallation(t, { files: 2 });
  const first = await one.create();
  await writeData(join(one.dataDir, 'blobs/speech/run-5/upload'), randomBytes(150_000));
  await writeData(join(one.dataDir, 'blobs/speech/run-6/upload'), randomBytes(10));
  const create = ['backup', 'create', '--to', one.to, '--key-file', one.keyFile, '--json'];
  const { moments, putBack } = await momentsOf(t, one.to, one.env, ...create);
  t.diagnostic(`${moments.length} deaths`);
  assert.ok(moments.length >= 10, `only ${moments.length} deaths`);
  for (const moment of moments) {
    await putBack(moment);
    const { said, err } = await one.verify();
    assert.deepEqual(said?.faults, [], `after death ${moment}: ${err}`);
    await one.create();
    assert.deepEqual((await one.verify('--deep')).said.faults, [], `after death ${moment}`);
    const { backups } = await one.json('backup', 'list', '--from', one.to);
    assert.equal(backups[0].id, first.backup.id);
    assert.ok(backups.length >= 2);
    // What the killed one left is gone: every object is one that a backup needs.
    const { swept } = await one.json('backup', 'prune', '--from', one.to, '--keep', '100');
    assert.deepEqual(swept, { files: 0, bytes: 0 }, `after death ${moment}`);
    assert.deepEqual(await readdir(join(one.to, 'incoming')), []);
  }
  const into = join(one.folder, 'restored');
  assert.equal((await one.restore(into)).status, 0);
  const [data, restored] = [await hashesOf(join(one.dataDir, 'blobs')), await hashesOf(join(into, 'blobs'))];
  assert.deepEqual(restored, data);
});

test('a backup that was cut off is gone on with: what was stored whole is not stored twice', async (t) => {
  const one = await backupInstallation(t, { files: 6 });
  const create = ['backup', 'create', '--to', one.to, '--key-file', one.keyFile, '--json'];
  // By then most of the files are stored, and the backup is not.
  assert.equal(await runs({ ...one.env, DIE_AT: '11' }, ...create), true);
  const { knownFiles, swept } = await one.json(...create.slice(0, -1));
  assert.ok(knownFiles >= 1, `${knownFiles} files were known`);
  assert.ok(swept.files >= 1, 'the copy of the database that is not needed any more is gone');
});

test('killed at any step of a restore, the data folder is the old one or the new one', async (t) => {
  const one = await backupInstallation(t, { files: 2 });
  await one.create();
  const wanted = await hashesOf(join(one.dataDir, 'blobs'));
  // Another installation with other data.
  const template = join(one.folder, 'template');
  const old = assayWith({ ...one.env, DATA_DIR: template });
  const { clientId: oldClient } = await old.json('clients', 'create', '--name', 'Old', '--credits', '1');
  await writeData(join(template, 'blobs/speech/old-run/upload'), 'old');
  const oldFiles = await hashesOf(join(template, 'blobs'));

  const into = join(one.folder, 'into');
  await cp(template, into, { recursive: true });
  const argv = ['restore', '--from', one.to, '--key-file', one.keyFile, '--into', into, '--force', '--json'];
  const { moments, putBack } = await momentsOf(t, into, one.env, ...argv);
  const at = assayWith({ ...one.env, DATA_DIR: into });
  const isOldAfter = async (what: string): Promise<boolean> => {
    await one.json('restore', '--finish', '--into', into);
    const files = await hashesOf(join(into, 'blobs'));
    const { clients } = await at.json('clients', 'list');
    const ids = clients.map((client: { id?: string; clientId?: string }) => client.id ?? client.clientId);
    const isOld = ids.includes(oldClient);
    assert.deepEqual(ids, [isOld ? oldClient : one.clientId], what);
    assert.deepEqual(files, isOld ? oldFiles : wanted, what);
    assert.equal((await at.json('audit', 'verify')).isIntact, true, what);
    assert.ok(!(await readdir(into)).includes('restore') || isOld, `${what}: something is left`);
    return isOld;
  };
  assert.equal(await isOldAfter('not killed'), false);
  const seen = { old: 0, new: 0 };
  for (const moment of moments) {
    await putBack(moment);
    seen[(await isOldAfter(`death ${moment}`)) ? 'old' : 'new']++;
  }
  t.diagnostic(JSON.stringify(seen));
  assert.ok(seen.old >= 2 && seen.new >= 5, JSON.stringify(seen));
});

test('while a restore is half in place no command opens the folder', async (t) => {
  const one = await backupInstallation(t, { files: 1 });
  await one.create();
  const into = join(one.folder, 'restored');
  const argv = ['restore', '--from', one.to, '--key-file', one.keyFile, '--into', into, '--json'];
  const { moments, pathOf, putBack } = await momentsOf(t, into, one.env, ...argv);
  const isCommitted = (moment: number) => existsSync(join(pathOf(moment), 'restore/committed.json'));
  await putBack(moments.find(isCommitted)!);
  const at = assayWith({ ...one.env, DATA_DIR: into });
  const refused = await at.answer('clients', 'list', '--json');
  assert.equal(refused.status, 1);
  assert.match(refused.fault.message, /A restore into .* was cut off/);
  await one.json('restore', '--finish', '--into', into);
  assert.equal((await at.answer('clients', 'list', '--json')).status, 0);
});
