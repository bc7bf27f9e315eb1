import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { assayWith } from '#test/support/backup-installation.ts';
import { type Behaviour, writeImage } from '#test/support/stand-in-engine/image.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { freePort } from '../../scripts/shared/postgres.ts';

/** The real commands, scripts, servers, databases and backups; only docker is a stand-in that runs them on this machine. */
let shared: string;
const bundles = new Map<string, string>();
const assay = (home = shared) => assayWith({ PATH: process.env.PATH!, DATA_DIR: join(home, 'data') });

/** Writes and unpacks a bundle. */
async function makeBundle(release: string, behaviour: Behaviour): Promise<void> {
  const image = join(shared, `${release}.image.tar`);
  await writeImage(image, { tag: `localhost/assay:${release}`, behaviour });
  const out = join(shared, `${release}.tar`);
  const { folder } = await assay().json(
    ...[
      'appliance',
      'bundle',
      '--image',
      image,
      '--release',
      release,
      '--key',
      join(shared, 'publisher.key'),
      '--out',
      out,
    ],
  );
  await run('tar', ['-xf', out, '-C', shared]);
  bundles.set(release, join(shared, folder));
}

function run(program: string, args: readonly string[], env: Record<string, string> = {}) {
  return new Promise<{ status: number; out: string }>((done) => {
    execFile(
      program,
      [...args],
      { env: { PATH: process.env.PATH!, ...env }, maxBuffer: 64 * 1024 ** 2 },
      (error, stdout, stderr) =>
        done({ status: error ? Number(error.code ?? 1) : 0, out: `${stdout}${stderr}` }),
    );
  });
}

before(async () => {
  shared = await mkdtemp(join(tmpdir(), 'assay-appliance-'));
  await assay().json('appliance', 'keys', '--out', join(shared, 'publisher.key'));
  await makeBundle('1.0.0', 'serves');
  await makeBundle('2.0.0', 'serves');
  await makeBundle('2.0.1', 'spoils the data');
  await makeBundle('2.0.2', 'ends');
});
after(() => rm(shared, { recursive: true, force: true }));

/** A machine with the stand-in as its docker. */
async function machine(t: TestContext) {
  const folder = await tempFolder(t);
  const home = join(folder, 'assay');
  const env = {
    PATH: `${resolve(import.meta.dirname, '../support/stand-in-engine')}:${process.env.PATH!}`,
    STAND_IN_HOME: join(folder, 'docker'),
    STAND_IN_SERVER: resolve(import.meta.dirname, '../../server'),
  };
  const port = await freePort();
  const key = ['--key', join(shared, 'publisher.key.pub'), '--home', home];
  t.after(() => run('docker', ['rm', '--force', 'assay'], env));
  return {
    home,
    env,
    url: `http://127.0.0.1:${port}`,
    install: (release: string) =>
      run(join(bundles.get(release)!, 'install.sh'), [...key, '--port', String(port)], env),
    upgrade: (release: string, ...more: string[]) =>
      run(join(bundles.get(release)!, 'upgrade.sh'), [...key, ...more], env),
    conf: () => readFile(join(home, 'appliance.conf'), 'utf8'),
    clients: async () => {
      const { clients } = await assay(home).json('clients', 'list');
      return (clients as { name: string }[]).map(({ name }) => name).sort();
    },
    isHealthy: async () =>
      (await fetch(`http://127.0.0.1:${port}/api/v1/health`).catch(() => undefined))?.ok === true,
  };
}

