import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { createFsBlobStore } from '#server/storage/fs.ts';
import { type BlobPage, blobEntries, blobPages, type OwnBlobStore } from '#server/storage/port.ts';
import { createS3BlobStore } from '#server/storage/s3/blob-store.ts';
import { openBucket } from '#server/storage/s3/bucket.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { startS3Server } from '../../testkit/s3-server/server.ts';

/** Of three parts of an upload. */
const LARGE_BYTES = 12 * 1024 * 1024 + 1;
const foreign = process.env.ASSAY_TEST_S3;

async function inBucket(t: TestContext, options: Parameters<typeof startS3Server>[0]): Promise<OwnBlobStore> {
  const server = await startS3Server(options);
  const bucket = openBucket(
    { ...server, region: 'us-east-1', forcePathStyle: true, endpoint: server.endpoint },
    { bucket: server.bucket, prefix: 'assay' },
  );
  t.after(() => {
    bucket.client.destroy();
    return server.stop();
  });
  return createS3BlobStore({ bucket, lentFolder: join(await tempFolder(t), 'lent') });
}

/** What a store of blobs promises, whatever keeps them. */
const stores: Record<string, (t: TestContext) => Promise<OwnBlobStore>> = {
  folder: async (t) => createFsBlobStore({ root: await tempFolder(t) }),
  bucket: (t) => inBucket(t, {}),
  'bucket, pages of two': (t) => inBucket(t, { mostPerPage: 2 }),
  'bucket that keeps versions': (t) => inBucket(t, { isVersioned: true, mostPerPage: 3 }),
  // ASSAY_TEST_S3=http://KEY:SECRET@host:port/bucket: another S3 server than the test's own.
  ...(foreign && {
    'foreign bucket': async (t: TestContext) => {
      const { origin, username, password, pathname } = new URL(foreign);
      const bucket = openBucket(
        {
          endpoint: origin,
          region: 'us-east-1',
          accessKeyId: username,
          secretAccessKey: password,
          forcePathStyle: true,
        },
        { bucket: pathname.slice(1), prefix: `test-${randomBytes(6).toString('hex')}` },
      );
      t.after(() => bucket.client.destroy());
      return createS3BlobStore({ bucket, lentFolder: join(await tempFolder(t), 'lent') });
    },
  }),
};

const names = ({ entries }: BlobPage) => entries.map(({ name }) => name);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

