import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createBackup } from '#server/backup/create.ts';
import { createFolderStore } from '#server/backup/folder-store.ts';
import { readKeyFile } from '#server/backup/keys.ts';
import { comparePaths } from '#server/backup/manifest.ts';
import { tooOld } from '#server/backup/prune.ts';
import { loadConfig } from '#server/config/env.ts';
import { migrationNames } from '#server/db/migrate.ts';
import { takeLock } from '#server/process/folder-lock.ts';
import { days, systemClock } from '#server/time.ts';
import {
  assayWith,
  backupInstallation,
  hashesOf,
  PASSPHRASE,
  writeData,
} from '#test/support/backup-installation.ts';

/** Damages an object of the store by one bit. */
async function flipBit(path: string): Promise<void> {
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  const { size } = await file.stat();
  await file.read(byte, 0, 1, size >> 1);
  byte[0]! ^= 1;
  await file.write(byte, 0, 1, size >> 1);
  await file.close();
}

async function objects(to: string): Promise<{ path: string; size: number }[]> {
  const entries = await readdir(join(to, 'objects'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (path) => ({ path, size: (await stat(path)).size })));
}

/** Random content of a few kilobytes more than any other file of the installation. */
const LARGE = 400_000;
const largestObject = async (to: string) => (await objects(to)).sort((a, b) => b.size - a.size)[0]!.path;

test('a restored folder has every file and the same database, and serves the next backup', async (t) => {
  const one = await backupInstallation(t);
  const first = await one.create();
  assert.equal(first.knownFiles, 0);
  assert.equal(first.goneCount, 0);
  const into = join(one.folder, 'restored');
  const { status, said, err } = await one.restore(into);
  assert.equal(status, 0, err);
  assert.equal(said.replaced, null);
  assert.equal(said.files, first.backup.files);

  const [before, after] = [await hashesOf(one.dataDir), await hashesOf(into)];
  for (const path of [...one.paths, 'live/session-1/recording.wav', 'secrets/key-pepper']) {
    assert.equal(after[path], before[path], path);
  }
  const restored = assayWith({ ...one.env, DATA_DIR: into });
  const { clients } = await restored.json('clients', 'list');
  assert.deepEqual(
    clients.map((client: { id?: string; clientId?: string }) => client.id ?? client.clientId),
    [one.clientId],
  );
  assert.equal((await restored.json('audit', 'verify')).isIntact, true);

  const again = await restored.json('backup', 'create', '--to', one.to, '--key-file', one.keyFile);
  assert.equal(again.knownFiles, one.paths.length + 2, 'uploads, recording and pepper are not copied again');
});

test('the second backup copies only what is new or has changed', async (t) => {
  const one = await backupInstallation(t);
  await one.create();
  await writeData(join(one.dataDir, 'blobs/speech/run-9/upload'), randomBytes(LARGE));
  const changed = join(one.dataDir, one.paths[0]!);
  await writeFile(changed, randomBytes(2000));
  const second = await one.create();
  // The other uploads, recording and pepper.
  assert.equal(second.knownFiles, one.paths.length - 1 + 2);
  assert.ok(second.backup.addedBytes < LARGE + 200_000, `${second.backup.addedBytes} bytes added`);
  assert.ok(second.backup.sizeBytes > second.backup.addedBytes);
  const into = join(one.folder, 'restored');
  assert.equal((await one.restore(into)).status, 0);
  assert.deepEqual(await readFile(join(into, one.paths[0]!)), await readFile(changed));
});

test('neither names nor contents of a repository tell what is backed up', async (t) => {
  const one = await backupInstallation(t, { passphrase: true });
  await writeData(join(one.dataDir, 'blobs/speech/run-7/upload'), 'My name is Jane Candidate. '.repeat(50));
  await one.create();
  const secrets = ['Jane Candidate', 'run-7', 'upload', 'Acme', 'assay.db', one.clientId, PASSPHRASE];
  for (const path of Object.keys(await hashesOf(one.to))) {
    const content = await readFile(join(one.to, path), 'latin1');
    for (const secret of secrets) {
      assert.ok(!path.includes(secret), `${path} says ${secret}`);
      assert.ok(!content.includes(secret), `${path} has ${secret} in it`);
    }
  }
});