test('installs, upgrades with the data, and keeps a backup of before', async (t) => {
  const { install, upgrade, clients, conf, isHealthy, home } = await machine(t);
  const installed = await install('1.0.0');
  assert.equal(installed.status, 0, installed.out);
  assert.match(installed.out, /signs in at http\S+\/console\/welcome#/);
  assert.ok(await isHealthy());
  assert.match(await conf(), /^version=1\.0\.0$/m);
  await assay(home).json('clients', 'create', '--name', 'Acme', '--credits', '5');

  const again = await install('2.0.0');
  assert.equal(again.status, 1);
  assert.match(again.out, /Assay 1\.0\.0 is installed .* already/);

  const upgraded = await upgrade('2.0.0');
  assert.equal(upgraded.status, 0, upgraded.out);
  assert.ok(await isHealthy());
  assert.match(await conf(), /^version=2\.0\.0$/m);
  assert.deepEqual(await clients(), ['Acme']);
  const { backups } = await assay(home).json('backup', 'list', '--from', join(home, 'backups'));
  assert.equal(backups.length, 2);
});

for (const [release, what, waitSeconds] of [
  ['2.0.1', 'changes the data and is never healthy', '20'],
  ['2.0.2', 'ends at once', '2'],
] as const) {
  test(`an upgrade to a server that ${what} is taken back, image and data`, async (t) => {
    const { install, upgrade, clients, conf, isHealthy, home } = await machine(t);
    const installed = await install('1.0.0');
    assert.equal(installed.status, 0, installed.out);
    await assay(home).json('clients', 'create', '--name', 'Acme', '--credits', '5');

    const { status, out } = await upgrade(release, '--wait', waitSeconds);

    assert.equal(status, 1, out);
    assert.match(out, /the upgrade was taken back: Assay 1\.0\.0 serves again with its data/);
    assert.ok(await isHealthy());
    assert.match(await conf(), /^version=1\.0\.0$/m);
    assert.deepEqual(await clients(), ['Acme']);
    assert.deepEqual(
      (await readdir(home)).filter((name) => name.startsWith('upgrade-under-way')),
      [],
    );
    const second = await upgrade('2.0.0');
    assert.equal(second.status, 0, second.out);
    assert.deepEqual(await clients(), ['Acme']);
  });
}

test('an upgrade that the machine died in is taken back by the next', async (t) => {
  const { install, upgrade, clients, conf, isHealthy, home, env } = await machine(t);
  const installed = await install('1.0.0');
  assert.equal(installed.status, 0, installed.out);
  await assay(home).json('clients', 'create', '--name', 'Acme', '--credits', '5');
  const stuck = upgrade('2.0.1', '--wait', '3600');
  const log = join(env.STAND_IN_HOME, 'assay.log');
  for (;;) {
    if ((await readFile(log, 'utf8').catch(() => '')).includes('has changed the data')) break;
    await new Promise((done) => setTimeout(done, 50));
  }
  // The script and the new server at once, as when the power goes.
  const { out: pids } = await run('pgrep', ['-f', `${home} --wait 3600`]);
  for (const pid of pids.split('\n').filter(Boolean)) process.kill(Number(pid), 'SIGKILL');
  await stuck;
  await run('docker', ['stop', 'assay'], env);

  const upgraded = await upgrade('2.0.0');

  assert.equal(upgraded.status, 0, upgraded.out);
  assert.match(upgraded.out, /an earlier upgrade was cut off/);
  assert.ok(await isHealthy());
  assert.match(await conf(), /^version=2\.0\.0$/m);
  assert.deepEqual(await clients(), ['Acme']);
});

test('a bundle of somebody else, or a damaged one, changes nothing', async (t) => {
  const { home, env } = await machine(t);
  const folder = await tempFolder(t);
  const own = bundles.get('1.0.0')!;
  await assay().json('appliance', 'keys', '--out', join(folder, 'other.key'));
  const foreign = await run(
    join(own, 'install.sh'),
    ['--key', join(folder, 'other.key.pub'), '--home', home],
    env,
  );
  assert.equal(foreign.status, 1);
  assert.match(foreign.out, /not signed with the key/);

  for (const name of ['upgrade.sh', 'SHA256SUMS', 'image.tar.gz']) {
    const damaged = join(folder, name);
    await cp(own, damaged, { recursive: true });
    await writeFile(join(damaged, name), 'x', { flag: 'a' });
    const { status, out } = await run(
      join(damaged, 'install.sh'),
      ['--key', join(shared, 'publisher.key.pub'), '--home', home],
      env,
    );
    assert.equal(status, 1, out);
    assert.match(out, /Nothing was changed/);
    const told = await assay().answer(
      'appliance',
      'verify',
      damaged,
      '--key',
      join(shared, 'publisher.key.pub'),
      '--json',
    );
    assert.equal(told.status, 1);
    assert.equal(told.fault.code, name === 'SHA256SUMS' ? 'BUNDLE_NOT_TRUSTED' : 'BUNDLE_DAMAGED');
  }
  assert.deepEqual(await readdir(home).catch(() => 'none'), 'none');
});

test('a PostgreSQL database is not upgraded without a backup of its own', async (t) => {
  const { install, upgrade, home, conf, isHealthy } = await machine(t);
  assert.equal((await install('1.0.0')).status, 0);
  await writeFile(join(home, 'assay.env'), 'DATABASE_URL=postgres://db/assay\n');
  const { status, out } = await upgrade('2.0.0');
  assert.equal(status, 1);
  assert.match(out, /--without-backup\. Nothing was changed/);
  assert.ok(await isHealthy());
  assert.match(await conf(), /^version=1\.0\.0$/m);
});
