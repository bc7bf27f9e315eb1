import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import BetterSqlite from 'better-sqlite3';
import { unknownSettings } from '#server/commands/upgrade/unknown-settings.ts';
import { settingsHelp } from '#server/config/settings-help.ts';
import { migrationNames } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { assayWith, hashesOf } from '#test/support/backup-installation.ts';
import { freshPostgres, withoutPostgres } from '#test/support/fresh-postgres.ts';
import { migrateTo } from '#test/support/migration-test.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const earlier = '0021_many_machines';
const coming = migrationNames.filter((name) => name > earlier);

/** An installation that an earlier release has served. */
async function earlierInstallation(t: TestContext, databaseUrl: string | null = null) {
  const dataDir = await tempFolder(t);
  const db = await openDatabase({ dataDir, databaseUrl }, { migrate: false });
  await migrateTo(db, earlier);
  await db.destroy();
  const env = {
    DATA_DIR: dataDir,
    PATH: process.env.PATH!,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  return { dataDir, env };
}

async function check(env: Record<string, string>) {
  // Without recognisers: hashing them takes longer than all the rest.
  const without = { ...env, WEIGHTS_DIR: join(env.DATA_DIR!, 'no-weights') };
  const { status, said, err } = await assayWith(without).answer('upgrade', 'check', '--json');
  assert.equal(err, '');
  return {
    status,
    pending: said.pending as string[],
    of: (name: string) =>
      said.checks.filter((one: { name: string }) => one.name === name) as {
        status: string;
        detail: string;
        advice?: string;
      }[],
  };
}

test('the check names what would be done to the database, and does nothing', async (t) => {
  const { dataDir, env } = await earlierInstallation(t);
  const before = await readFile(join(dataDir, 'assay.db'));
  const { pending, of } = await check(env);
  assert.deepEqual(pending, coming);
  const [database] = of('database');
  for (const name of [earlier, ...coming]) assert.ok(database!.detail.includes(name), name);
  assert.ok(of('before that')[0]!.detail.includes(join(dataDir, `assay.db.before-${coming[0]}`)));
  assert.deepEqual(await readFile(join(dataDir, 'assay.db')), before);
  const left = (await readdir(dataDir)).filter((name) => !/^assay\.db(-wal|-shm)?$/.test(name));
  assert.deepEqual(left, []);
});

test('an installation of this version, and one that is still to be made, have nothing to change', async (t) => {
  const dataDir = await tempFolder(t);
  const env = { DATA_DIR: dataDir, PATH: process.env.PATH! };
  const nothing = await check(env);
  assert.deepEqual(nothing.pending, []);
  assert.match(nothing.of('database')[0]!.detail, /will be made/);
  assert.deepEqual(await hashesOf(dataDir), {});
  await assayWith(env).json('clients', 'create', '--name', 'Acme', '--credits', '1');
  const used = await check(env);
  assert.deepEqual([used.pending, used.of('before that')], [[], []]);
  assert.match(used.of('database')[0]!.detail, /of this version already/);
});

test('what stands in the way ends it with 1', async (t) => {
  const { dataDir, env } = await earlierInstallation(t);
  const database = new BetterSqlite(join(dataDir, 'assay.db'));
  database.exec("insert into kysely_migration values ('0999_later', '2030-01-01')");
  database.close();
  const newer = await check(env);
  assert.equal(newer.status, 1);
  assert.match(newer.of('database')[0]!.detail, /was used by a newer Assay \(it has 0999_later\)/);
  const { status, err } = await assayWith({ ...env, PORT: 'x' }).answer('upgrade', 'check');
  assert.equal(status, 1);
  assert.match(err, /PORT must be/);
});

test('of PostgreSQL it says that Assay keeps no way back', { skip: withoutPostgres }, async (t) => {
  const { env } = await earlierInstallation(t, await freshPostgres());
  const { pending, of } = await check(env);
  assert.deepEqual(pending, coming);
  const [kept] = of('before that');
  assert.equal(kept!.status, 'warning');
  assert.match(kept!.detail, /ASSAY_BACKUP_TO is not set/);
});

test('settings that this version does not know are named, with the one that may be meant', async (t) => {
  const env = { DATA_DIR: await tempFolder(t), PATH: process.env.PATH!, ASR_HTTP_ADDRESS: 'http://gpu' };
  const { of } = await check(env);
  const [settings] = of('settings');
  assert.equal(settings!.status, 'warning');
  assert.match(settings!.detail, /does not know ASR_HTTP_ADDRESS/);
});

for (const [name, meant] of [
  ['DATABASE_URI', 'DATABASE_URL'],
  ['TRUST_PROXIES', 'TRUST_PROXY'],
  ['PUBLIC_URLS', 'PUBLIC_URL'],
  ['S3_ACCES_KEY_ID', 'S3_ACCESS_KEY_ID'],
  ['WORKER_CONCURENCY', 'WORKER_CONCURRENCY'],
  ['OIDC_REDIRECT', null],
  ['ASSAY_BACKUP_COMPRESSION_LEVEL', null],
  ['KEY_PEPER_FILE', 'KEY_PEPPER_FILE'],
] as const) {
  test(`${name} is no setting`, () => {
    assert.deepEqual(unknownSettings({ [name]: 'x' }), [{ name, meant }]);
  });
}

test('what others read, what is empty, and every setting there is are no unknown settings', () => {
  const others = [
    'HOME',
    'PATH',
    'LANG',
    'LANGUAGE',
    'LC_ALL',
    'USER',
    'SHLVL',
    'HOSTNAME',
    'NODE_ENV',
    'NODE_OPTIONS',
  ];
  others.push(
    'HTTP_PROXY',
    'NO_PROXY',
    'KUBERNETES_PORT',
    'XDG_DATA_DIRS',
    'LOGNAME',
    'MAIL',
    'NODE_EXTRA_CA_CERTS',
  );
  others.push(
    'ORT_DISABLE_TELEMETRY',
    'MALLOC_MMAP_THRESHOLD_',
    'INVOCATION_ID',
    'JOURNAL_STREAM',
    'PGHOST',
    'ASSAY_PORT',
  );
  const names = [...others, ...settingsHelp.map(([name]) => name)];
  assert.deepEqual(unknownSettings(Object.fromEntries(names.map((name) => [name, 'x']))), []);
  assert.deepEqual(unknownSettings({ ASR_NOTHING: ' ' }), []);
});

test('the guide and the changelog name the newest migration', async () => {
  const root = join(import.meta.dirname, '../..');
  const newest = `\`${migrationNames.at(-1)}\``;
  const [guide, changelog] = await Promise.all(
    ['docs/upgrade.md', 'CHANGELOG.md'].map((path) => readFile(join(root, path), 'utf8')),
  );
  assert.ok(guide!.includes(`| ${newest} |`));
  assert.ok(changelog!.split('\n## ')[1]!.includes(`Migrates the database to: ${newest}`));
});

test('the first command of this version that meets an earlier SQLite file keeps a copy of it', async (t) => {
  const { dataDir, env } = await earlierInstallation(t);
  await assayWith(env).json('clients', 'list');
  const kept = join(dataDir, `assay.db.before-${coming[0]}`);
  const copy = new BetterSqlite(kept, { readonly: true });
  t.after(() => copy.close());
  const names = copy.prepare('select name from kysely_migration order by name').pluck().all() as string[];
  assert.equal(names.at(-1), earlier);
  // Nothing to keep any more.
  await writeFile(kept, 'as it was');
  await assayWith(env).json('clients', 'list');
  assert.equal(await readFile(kept, 'utf8'), 'as it was');
});