test('another passphrase, another secret key or a public key restores nothing and says why', async (t) => {
  const one = await backupInstallation(t, { passphrase: true });
  await one.create();
  const other = join(one.folder, 'other');
  await writeFile(other, 'wrong horse battery staple');
  const into = join(one.folder, 'restored');
  const wrong = await one.answer('restore', '--from', one.to, '--key-file', other, '--into', into, '--json');
  assert.equal(wrong.status, 1);
  assert.equal(wrong.fault.code, 'BACKUP_KEY');
  assert.match(wrong.fault.message, /passphrase is not that/);

  const secret = join(one.folder, 'secret');
  const { recipient } = await one.json('backup', 'keygen', '--out', secret);
  assert.equal((await stat(secret)).mode & 0o077, 0);
  const recipientFile = join(one.folder, 'public');
  await writeFile(recipientFile, `${recipient}\n`);
  const there = join(one.folder, 'for-a-key');
  await one.json('backup', 'create', '--to', there, '--key-file', recipientFile);
  const second = await one.json('backup', 'create', '--to', there, '--key-file', recipientFile);
  assert.equal(second.knownFiles, one.paths.length + 2, 'with a public key, too, only what is new is copied');

  const closed = await one.answer(
    'restore',
    '--from',
    there,
    '--key-file',
    recipientFile,
    '--into',
    into,
    '--json',
  );
  assert.match(closed.fault.message, /public key only makes backups/);
  const stranger = join(one.folder, 'stranger');
  await one.json('backup', 'keygen', '--out', stranger);
  const refused = await one.answer(
    'restore',
    '--from',
    there,
    '--key-file',
    stranger,
    '--into',
    into,
    '--json',
  );
  assert.equal(refused.fault.code, 'BACKUP_KEY');
  assert.deepEqual(await readdir(one.folder).then((names) => names.includes('restored')), false);

  await one.json('restore', '--from', there, '--key-file', secret, '--into', into);
  assert.deepEqual((await hashesOf(into))[one.paths[1]!], (await hashesOf(one.dataDir))[one.paths[1]!]);
});

test('a key file that cannot protect anything is refused', async (t) => {
  const { folder } = await backupInstallation(t, { files: 0 });
  const path = join(folder, 'key');
  for (const [content, why] of [
    ['', /is empty/],
    ['too short', /can be guessed/],
    [`age1${'q'.repeat(58)}`, /mistyped/],
    ['AGE-SECRET-KEY-1QQQQ', /mistyped/],
    ['one line that is long enough\nand another', /must hold one of/],
  ] as const) {
    await writeFile(path, content);
    await assert.rejects(readKeyFile(path), { code: 'BACKUP_KEY', message: why });
  }
});

test('verify finds a flipped bit and a missing object, and names the file when it has the key', async (t) => {
  const one = await backupInstallation(t);
  await writeData(join(one.dataDir, 'blobs/speech/run-8/upload'), randomBytes(LARGE));
  await one.create();
  assert.deepEqual((await one.verify()).said.faults, []);
  assert.deepEqual((await one.verify('--deep')).said.faults, []);

  const damaged = await largestObject(one.to);
  await flipBit(damaged);
  const shallow = await one.verify();
  assert.equal(shallow.status, 1);
  assert.equal(shallow.said.faults.length, 1);
  assert.match(shallow.said.faults[0].fault, /is damaged/);
  const deep = await one.verify('--deep');
  assert.equal(deep.status, 1);
  assert.match(deep.said.faults[0].fault, /^blobs\/speech\/run-8\/upload/);

  const into = join(one.folder, 'restored');
  const refused = await one.restore(into);
  assert.equal(refused.fault.code, 'BACKUP_DAMAGED');
  await assert.rejects(readdir(into), { code: 'ENOENT' }, 'what was made for it is gone');
  const partial = await one.restore(into, '--skip-damaged');
  assert.equal(partial.status, 1);
  assert.equal(partial.said.skipped.length, 1);
  assert.deepEqual((await hashesOf(into))[one.paths[2]!], (await hashesOf(one.dataDir))[one.paths[2]!]);

  await rm(damaged);
  assert.match((await one.verify()).said.faults[0].fault, /is missing/);
});

