import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createBucketStore } from '#server/backup/bucket-store.ts';
import { createFolderStore } from '#server/backup/folder-store.ts';
import { type BackupStore, objectPath } from '#server/backup/port.ts';
import { openBucket } from '#server/storage/s3/bucket.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { startS3Server } from '../../testkit/s3-server/server.ts';

/** Two stores at one place, as two processes have them. */
async function inBucket(t: TestContext, options: Parameters<typeof startS3Server>[0]) {
  const server = await startS3Server(options);
  t.after(server.stop);
  const open = async () => {
    const s3 = { ...server, region: 'us-east-1', forcePathStyle: true };
    const bucket = openBucket(s3, { bucket: server.bucket, prefix: 'backups/assay' });
    t.after(() => bucket.client.destroy());
    return createBucketStore({ bucket, spoolFolder: join(await tempFolder(t), 'spool') });
  };
  return [await open(), await open()] as const;
}

/** What a place of backups promises, whatever it is. */
const stores: Record<string, (t: TestContext) => Promise<readonly [BackupStore, BackupStore]>> = {
  folder: async (t) => {
    const folder = join(await tempFolder(t), 'backups');
    return [createFolderStore(folder), createFolderStore(folder)];
  },
  bucket: (t) => inBucket(t, { mostPerPage: 2 }),
  'bucket that keeps versions': (t) => inBucket(t, { isVersioned: true }),
};

async function* chunks(...content: (string | Buffer)[]) {
  for (const chunk of content) yield Buffer.from(chunk as string);
}
const textOf = async (content: AsyncIterable<Uint8Array> | undefined) =>
  content && Buffer.concat(await Array.fromAsync(content)).toString();

for (const [kind, open] of Object.entries(stores)) {
  test(`${kind}: an object is named by the hash of its bytes, and stored once`, async (t) => {
    const [store] = await open(t);
    const bytes = randomBytes(11 * 1024 * 1024);
    const made = await store.putObject(chunks(bytes.subarray(0, 100), bytes.subarray(100)));
    const name = createHash('sha256').update(bytes).digest('hex');
    assert.deepEqual(made, { name, sizeBytes: bytes.length });
    assert.deepEqual(await store.putObject(chunks(bytes)), made);
    assert.equal(await store.sizeOf(objectPath(name)), bytes.length);
    const read = await Array.fromAsync((await store.read(objectPath(name)))!);
    assert.ok(Buffer.concat(read).equals(bytes));
  });

  test(`${kind}: content under a path is replaced whole; what is not there is said so`, async (t) => {
    const [store] = await open(t);
    await store.put('backups/a.json', chunks('first, longer'));
    await store.put('backups/a.json', chunks('sec', 'ond'));
    assert.equal(await textOf(await store.read('backups/a.json')), 'second');
    assert.equal(await store.sizeOf('backups/a.json'), 6);
    assert.equal(await store.read('backups/b.json'), undefined);
    assert.equal(await store.sizeOf('backups/b.json'), null);
    await store.delete('backups/a.json');
    await store.delete('backups/a.json');
    assert.equal(await store.read('backups/a.json'), undefined);
  });

  test(`${kind}: content that fails on its way leaves nothing, and its own error is told`, async (t) => {
    const [store] = await open(t);
    async function* failing() {
      yield randomBytes(6 * 1024 * 1024);
      throw new Error('the disk broke');
    }
    await assert.rejects(store.putObject(failing()), /the disk broke/);
    await assert.rejects(store.put('backups/a.json', failing()), /the disk broke/);
    assert.deepEqual(await Array.fromAsync(store.list('objects')), []);
    assert.deepEqual(await Array.fromAsync(store.list('backups')), []);
    assert.equal(await store.removeUnfinished(), 0);
  });

  test(`${kind}: everything below a folder is listed, and nothing beside it`, async (t) => {
    const [store] = await open(t);
    const paths = ['backups/a.json', 'backups/a.manifest', 'backups/b.json', 'backups-1/c', 'config'];
    for (const path of paths) await store.put(path, chunks(path));
    const listed = await Array.fromAsync(store.list('backups'));
    assert.deepEqual(
      listed.sort((a, b) => (a.path < b.path ? -1 : 1)),
      paths.slice(0, 3).map((path) => ({ path, sizeBytes: path.length })),
    );
    assert.deepEqual(await Array.fromAsync(store.list('nothing')), []);
  });

  test(`${kind}: one writes at a time, and the next once it has ended`, async (t) => {
    const [one, other] = await open(t);
    const lock = (await one.lock())!;
    assert.equal(await other.lock(), null);
    await lock.release();
    const next = (await other.lock())!;
    assert.equal(await one.lock(), null);
    await next.release();
  });
}