for (const [kind, open] of Object.entries(stores)) {
  test(`${kind}: a blob is read back as it was put`, async (t) => {
    const blobs = await open(t);
    const bytes = randomBytes(300_000);
    const pieces = [bytes.subarray(0, 1000), bytes.subarray(1000)];
    assert.deepEqual(await blobs.put('speech/a/upload', Readable.from(pieces)), { sizeBytes: 300_000 });
    assert.deepEqual(await blobs.read('speech/a/upload'), bytes);
    assert.deepEqual(await blobs.withLocalFile('speech/a/upload', (path) => readFile(path)), bytes);
  });

  test(`${kind}: a large blob comes back whole, and in parts`, async (t) => {
    const blobs = await open(t);
    const bytes = randomBytes(LARGE_BYTES);
    const through = new PassThrough();
    const put = blobs.put('speech/a/upload', through);
    through.end(bytes);
    assert.deepEqual(await put, { sizeBytes: LARGE_BYTES });
    const opened = (await blobs.open('speech/a/upload'))!;
    assert.equal(opened.sizeBytes, LARGE_BYTES);
    assert.equal(sha256(Buffer.concat(await opened.stream().toArray())), sha256(bytes));
    const range = { start: 5_242_870, end: 10_485_770 };
    const part = Buffer.concat(await opened.stream(range).toArray());
    assert.equal(sha256(part), sha256(bytes.subarray(range.start, range.end + 1)));
  });

  test(`${kind}: an empty blob is one`, async (t) => {
    const blobs = await open(t);
    assert.deepEqual(await blobs.put('speech/a/upload', Readable.from([])), { sizeBytes: 0 });
    assert.deepEqual(await blobs.read('speech/a/upload'), Buffer.alloc(0));
    assert.equal((await blobs.open('speech/a/upload'))!.sizeBytes, 0);
  });

  test(`${kind}: a part of a blob is streamed without the rest`, async (t) => {
    const blobs = await open(t);
    await blobs.put('speech/a/upload', Readable.from([Buffer.from('0123456789')]));
    const opened = (await blobs.open('speech/a/upload'))!;
    assert.equal(opened.sizeBytes, 10);
    const read = async (range?: { start: number; end: number }) =>
      Buffer.concat(await opened.stream(range).toArray()).toString();
    assert.equal(await read({ start: 3, end: 5 }), '345');
    assert.equal(await read({ start: 9, end: 9 }), '9');
    assert.equal(await read(), '0123456789');
  });

  test(`${kind}: a blob that is not there reads as undefined, and nothing lies at its path`, async (t) => {
    const blobs = await open(t);
    assert.equal(await blobs.open('speech/a/upload'), undefined);
    assert.equal(await blobs.read('speech/a/upload'), undefined);
    await blobs.withLocalFile('speech/a/upload', (path) => assert.rejects(stat(path), { code: 'ENOENT' }));
  });

  test(`${kind}: nothing is visible under a key until the blob is complete`, async (t) => {
    const blobs = await open(t);
    const content = new PassThrough();
    const putting = blobs.put('speech/a/upload', content);
    // More than one part of an upload: some of it is with the store.
    content.write(Buffer.alloc(6 * 1024 * 1024));
    await new Promise<void>((taken) => content.once('drain', taken));
    assert.equal(await blobs.read('speech/a/upload'), undefined);
    assert.deepEqual((await blobs.list('speech', { limit: 9 })).entries, []);
    content.end('end');
    const { sizeBytes } = await putting;
    assert.equal((await blobs.read('speech/a/upload'))!.length, sizeBytes);
  });

  test(`${kind}: a stream that fails leaves nothing behind, and its own error is told`, async (t) => {
    const blobs = await open(t);
    const content = new PassThrough();
    const putting = assert.rejects(blobs.put('speech/a/upload', content), /connection lost/);
    content.write(Buffer.alloc(6 * 1024 * 1024));
    await new Promise<void>((taken) => content.once('drain', taken));
    content.destroy(new Error('connection lost'));
    await putting;
    assert.equal(await blobs.open('speech/a/upload'), undefined);
    assert.equal(await blobs.removeUnfinished(0), 0);
  });

  test(`${kind}: a second put replaces the first whole`, async (t) => {
    const blobs = await open(t);
    await blobs.put('speech/a/cut.mp3', Readable.from(['first, longer']));
    await blobs.put('speech/a/cut.mp3', Readable.from(['second']));
    assert.equal(String(await blobs.read('speech/a/cut.mp3')), 'second');
    assert.deepEqual(names(await blobs.list('speech/a', { limit: 9 })), ['cut.mp3']);
  });

  test(`${kind}: deleting a prefix takes all its blobs and no other; deleting nothing is no fault`, async (t) => {
    const blobs = await open(t);
    for (const key of ['speech/a/upload', 'speech/a/cut.mp3', 'speech/ab/upload', 'speech/b/upload']) {
      await blobs.put(key, Readable.from(['x']));
    }
    await blobs.delete('speech/a');
    await blobs.delete('speech/a/');
    assert.deepEqual(names(await blobs.list('speech', { limit: 9 })), ['ab', 'b']);
    await blobs.delete('speech/b/upload');
    assert.deepEqual(names(await blobs.list('speech', { limit: 9 })), ['ab']);
    assert.equal(await blobs.open('speech/b/upload'), undefined);
  });

  test(`${kind}: entries are listed with their age`, async (t) => {
    const blobs = await open(t);
    const before = Date.now();
    await blobs.put('speech/a/upload', Readable.from(['x']));
    const after = Date.now();
    const { entries } = await blobs.list('speech', { limit: 9 });
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['a'],
    );
    // Some stores know whole seconds alone.
    const { modifiedAtMs } = entries[0]!;
    assert.ok(modifiedAtMs >= before - 1000 && modifiedAtMs <= after + 1000, `${modifiedAtMs} ${before}`);
  });

  test(`${kind}: a long list comes in pages, whatever is deleted on the way`, async (t) => {
    const blobs = await open(t);
    for (const name of ['d', 'b', 'e', 'a', 'c', 'a-1', 'a.b']) {
      await blobs.put(`speech/${name}/upload`, Readable.from(['x']));
      await blobs.put(`speech/${name}/upload.json`, Readable.from(['x']));
    }
    const first = await blobs.list('speech', { limit: 2 });
    assert.equal(names(first).length, 2);
    await blobs.delete(`speech/${names(first)[1]}`);
    const second = await blobs.list('speech', { after: first.after, limit: 9 });
    assert.equal(second.after, null);
    assert.deepEqual([...names(first), ...names(second)].sort(), ['a', 'a-1', 'a.b', 'b', 'c', 'd', 'e']);
    assert.deepEqual(
      (await Array.fromAsync(blobEntries(blobs, 'speech/e'))).map(({ name }) => name),
      ['upload', 'upload.json'],
    );

    const walked: string[] = [];
    for await (const page of blobPages(blobs, 'speech', 2)) {
      for (const { name } of page) {
        walked.push(name);
        await blobs.delete(`speech/${name}`);
      }
    }
    assert.equal(walked.length, 6);
    assert.deepEqual(await Array.fromAsync(blobEntries(blobs, 'speech')), []);
  });

  test(`${kind}: files of one folder come in pages, too`, async (t) => {
    const blobs = await open(t);
    const files = ['listening', 'listening.json', 'listening-1', 'upload'];
    for (const name of files) await blobs.put(`speech/a/${name}`, Readable.from(['x']));
    const pages = await Array.fromAsync(blobPages(blobs, 'speech/a', 1));
    assert.deepEqual(
      pages
        .flat()
        .map(({ name }) => name)
        .sort(),
      [...files].sort(),
    );
  });

  for (const key of [
    '../secrets',
    'speech/../../x',
    '/etc/passwd',
    'speech//a',
    '',
    '.incoming/x',
    'a/.hidden',
    'a\0b',
    'a\\..\\b',
  ]) {
    test(`${kind}: the key ${JSON.stringify(key)} reaches nothing`, async (t) => {
      const blobs = await open(t);
      await assert.rejects(blobs.put(key, Readable.from(['x'])), RangeError);
      await assert.rejects(blobs.read(key), RangeError);
      await assert.rejects(blobs.open(key), RangeError);
      await assert.rejects(blobs.delete(key), RangeError);
      await assert.rejects(blobs.move(key, 'speech/a/upload'), RangeError);
      await assert.rejects(
        blobs.withLocalFile(key, async () => undefined),
        RangeError,
      );
    });
  }

  test(`${kind}: a blob is moved, and what lay there is replaced`, async (t) => {
    const blobs = await open(t);
    await blobs.put('speech/a/upload', Readable.from(['new']));
    await blobs.put('cvs/b/upload', Readable.from(['old']));
    await blobs.move('speech/a/upload', 'cvs/b/upload');
    assert.equal(String(await blobs.read('cvs/b/upload')), 'new');
    assert.equal(await blobs.open('speech/a/upload'), undefined);
    await assert.rejects(blobs.move('speech/a/upload', 'cvs/b/upload'), { code: 'ENOENT' });
    assert.equal(String(await blobs.read('cvs/b/upload')), 'new');
  });

  test(`${kind}: the check says that something can be stored, and leaves nothing`, async (t) => {
    const blobs = await open(t);
    const { ok, detail } = await blobs.check();
    assert.ok(ok, detail);
    await assert.rejects(blobs.list('', { limit: 9 }), RangeError);
    assert.deepEqual((await blobs.list('speech', { limit: 9 })).entries, []);
  });
}
