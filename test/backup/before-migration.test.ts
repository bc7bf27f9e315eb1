import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openPatiently } from '#server/app/start.ts';
import { makeIdentity } from '#server/backup/keys.ts';
import { loadConfig } from '#server/config/env.ts';
import { keptCopyOf, removeOldCopies } from '#server/db/kept-copy.ts';
import { appliedMigrations, migrationNames } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Logger } from '#server/logging.ts';
import { days } from '#server/time.ts';
import { assayWith } from '#test/support/backup-installation.ts';
import { freshPostgres, withoutPostgres } from '#test/support/fresh-postgres.ts';
import { migrateTo } from '#test/support/migration-test.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const earlier = '0021_many_machines';
const first = migrationNames.find((name) => name > earlier)!;

/** An installation of an earlier release, which a server of this one opens. */
async function installation(t: TestContext, more: Record<string, string> = {}) {
  const folder = await tempFolder(t);
  const env = { DATA_DIR: join(folder, 'data'), PATH: process.env.PATH!, ...more };
  const config = loadConfig(env);
  const db = await openDatabase(config, { migrate: false });
  await migrateTo(db, earlier);
  await db.destroy();
  const keyFile = join(folder, 'key');
  const to = join(folder, 'backups');
  await writeFile(keyFile, `${(await makeIdentity()).identity}\n`);
  const says: { level: string; message: string; fields: Record<string, unknown> }[] = [];
  const of = (level: string) => (fields: Record<string, unknown>, message: string) =>
    void says.push({ level, message, fields });
  return {
    ...{ folder, env, says, to },
    withBackups: { ASSAY_BACKUP_TO: to, ASSAY_BACKUP_KEY_FILE: keyFile },
    keptCopy: keptCopyOf(config, first),
    async start(settings: Record<string, string> = {}) {
      const logger = { info: of('info'), warn: of('warn') } as unknown as Logger;
      const opened = await openPatiently(loadConfig({ ...env, ...settings }), { logger });
      try {
        return await appliedMigrations(opened);
      } finally {
        await opened.destroy();
      }
    },
  };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

test('without backups a copy of the SQLite file stays beside it', async (t) => {
  const { start, says, keptCopy, env } = await installation(t);
  assert.ok((await start())!.includes(first));
  assert.deepEqual(
    says.map(({ level, fields }) => [level, fields.copy]),
    [['info', keptCopy]],
  );
  // The copy is the database of then, and a backup does not have it.
  const then = await openDatabase(
    { dataDir: await copied(t, keptCopy), databaseUrl: null },
    { migrate: false },
  );
  t.after(() => then.destroy());
  assert.equal((await appliedMigrations(then))!.at(-1), earlier);
  await start();
  assert.equal(says.length, 1, 'the next start keeps nothing');
  const left = await readdir(env.DATA_DIR);
  assert.deepEqual(
    left.filter((name) => name.includes('before')),
    [nameOf(keptCopy)],
  );
});

/** A data folder with that file as its database. */
async function copied(t: TestContext, file: string): Promise<string> {
  const folder = await tempFolder(t);
  await copyFile(file, join(folder, 'assay.db'));
  return folder;
}

test('where backups are set up one is made, which the release from before can restore', async (t) => {
  const { start, says, withBackups, env, folder, to } = await installation(t);
  assert.ok((await start(withBackups))!.includes(first));
  assert.deepEqual(
    says.map(({ level, fields }) => [level, fields.pending]),
    [['info', migrationNames.slice(migrationNames.indexOf(first))]],
  );
  const left = await readdir(env.DATA_DIR);
  assert.deepEqual(
    left.filter((name) => name.includes('before')),
    [],
  );
  const all = assayWith({ ...env, ...withBackups });
  const { backups } = await all.json('backup', 'list');
  assert.deepEqual(
    backups.map(({ id }: { id: string }) => id),
    [says[0]!.fields.backupId],
  );
  const into = join(folder, 'restored');
  await all.json('restore', '--into', into, '--from', to);
  assert.ok(
    (await readdir(into)).includes(`assay.db.before-${first}`),
    'it was one of the release from before',
  );
});

test('a backup that cannot be made gives way to a copy', async (t) => {
  const { start, says, withBackups, keptCopy } = await installation(t);
  assert.ok((await start({ ...withBackups, ASSAY_BACKUP_TO: '/proc/assay' }))!.includes(first));
  assert.deepEqual(
    says.map(({ fields }) => fields.copy),
    [keptCopy],
  );
  assert.match(String(says[0]!.fields.reason), /\/proc\/assay of the backups cannot be used/);
});

test('of PostgreSQL without backups the log says clearly that nothing was kept', {
  skip: withoutPostgres,
}, async (t) => {
  const { start, says } = await installation(t, { DATABASE_URL: await freshPostgres() });
  assert.ok((await start())!.includes(first));
  assert.deepEqual(
    says.map(({ level, message }) => [level, message.slice(0, 38)]),
    [['warn', 'THE DATABASE IS BROUGHT UP TO DATE WIT']],
  );
});

test('several processes that come first at once keep the database of before', async (t) => {
  const { start, keptCopy } = await installation(t);
  await Promise.all([start(), start(), start()]);
  const then = await openDatabase(
    { dataDir: await copied(t, keptCopy), databaseUrl: null },
    { migrate: false },
  );
  t.after(() => then.destroy());
  assert.equal((await appliedMigrations(then))!.at(-1), earlier);
});

test('copies go after two weeks, and nothing else does', async (t) => {
  const dataDir = await tempFolder(t);
  const now = Date.now();
  for (const [name, ageDays] of [
    ['assay.db.before-0021_many_machines', 15],
    ['assay.db.before-0022_words_of_a_corpus', 13],
    ['assay.db', 99],
    ['assay.db.newer', 99],
  ] as const) {
    await writeFile(join(dataDir, name), '');
    const at = new Date(now - days(ageDays));
    await utimes(join(dataDir, name), at, at);
  }
  await mkdir(join(dataDir, 'assay.db.before-folder'));
  assert.deepEqual((await removeOldCopies({ dataDir }, now)).map(nameOf), [
    'assay.db.before-0021_many_machines',
  ]);
  assert.equal((await readdir(dataDir)).length, 4);
});
