import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { assayWith } from '#test/support/backup-installation.ts';
import { type Behaviour, SPOILT, writeImage } from '#test/support/stand-in-engine/image.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { freePort } from '../../testkit/postgres.ts';

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
  // Before the folder goes: what runs is written there.
  t.after(() => run('docker', ['rm', '--force', 'assay'], env));
  const folder = await tempFolder(t);
  const home = join(folder, 'assay');
  const env = {
    PATH: `${resolve(import.meta.dirname, '../support/stand-in-engine')}:${process.env.PATH!}`,
    STAND_IN_HOME: join(folder, 'docker'),
    STAND_IN_SERVER: resolve(import.meta.dirname, '../../server'),
    // As in the image: some fifty starts of Node then read what the first ones compiled.
    NODE_COMPILE_CACHE: join(shared, 'compile-cache'),
  };
  const port = await freePort();
  const key = ['--key', join(shared, 'publisher.key.pub'), '--home', home];
  const isHealthy = async () =>
    (await fetch(`http://127.0.0.1:${port}/api/v1/health`).catch(() => undefined))?.ok === true;
  return {
    home,
    env,
    install: (release: string) =>
      run(join(bundles.get(release)!, 'install.sh'), [...key, '--port', String(port)], env),
    upgrade: (release: string, ...more: string[]) =>
      run(join(bundles.get(release)!, 'upgrade.sh'), [...key, ...more], env),
    /** This release serves, with these clients, and nothing is under way. */
    async serves(release: string, ...expected: string[]) {
      assert.ok(await isHealthy());
      const conf = await readFile(join(home, 'appliance.conf'), 'utf8');
      assert.match(conf, new RegExp(`^version=${release}$`, 'm'));
      const { clients } = await assay(home).json('clients', 'list');
      assert.deepEqual((clients as { name: string }[]).map(({ name }) => name).sort(), expected);
      assert.ok(!(await readdir(home)).some((name) => name.startsWith('upgrade-under-way')));
    },
    /** Until the new server of an upgrade has changed the data; then the script's process. */
    async spoilt(): Promise<number> {
      const log = join(env.STAND_IN_HOME, 'assay.log');
      while (!(await readFile(log, 'utf8').catch(() => '')).includes(SPOILT)) await setTimeout(50);
      const { out } = await run('pgrep', ['-o', '-f', `${home} --wait 3600`]);
      return Number(out);
    },
  };
}