test('damaged objects that were discarded are stored anew by the next backup', async (t) => {
  const one = await backupInstallation(t);
  await writeData(join(one.dataDir, 'blobs/speech/run-8/upload'), randomBytes(LARGE));
  const first = await one.create();
  await flipBit(await largestObject(one.to));
  assert.equal((await one.verify('--discard-damaged')).status, 1);
  const second = await one.create();
  const after = await one.verify('--deep');
  assert.deepEqual(
    [...new Set(after.said.faults.map(({ backupId }: { backupId: string }) => backupId))],
    [first.backup.id],
    'the old backup lacks the file, the new one has it',
  );
  assert.equal((await one.verify(second.backup.id, '--deep')).status, 0);
});

test('a truncated object is not taken for one that is there', async (t) => {
  const one = await backupInstallation(t);
  await writeData(join(one.dataDir, 'blobs/speech/run-8/upload'), randomBytes(LARGE));
  await one.create();
  const object = await largestObject(one.to);
  await writeFile(object, (await readFile(object)).subarray(0, 1000));
  const { backup } = await one.create();
  assert.equal((await one.verify(backup.id, '--deep')).status, 0);
});

test('pruning removes what no backup needs any more and nothing else', async (t) => {
  const one = await backupInstallation(t);
  const gone = join(one.dataDir, 'blobs/speech/run-8/upload');
  await writeData(gone, randomBytes(LARGE));
  const first = await one.create();
  await rm(gone);
  await one.create();
  await one.create();
  const dry = await one.json('backup', 'prune', '--from', one.to, '--keep', '2', '--dry-run');
  assert.deepEqual(
    dry.removed.map(({ id }: { id: string }) => id),
    [first.backup.id],
  );
  assert.equal((await one.json('backup', 'list', '--from', one.to)).backups.length, 3);
  // Another program's files, in folders called as ours are.
  const others = ['objects/pack/one.idx', 'objects/ab/cdef', 'backups/2026.tar', 'incoming/letter.pdf'];
  for (const path of others) await writeData(join(one.to, path), 'kept');
  await writeData(join(one.to, 'objects/00', '0'.repeat(64)), 'what a backup that was cut off left');

  const pruned = await one.json('backup', 'prune', '--from', one.to, '--keep', '2');
  assert.equal(pruned.kept, 2);
  assert.ok(pruned.swept.bytes > LARGE, 'the upload that was deleted has left the backups');
  for (const path of others) assert.equal(await readFile(join(one.to, path), 'utf8'), 'kept');
  await assert.rejects(stat(join(one.to, 'objects/00', '0'.repeat(64))), { code: 'ENOENT' });
  assert.deepEqual((await one.verify('--deep')).said.faults, []);
});

test('which backups are too old', () => {
  const day = (age: number) => ({
    format: 'assay-backup-1' as const,
    id: `${100 - age}`,
    createdAt: new Date(days(1000) - days(age)).toISOString(),
    files: 1,
    sizeBytes: 1,
    addedBytes: 1,
    manifestSha256: '',
    objectsSha256: '',
  });
  const records = [30, 20, 10, 1].map(day);
  const gone = (keep: { count: number | null; days: number | null }) =>
    tooOld(records, keep, days(1000)).map(({ id }) => 100 - Number(id));
  assert.deepEqual(gone({ count: 2, days: null }), [30, 20]);
  assert.deepEqual(gone({ count: null, days: 15 }), [30, 20]);
  assert.deepEqual(gone({ count: 3, days: 15 }), [30]);
  assert.deepEqual(gone({ count: 1, days: 25 }), [30]);
  assert.deepEqual(
    tooOld(records.slice(0, 1), { count: null, days: 1 }, days(1000)),
    [],
    'the newest stays, however old',
  );
});

