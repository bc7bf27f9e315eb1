import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { assayWith, backupInstallation, hashesOf, writeData } from '#test/support/backup-installation.ts';
import { builtProgram } from '../../scripts/shared/built-program.ts';

const cliPath = builtProgram('server/cli.ts');
const dieAtPath = resolve(import.meta.dirname, '../support/die-at.ts');
/** No command renames and removes so often: a test that gets there does not end by itself. */
const MOST_DEATHS = 200;

/** Runs `assay`, killed before its n-th rename or removal. True when it was. */
async function dies(n: number, env: Record<string, string>, ...argv: string[]): Promise<boolean> {
  const child = spawn(process.execPath, ['--import', dieAtPath, cliPath, ...argv], {
    env: { ...inherited(), ...env, DIE_AT: String(n) },
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

const inherited = () => ({
  PATH: process.env.PATH!,
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
});

test('killed at any step of a backup, earlier backups stay whole and the next one is complete and clean', async (t) => {
  const one = await backupInstallation(t, { files: 2 });
  const first = await one.create();
  await writeData(join(one.dataDir, 'blobs/speech/run-5/upload'), randomBytes(150_000));
  await writeData(join(one.dataDir, 'blobs/speech/run-6/upload'), randomBytes(10));
  let deaths = 0;
  while (
    await dies(deaths + 1, one.env, 'backup', 'create', '--to', one.to, '--key-file', one.keyFile, '--json')
  ) {
    deaths++;
    assert.ok(deaths < MOST_DEATHS);
    const { said, err } = await one.verify();
    assert.deepEqual(said?.faults, [], `after death ${deaths}: ${err}`);
  }
  t.diagnostic(`${deaths} deaths`);
  assert.ok(deaths >= 10, `only ${deaths} deaths`);
  assert.deepEqual((await one.verify('--deep')).said.faults, []);
  const { backups } = await one.json('backup', 'list', '--from', one.to);
  assert.equal(backups[0].id, first.backup.id);
  assert.ok(backups.length >= 2);

  // What the killed ones left is gone: every object is one that a backup needs.
  const { swept } = await one.json('backup', 'prune', '--from', one.to, '--keep', '100');
  assert.deepEqual(swept, { files: 0, bytes: 0 });
  assert.deepEqual(await readdir(join(one.to, 'incoming')), []);
  const into = join(one.folder, 'restored');
  assert.equal((await one.restore(into)).status, 0);
  const [data, restored] = [await hashesOf(join(one.dataDir, 'blobs')), await hashesOf(join(into, 'blobs'))];
  assert.deepEqual(restored, data);
});

test('a backup that was cut off is gone on with: what was stored whole is not stored twice', async (t) => {
  const one = await backupInstallation(t, { files: 6 });
  const create = ['backup', 'create', '--to', one.to, '--key-file', one.keyFile, '--json'];
  // By then most of the files are stored, and the backup is not.
  assert.equal(await dies(11, one.env, ...create), true);
  const { knownFiles, swept } = await one.json(...create.slice(0, -1));
  assert.ok(knownFiles >= 1, `${knownFiles} files were known`);
  assert.ok(swept.files >= 1, 'the copy of the database that nobody needs is gone');
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

  const seen = { old: 0, new: 0 };
  for (let n = 1; ; n++) {
    assert.ok(n < MOST_DEATHS);
    const into = join(one.folder, `into-${n}`);
    await cp(template, into, { recursive: true });
    const argv = [
      'restore',
      '--from',
      one.to,
      '--key-file',
      one.keyFile,
      '--into',
      into,
      '--force',
      '--json',
    ];
    const isKilled = await dies(n, one.env, ...argv);
    await one.json('restore', '--finish', '--into', into);
    const files = await hashesOf(join(into, 'blobs'));
    const at = assayWith({ ...one.env, DATA_DIR: into });
    const { clients } = await at.json('clients', 'list');
    const ids = clients.map((client: { id?: string; clientId?: string }) => client.id ?? client.clientId);
    const isOld = ids.includes(oldClient);
    assert.deepEqual(ids, [isOld ? oldClient : one.clientId], `death ${n}`);
    assert.deepEqual(files, isOld ? oldFiles : wanted, `death ${n}`);
    assert.equal((await at.json('audit', 'verify')).isIntact, true, `death ${n}`);
    assert.ok(!(await readdir(into)).includes('restore') || isOld, `death ${n}: something is left`);
    seen[isOld ? 'old' : 'new']++;
    if (!isKilled) {
      assert.equal(isOld, false);
      break;
    }
  }
  t.diagnostic(JSON.stringify(seen));
  assert.ok(seen.old >= 2 && seen.new >= 5, JSON.stringify(seen));
});

test('while a restore is half in place no command opens the folder', async (t) => {
  const one = await backupInstallation(t, { files: 1 });
  await one.create();
  const into = join(one.folder, 'restored');
  const argv = ['restore', '--from', one.to, '--key-file', one.keyFile, '--into', into, '--json'];
  // One step earlier each time, from the one at which it is in place.
  let n = 1;
  while (await dies(n, one.env, ...argv)) {
    if (await stat(join(into, 'restore/committed.json')).catch(() => null)) break;
    n++;
    assert.ok(n < MOST_DEATHS);
  }
  const at = assayWith({ ...one.env, DATA_DIR: into });
  const refused = await at.answer('clients', 'list', '--json');
  assert.equal(refused.status, 1);
  assert.match(refused.fault.message, /A restore into .* was cut off/);
  await one.json('restore', '--finish', '--into', into);
  assert.equal((await at.answer('clients', 'list', '--json')).status, 0);
});
