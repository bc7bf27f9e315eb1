import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openInstallation } from '#server/app/installation.ts';
import { loadConfig } from '#server/config/env.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createLogger } from '#server/logging.ts';
import { notedFilesPlace, noteFilesPlace } from '#server/modules/installation/files-place.ts';
import { assayWith, backupInstallation } from '#test/support/backup-installation.ts';
import { freshPostgres, withoutPostgres } from '#test/support/fresh-postgres.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const commands = [
  ['clients', 'list'],
  ['projects', 'list', '--client', 'x'],
  ['keys', 'list', '--client', 'x'],
  ['credits', 'add', '--client', 'x', '--amount', '5'],
  ['runs', 'list'],
  ['jobs', 'list', '--client', 'x'],
  ['webhooks', 'list'],
  ['console', 'people'],
  ['audit', 'verify'],
];

for (const argv of commands) {
  test(`assay ${argv.join(' ')} answers for no installation that it has just made`, async (t) => {
    const folder = await tempFolder(t);
    const { status, out, err } = await assayWith({ DATA_DIR: folder }).answer(...argv);
    assert.deepEqual(
      [status, out, err],
      [1, '', `assay: There is no database ${join(folder, 'assay.db')}. Is DATA_DIR right?\n`],
    );
    const asJson = await assayWith({ DATA_DIR: folder }).answer(...argv, '--json');
    assert.equal(asJson.fault.code, 'DATABASE_UNUSABLE');
    assert.deepEqual(await readdir(folder), []);
  });
}

test('nor for an empty database of PostgreSQL', { skip: withoutPostgres }, async (t) => {
  const url = await freshPostgres();
  const env = { DATA_DIR: await tempFolder(t), DATABASE_URL: url };
  const { status, err } = await assayWith(env).answer('audit', 'verify');
  assert.equal(status, 1);
  assert.match(err, /^assay: There is nothing of Assay in the database .+\. Is DATABASE_URL right\?\n$/);
});

test('a backup of other files than the server’s is refused: recordings would be missing', async (t) => {
  const { env, create, answer, to, keyFile } = await backupInstallation(t, { files: 1 });
  const config = loadConfig(env);
  const noted = async (place: string) => {
    const db = await openDatabase(config);
    await noteFilesPlace(db, place);
    await db.destroy();
  };
  await noted('the data folder');
  await create();
  await noted('s3://recordings/assay');
  const { status, out, err } = await answer('backup', 'create', '--to', to, '--key-file', keyFile);
  assert.deepEqual([status, out], [1, '']);
  assert.match(err, /files in s3:\/\/recordings\/assay, these settings in the data folder\..+BLOB_STORE/);
});

test('a server writes down where the files are, and warns when that is another place than before', async (t) => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'warn', name: 'test', write: (line) => lines.push(line) });
  const config = loadConfig({ DATA_DIR: await tempFolder(t) });
  const serve = async () => {
    const { db, leave } = await openInstallation(config, { logger });
    leave();
    return db;
  };
  await (await serve()).destroy();
  const db = await serve();
  assert.equal(await notedFilesPlace(db), 'the data folder');
  assert.deepEqual(lines, []);
  await noteFilesPlace(db, 's3://recordings/assay');
  await db.destroy();
  await (await serve()).destroy();
  assert.match(lines.join(), /"before":"s3:\/\/recordings\/assay","place":"the data folder"/);
});