test('while one backup is at work, a second says so and touches nothing', async (t) => {
  const one = await backupInstallation(t);
  await one.create();
  const lock = takeLock(one.to, 'lock');
  assert.ok(lock);
  const second = await one.answer('backup', 'create', '--to', one.to, '--key-file', one.keyFile, '--json');
  assert.equal(second.fault.code, 'BACKUP_BUSY');
  const pruning = await one.answer('backup', 'prune', '--from', one.to, '--keep', '1', '--json');
  assert.equal(pruning.fault.code, 'BACKUP_BUSY');
  lock.release();
  assert.equal((await one.json('backup', 'list', '--from', one.to)).backups.length, 1);
});

test('a file that is deleted while the backup is made is left out, counted and named', async (t) => {
  const one = await backupInstallation(t);
  let isDeleted = false;
  const made = await createBackup({
    place: loadConfig(one.env),
    store: createFolderStore(one.to),
    key: await readKeyFile(one.keyFile),
    clock: systemClock,
    about: { assayVersion: '0', schema: migrationNames.at(-1)! },
    notes: async function* () {},
    onProgress: () => {
      // The copy of the database is under way: it names the file.
      if (isDeleted) return;
      isDeleted = true;
      import('node:fs').then((fs) => fs.rmSync(join(one.dataDir, 'blobs/speech/run-3'), { recursive: true }));
    },
  });
  assert.equal(made.goneCount, 1);
  const into = join(one.folder, 'restored');
  const { status, out } = await one
    .at(one.env)
    .answer('restore', '--from', one.to, '--key-file', one.keyFile, '--into', into);
  assert.equal(status, 0);
  assert.match(
    out,
    /1 files were deleted while the backup was made and are not in it, such as blobs\/speech\/run-3\/upload/,
  );
});

test('a folder that is served, or that is not empty, is not restored into', async (t) => {
  const one = await backupInstallation(t);
  await one.create();
  const refused = await one.restore(one.dataDir);
  assert.equal(refused.fault.code, 'RESTORE_REFUSED');
  assert.match(refused.fault.message, /is not empty/);
  const lock = takeLock(one.dataDir, 'serve.lock');
  const served = await one.restore(one.dataDir, '--force');
  assert.equal(served.status, 1);
  assert.match(served.fault.message, /Another Assay is serving/);
  lock!.release();

  const before = await hashesOf(one.dataDir);
  await writeFile(join(one.dataDir, one.paths[0]!), 'spoilt');
  const forced = await one.restore(one.dataDir, '--force');
  assert.equal(forced.status, 0, forced.err);
  const after = await hashesOf(one.dataDir);
  assert.equal(after[one.paths[0]!], before[one.paths[0]!]);
  assert.equal(await readFile(join(forced.said.replaced, one.paths[0]!), 'utf8'), 'spoilt');
});

test('backups of a folder that has no database, and in the data folder itself, are refused', async (t) => {
  const one = await backupInstallation(t);
  const nothing = assayWith({ ...one.env, DATA_DIR: join(one.folder, 'nothing') });
  const missing = await nothing.answer(
    'backup',
    'create',
    '--to',
    one.to,
    '--key-file',
    one.keyFile,
    '--json',
  );
  assert.match(missing.fault.message, /There is no database/);
  assert.equal(
    (await one.answer('backup', 'list', '--from', one.to, '--json')).fault.code,
    'BACKUP_NOT_FOUND',
  );
  const within = join(one.dataDir, 'backups');
  const refused = await one.answer('backup', 'create', '--to', within, '--key-file', one.keyFile, '--json');
  assert.equal(refused.fault.code, 'BACKUP_PLACE');
});

test('paths sort as a walk through folders meets them', () => {
  const walked = ['a', 'a-b/x', 'a.txt', 'a/b', 'a/b/c', 'a/b-c', 'b'];
  const tree = ['a/b', 'a/b-c', 'a-b/x', 'a.txt', 'b'];
  assert.deepEqual([...tree].sort(comparePaths), tree);
  assert.ok(walked.every((path) => comparePaths(path, path) === 0));
  assert.ok(comparePaths('a/b', 'a/b/c') < 0);
});