/** One installation, in this order: a start of the real server takes its seconds. */
test('the life of an installation', async (t) => {
  const { install, upgrade, serves, spoilt, home, env } = await machine(t);

  await t.test('it is installed, once', async () => {
    const { status, out } = await install('1.0.0');
    assert.equal(status, 0, out);
    assert.match(out, /signs in at http\S+\/console\/welcome#/);
    await serves('1.0.0');
    await assay(home).json('clients', 'create', '--name', 'Acme', '--credits', '5');
    const again = await install('2.0.0');
    assert.equal(again.status, 1);
    assert.match(again.out, /Assay 1\.0\.0 is installed .* already/);
  });

  await t.test('a PostgreSQL database is not upgraded without a backup of its own', async () => {
    const settings = await readFile(join(home, 'assay.env'), 'utf8');
    await writeFile(join(home, 'assay.env'), 'DATABASE_URL=postgres://db/assay\n');
    const { status, out } = await upgrade('2.0.0');
    assert.equal(status, 1);
    assert.match(out, /--without-backup\. Nothing was changed/);
    await writeFile(join(home, 'assay.env'), settings);
    await serves('1.0.0', 'Acme');
  });

  for (const [release, what] of [
    ['2.0.1', 'changes the data and is never healthy'],
    ['2.0.2', 'ends at once'],
  ] as const) {
    await t.test(`an upgrade to a server that ${what} is taken back, image and data`, async () => {
      const { status, out } = await upgrade(release, '--wait', '1');
      assert.equal(status, 1, out);
      assert.match(out, /the upgrade was taken back: Assay 1\.0\.0 serves again with its data/);
      await serves('1.0.0', 'Acme');
    });
  }

  await t.test('an upgrade that is cut off is taken back at once', async () => {
    const cut = upgrade('2.0.1', '--wait', '3600');
    process.kill(await spoilt(), 'SIGTERM');
    const { status, out } = await cut;
    assert.equal(status, 1, out);
    assert.match(out, /cut off\. Assay 1\.0\.0 serves/);
    await serves('1.0.0', 'Acme');
  });

  await t.test('an upgrade that the machine died in is taken back by the next', async () => {
    await rm(join(env.STAND_IN_HOME, 'assay.log'));
    const stuck = upgrade('2.0.1', '--wait', '3600');
    process.kill(await spoilt(), 'SIGKILL');
    await run('docker', ['stop', 'assay'], env);
    await stuck;

    const { status, out } = await upgrade('2.0.0');
    assert.equal(status, 0, out);
    assert.match(out, /an earlier upgrade was cut off/);
    await serves('2.0.0', 'Acme');
  });

  await t.test(
    'an upgrade that came through before the machine died stands; one can go back from it',
    async () => {
      const conf = await readFile(join(home, 'appliance.conf'), 'utf8');
      const mark = await readFile(join(home, 'last-upgrade'), 'utf8');
      const oldImage = /^image=(.*)$/m.exec(mark)![1]!;
      await writeFile(
        join(home, 'appliance.conf'),
        conf.replace(/^image=.*$/m, `image=${oldImage}`).replace('version=2.0.0', 'version=1.0.0'),
      );
      await rename(join(home, 'last-upgrade'), join(home, 'upgrade-under-way'));
      await assay(home).json('clients', 'create', '--name', 'Later', '--credits', '5');

      const { status, out } = await upgrade('2.0.0', '--back');
      assert.equal(status, 0, out);
      assert.match(out, /it had come through: Assay 2\.0\.0 serves/);
      assert.match(out, /back from 2\.0\.0 to 1\.0\.0/);
      await serves('1.0.0', 'Acme');
      const more = await upgrade('2.0.0', '--back');
      assert.match(more.out, /no earlier upgrade to go back from/);
    },
  );
});

test('a bundle of another vendor, or a damaged one, changes nothing', async (t) => {
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

/** What an attacker does to a genuine bundle on its way, leaving its list and its signature as they are. */
const doctored: readonly (readonly [
  what: string,
  change: (folder: string) => Promise<unknown>,
  said: RegExp,
])[] = [
  ['models put beside it', (at) => writeFile(join(at, 'models.tar'), 'x'), /did not sign: models\.tar\./],
  ['a hidden file', (at) => writeFile(join(at, '.env'), 'X=1'), /did not sign: \.env\./],
  ['a folder', (at) => mkdir(join(at, 'models')), /did not sign: models\./],
  ['a name that begins like an option', (at) => writeFile(join(at, '-n'), ''), /did not sign: /],
  ['a name of two listed lines', (at) => writeFile(join(at, 'image.tar.gz  x'), ''), /did not sign: image/],
  [
    'a link to what is on the list now',
    async (at) => {
      await rename(join(at, 'image.tar.gz'), `${at}.elsewhere`);
      await symlink(`${at}.elsewhere`, join(at, 'image.tar.gz'));
    },
    /image\.tar\.gz of the bundle is no plain file/,
  ],
  ['a guide that is missing', (at) => rm(join(at, 'tls.md')), /the bundle is damaged/],
];

test('a genuine bundle that holds more than its publisher signed changes nothing', async (t) => {
  const { home, env } = await machine(t);
  const folder = await tempFolder(t);
  for (const [what, change, said] of doctored) {
    const medium = join(folder, what);
    await cp(bundles.get('1.0.0')!, medium, { recursive: true });
    await change(medium);
    for (const script of ['install.sh', 'upgrade.sh']) {
      if (script === 'upgrade.sh') {
        await mkdir(home, { recursive: true });
        await writeFile(join(home, 'appliance.conf'), 'engine=docker\nname=assay\nversion=0.9.0\n');
      }
      const { status, out } = await run(
        join(medium, script),
        ['--key', join(shared, 'publisher.key.pub'), '--home', home],
        env,
      );
      assert.equal(status, 1, `${what}: ${out}`);
      assert.match(out, said);
      assert.match(out, /Nothing was changed/);
    }
    await rm(home, { recursive: true });
  }
  assert.deepEqual(await readdir(env.STAND_IN_HOME).catch(() => []), [], 'no image was loaded');
});

test('an older bundle is not installed unless the operator asks for it', async (t) => {
  const { home, upgrade } = await machine(t);
  await mkdir(home);
  await writeFile(join(home, 'appliance.conf'), 'engine=docker\nname=assay\nversion=1.10.0\n');
  // What is looked at next, so that nothing has to be started to see who gets there.
  await writeFile(join(home, 'assay.env'), 'DATABASE_URL=postgres://db/assay\n');
  const next = /the database is PostgreSQL.*Nothing was changed/;
  const refusal =
    /Assay 1\.0\.0, which is older than the installed 1\.10\.0.*--back.*--allow-older\. Nothing was changed/;
  for (const [release, more, said] of [
    ['1.0.0', [], refusal],
    ['1.0.0', ['--allow-older'], next],
    ['2.0.0', [], next],
  ] as const) {
    const { status, out } = await upgrade(release, ...more);
    assert.equal(status, 1, out);
    assert.match(out, said);
  }
});

test('which of two versions is older', async () => {
  const script = '. "$0"; is_older "$1" "$2" && echo older || echo not';
  const file = resolve(import.meta.dirname, '../../deploy/appliance/appliance.sh');
  const said = async (one: string, than: string) =>
    (await run('sh', ['-c', script, file, one, than])).out.trim();
  const ascending = [
    '0.9.9',
    '1.4.0-alpha',
    '1.4.0-beta.2',
    '1.4.0-beta.11',
    '1.4.0-rc.1',
    '1.4.0',
    '1.9.0',
    '1.10.0',
    '2',
    '2.0.1',
  ];
  for (const [at, older] of ascending.entries()) {
    assert.equal(await said(older, older), 'not');
    for (const newer of ascending.slice(at + 1, at + 3)) {
      assert.equal(await said(older, newer), 'older', `${older} ${newer}`);
      assert.equal(await said(newer, older), 'not', `${newer} ${older}`);
    }
  }
  assert.equal(await said('1.4.0+b1', '1.4.0+b2'), 'not', 'builds of one version');
  assert.equal(await said('2026-11-24', '2026-12-01'), 'older');
});

test("another's container of that name stays", async (t) => {
  const { install, env } = await machine(t);
  await mkdir(env.STAND_IN_HOME);
  const others = { assay: { label: 'assay.home=/elsewhere' } };
  const state = JSON.stringify({ images: {}, tags: {}, containers: others });
  await writeFile(join(env.STAND_IN_HOME, 'state.json'), state);
  const { status, out } = await install('1.0.0');
  assert.equal(status, 1);
  assert.match(out, /a container "assay" that is no part of .*Nothing was changed/);
  assert.equal(await readFile(join(env.STAND_IN_HOME, 'state.json'), 'utf8'), state);
});
