import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { assayWith } from '#test/support/backup-installation.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const linesOf = (unit: string, name: string) =>
  unit.split('\n').flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []));

test('--print shows the unit and writes nothing; without, the same is written', async (t) => {
  const folder = await tempFolder(t);
  const file = join(folder, 'assay.service');
  const settings = ['--settings', join(folder, 'none'), '--user', 'assay', '--unit', file];
  const { answer } = assayWith({ DATA_DIR: join(folder, 'data') });
  const shown = await answer('service', 'install', ...settings, '--print');
  assert.equal(shown.status, 0, shown.err);
  await assert.rejects(stat(file), { code: 'ENOENT' });
  const written = await answer('service', 'install', ...settings);
  assert.equal(written.status, 0, written.err);
  assert.equal(await readFile(file, 'utf8'), shown.out);
  assert.equal((await stat(file)).mode & 0o777, 0o644);
  assert.match(written.out, /systemctl enable --now assay/);
  assert.match(written.out, /sudo install -d -o assay -m 700 .+data/, 'the data folder is still to be made');

  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
  if (verified.error) return t.skip('systemd-analyze is not installed');
  const complaints = verified.stderr.split('\n').filter((line) => line.includes('assay.service'));
  assert.deepEqual(complaints, []);
});

test('the service writes to its own folders alone, and has no rights beyond', async (t) => {
  const folder = await tempFolder(t);
  const settings = join(folder, 'assay.env');
  await writeFile(
    settings,
    `# our settings\nDATA_DIR=/srv/assay\nMODELS_DIR="/srv/models"\n  ASSAY_BACKUP_TO=/mnt/backups\nASSAY_BACKUP_KEY_FILE=/etc/assay/key\nSCRATCH_DIR=/var/cache/assay\n`,
  );
  const { out } = await assayWith({ DATA_DIR: '/elsewhere' }).answer(
    ...['service', 'install', '--print', '--user', 'assay', '--settings', settings],
  );
  assert.deepEqual(linesOf(out, 'ReadWritePaths'), [
    '-/srv/assay -/var/cache/assay -/srv/models -/mnt/backups',
  ]);
  assert.deepEqual(linesOf(out, 'EnvironmentFile'), [`-${settings}`]);
  assert.ok(linesOf(out, 'Environment').includes('DATA_DIR=/srv/assay'));
  for (const [name, value] of [
    ['User', 'assay'],
    ['ProtectSystem', 'strict'],
    ['NoNewPrivileges', 'yes'],
    ['CapabilityBoundingSet', ''],
    ['PrivateDevices', 'yes'],
    ['Restart', 'always'],
    ['UMask', '0077'],
  ] as const)
    assert.deepEqual(linesOf(out, name), [value], name);
  // Node compiles as it goes.
  assert.deepEqual(linesOf(out, 'MemoryDenyWriteExecute'), []);
  const { out: withGpu } = await assayWith({ DATA_DIR: '/srv/a', EXECUTION_PROVIDER: 'cuda' }).answer(
    ...['service', 'install', '--print', '--user', 'assay', '--settings', '/nowhere'],
  );
  assert.deepEqual(linesOf(withGpu, 'PrivateDevices'), ['no']);
});

test('what lies in a home or in /tmp is not hidden from the service that needs it', async () => {
  const shown = async (dataDir: string) =>
    (
      await assayWith({ DATA_DIR: dataDir }).answer(
        ...['service', 'install', '--print', '--user', 'assay', '--settings', '/nowhere'],
      )
    ).out;
  assert.deepEqual(linesOf(await shown('/home/ann/assay'), 'ProtectHome'), ['no']);
  assert.deepEqual(linesOf(await shown('/tmp/assay'), 'PrivateTmp'), ['no']);
  assert.deepEqual(linesOf(await shown('/srv/assay'), 'PrivateTmp'), ['yes']);
});

test('values that a unit cannot hold, and places that cannot be written, are one plain line', async (t) => {
  const folder = await tempFolder(t);
  await mkdir(join(folder, 'dir'));
  for (const [env, more, says] of [
    [{ DATA_DIR: '/srv/my data' }, [], /cannot name "\/srv\/my data"/],
    [{ DATA_DIR: '/srv/100%' }, [], /cannot name/],
    [{ DATA_DIR: '/srv/a' }, ['--user', 'assay\nExecStart=/bin/sh'], /--user must be the name of a user/],
    [{ DATA_DIR: '/srv/a' }, ['--user', ''], /--user must be/],
    [{ DATA_DIR: '/srv/a' }, ['--unit', join(folder, 'no/such.service')], /ENOENT.+Call it with sudo/],
    [{ DATA_DIR: '/srv/a' }, ['--settings', join(folder, 'dir')], /cannot be read \(EISDIR\)/],
    [{ DATA_DIR: '/srv/a', PORT: 'x' }, [], /PORT must be/],
  ] as const) {
    const all = [
      'service',
      'install',
      '--user',
      'assay',
      '--settings',
      '/nowhere',
      '--unit',
      join(folder, 'u'),
    ];
    const { status, out, err } = await assayWith(env).answer(...all, ...more);
    assert.deepEqual([status, out], [1, ''], err);
    assert.match(err, says);
  }
});
