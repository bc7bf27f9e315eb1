import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { createFsBlobStore } from '#server/storage/fs.ts';
import { type BlobPage, blobEntries, blobPages } from '#server/storage/port.ts';

async function openStore(t: TestContext) {
  const root = await mkdtemp(join(tmpdir(), 'assay-blobs-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const files = async () =>
    (await readdir(root, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  return { root, files, blobs: createFsBlobStore({ root }) };
}

test('a blob that cannot be put in place leaves nothing behind and frees the stream', async (t) => {
  const { root, blobs, files } = await openStore(t);
  await blobs.put('speech/a/upload', Readable.from(['x']));
  // A file where the blob's folder should be.
  await writeFile(join(root, 'speech', 'b'), '');
  const content = Readable.from(['y']);
  await assert.rejects(blobs.put('speech/b/upload', content));
  assert.ok(content.destroyed);
  assert.deepEqual(await files(), ['b', 'upload']);
});

test('a disk that is full leaves nothing behind', async (t) => {
  const { root, files } = await openStore(t);
  // The kernel's limit on file size fails a write in the middle of a file, as a full disk does.
  const store = join(import.meta.dirname, '../../server/storage/fs.ts');
  const script = `
    const { createFsBlobStore } = await import(${JSON.stringify(store)});
    const { Readable } = await import('node:stream');
    const content = Readable.from([Buffer.alloc(80_000), Buffer.alloc(80_000)]);
    await createFsBlobStore({ root: ${JSON.stringify(root)} })
      .put('speech/a/upload', content)
      .catch(({ code }) => console.log(code));`;
  const node = [process.execPath, '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)('prlimit', ['--fsize=100000', ...node]);
  assert.equal(stdout.trim(), 'EFBIG');
  assert.deepEqual(await files(), []);
});

test('deleting a prefix takes all its blobs and leaves no empty folder; deleting nothing is no fault', async (t) => {
  const { root, blobs } = await openStore(t);
  await blobs.put('speech/a/upload', Readable.from(['x']));
  await blobs.put('speech/a/cut.mp3', Readable.from(['x']));
  await blobs.put('speech/b/upload', Readable.from(['x']));
  await blobs.delete('speech/a');
  await blobs.delete('speech/a');
  assert.deepEqual(
    (await blobs.list('speech', { limit: 9 })).entries.map(({ name }) => name),
    ['b'],
  );
  await blobs.delete('speech/b/upload');
  assert.deepEqual(
    (await readdir(root)).filter((name) => !name.startsWith('.')),
    [],
  );
});

test('a folder that vanishes between its making and the rename does not lose the blob', async (t) => {
  const { blobs } = await openStore(t);
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      await blobs.put(`speech/same/${index}`, Readable.from(['x']));
      await blobs.delete(`speech/same/${index}`);
    }),
  );
  assert.deepEqual((await blobs.list('speech', { limit: 9 })).entries, []);
});

test('a long list comes in pages by name, whatever is deleted on the way', async (t) => {
  const { root, blobs } = await openStore(t);
  for (const name of ['d', 'b', 'e', 'a', 'c'])
    await blobs.put(`speech/${name}/upload`, Readable.from(['x']));
  const names = ({ entries }: BlobPage) => entries.map(({ name }) => name);
  const first = await blobs.list('speech', { limit: 2 });
  assert.deepEqual([names(first), first.after], [['a', 'b'], 'b']);
  await blobs.delete('speech/b');
  const second = await blobs.list('speech', { after: first.after, limit: 3 });
  assert.deepEqual([names(second), second.after], [['c', 'd', 'e'], null]);

  const walked: string[] = [];
  for await (const page of blobPages(blobs, 'speech', 2)) {
    for (const { name } of page) {
      walked.push(name);
      await blobs.delete(`speech/${name}`);
    }
  }
  assert.deepEqual(walked, ['a', 'c', 'd', 'e']);
  assert.deepEqual(await Array.fromAsync(blobEntries(blobs, 'speech')), []);

  // What cannot be looked at ends no list before its time.
  await blobs.put('speech/z/upload', Readable.from(['x']));
  await symlink('/nowhere', join(root, 'speech', 'y'));
  const gone = await blobs.list('speech', { limit: 1 });
  assert.deepEqual([names(gone), gone.after], [[], 'y']);
  assert.deepEqual(
    (await Array.fromAsync(blobEntries(blobs, 'speech'))).map(({ name }) => name),
    ['z'],
  );
});

test('what a killed put left is removed once it is old enough, and not before', async (t) => {
  const { root, blobs, files } = await openStore(t);
  await blobs.put('speech/a/upload', Readable.from(['x']));
  const leftover = join(root, '.incoming', 'left');
  await writeFile(leftover, 'half');
  assert.equal(await blobs.removeUnfinished(60_000), 0);
  const old = new Date(Date.now() - 120_000);
  await utimes(leftover, old, old);
  assert.equal(await blobs.removeUnfinished(60_000), 1);
  assert.deepEqual(await files(), ['upload']);
});

test('the store checks that it can be written to', async (t) => {
  const { blobs, files } = await openStore(t);
  const check = await blobs.check();
  assert.ok(check.ok, check.detail);
  assert.deepEqual(await files(), []);
  // A file where the folder should be. (Not /proc: Node's recursive mkdir never returns there.)
  const broken = createFsBlobStore({ root: join(import.meta.filename, 'store') });
  assert.equal((await broken.check()).ok, false);
});

test('a blob is moved in one step, its empty folder goes, and what lay there is replaced', async (t) => {
  const { blobs, root } = await openStore(t);
  await blobs.put('speech/a/upload', Readable.from(['new']));
  await blobs.put('cvs/b/upload', Readable.from(['old']));
  await blobs.move('speech/a/upload', 'cvs/b/upload');
  assert.equal(String(await blobs.read('cvs/b/upload')), 'new');
  assert.equal(await blobs.open('speech/a/upload'), undefined);
  assert.deepEqual((await readdir(root)).sort(), ['.incoming', 'cvs']);
  await assert.rejects(blobs.move('speech/a/upload', 'cvs/b/upload'), { code: 'ENOENT' });
  assert.equal(String(await blobs.read('cvs/b/upload')), 'new');
});
