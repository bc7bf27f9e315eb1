import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import type { ModelRecord } from '#server/engines/installed/record.ts';
import { importBundle } from '#server/engines/models/bundle/import-bundle.ts';
import { listOf, sumsOf } from '#server/engines/models/bundle/lists.ts';
import { endOfArchive, headerBlock, paddingOf } from '#server/engines/models/bundle/ustar.ts';
import { writeBundle } from '#server/engines/models/bundle/write-bundle.ts';
import { textSha256 } from '#server/engines/models/content/hashing.ts';
import { importFolder } from '#server/engines/models/import-folder.ts';
import type { ModelStore } from '#server/engines/models/store.ts';
import { contentOf, everythingIn, randomBytes, tempStore, writeFiles } from '#test/support/model-files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { seededRandom } from '../../../../testkit/random.ts';

const run = promisify(execFile);

/** Sizes around the block size of the format. */
const someFiles = {
  'config.json': Buffer.from('{}'),
  'onnx/encoder_model.onnx': randomBytes(1500, 1),
  'onnx/decoder_model_merged.onnx': randomBytes(1024, 2),
  'tokenizer.json': Buffer.alloc(0),
};

async function install(
  store: ModelStore,
  id: string,
  files: Readonly<Record<string, Buffer>>,
): Promise<ModelRecord> {
  const staging = await store.stage(id);
  await writeFiles(staging.folder, files);
  const record = await staging.prepare({
    format: 1,
    id,
    kind: 'asr',
    title: `Model ${id}`,
    licence: 'MIT',
    source: 'this test',
    files: Object.entries(files).map(([path, content]) => ({
      path,
      sizeBytes: content.length,
      sha256: textSha256(content),
    })),
  });
  await staging.place();
  return record;
}

const localIn = (store: ModelStore, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => ({ record: await store.get(id), dir: store.folderOf(id) })));

async function bundled(t: TestContext, ids: readonly string[] = ['whisper-a']) {
  const [store, folder] = await Promise.all([tempStore(t), tempFolder(t)]);
  for (const id of ids) await install(store, id, someFiles);
  const path = join(folder, 'models.tar');
  return { store, folder, path, ...(await writeBundle(await localIn(store, ids), path)) };
}

test('a bundle brings the very files to another machine', async (t) => {
  const { store, path, sha256, sizeBytes } = await bundled(t, ['whisper-a', 'whisper-b']);
  const content = await readFile(path);
  assert.equal(textSha256(content), sha256);
  assert.equal(content.length, sizeBytes);
  const other = await tempStore(t);
  const shown: number[] = [];
  const models = await importBundle(other, path, {
    expectedSha256: sha256,
    onProgress: (done) => shown.push(done),
  });
  assert.deepEqual(
    models.map(({ id }) => id),
    ['whisper-a', 'whisper-b'],
  );
  assert.deepEqual(contentOf(other.folder), contentOf(store.folder));
  assert.equal(shown.at(-1), sizeBytes);
});

test('the same models make the same bundle, byte for byte', async (t) => {
  const [one, two] = await Promise.all([bundled(t), bundled(t)]);
  assert.equal(one.sha256, two.sha256);
});

test('any tar program and sha256sum can look into a bundle', async (t) => {
  const { folder, path } = await bundled(t);
  const out = join(folder, 'unpacked');
  await mkdir(out);
  await run('tar', ['-xf', path, '-C', out]);
  const { stdout } = await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: out });
  assert.equal(stdout.trim().split('\n').length, 1 + Object.keys(someFiles).length);
  assert.ok(!/FAILED/.test(stdout));
});

test('no single flipped bit of a bundle gets through', async (t) => {
  const { path, folder } = await bundled(t);
  const content = await readFile(path);
  const other = await tempStore(t);
  const random = seededRandom(4);
  const changed = join(folder, 'changed.tar');
  for (let round = 0; round < 200; round++) {
    const bit = Math.floor(random() * content.length * 8);
    const copy = Buffer.from(content);
    copy[bit >> 3]! ^= 1 << (bit & 7);
    await writeFile(changed, copy);
    const where = `bit ${bit} of byte ${bit >> 3}`;
    await assert.rejects(importBundle(other, changed), { name: 'ModelError' }, where);
    assert.deepEqual(everythingIn(other.folder), {}, where);
  }
});

test('no truncated or lengthened bundle gets through', async (t) => {
  const { path, folder } = await bundled(t);
  const content = await readFile(path);
  const other = await tempStore(t);
  const random = seededRandom(5);
  const changed = join(folder, 'changed.tar');
  const lengths = [0, 1, 511, 512, 1024, content.length - 1, content.length - 512, content.length - 1024];
  for (let round = 0; round < 60; round++) lengths.push(Math.floor(random() * content.length));
  for (const length of lengths) {
    await writeFile(changed, content.subarray(0, length));
    await assert.rejects(importBundle(other, changed), { name: 'ModelError' }, `${length} bytes`);
  }
  await writeFile(changed, Buffer.concat([content, Buffer.alloc(512)]));
  await assert.rejects(importBundle(other, changed), { message: /something follows its end/ });
  assert.deepEqual(everythingIn(other.folder), {});
});

test('a bundle changed together with its checksums is told by the SHA-256 that bundling printed', async (t) => {
  const { folder, sha256, models } = await bundled(t);
  const files = { ...someFiles, 'config.json': Buffer.from('{"evil":1}') };
  const [model] = models;
  const record = {
    ...model!,
    files: Object.entries(files).map(([path, content]) => ({
      path,
      sizeBytes: content.length,
      sha256: textSha256(content),
    })),
  };
  const forged = join(folder, 'forged.tar');
  await writeFile(forged, tarOf(record, Object.entries(files)));
  const other = await tempStore(t);
  await assert.rejects(importBundle(other, forged, { expectedSha256: sha256 }), {
    code: 'BUNDLE_REFUSED',
    message: /its SHA-256 is not the one given/,
  });
  assert.deepEqual(everythingIn(other.folder), {});
  await importBundle(other, forged);
});

/** A bundle as a forger would make it: right in itself. */
function tarOf(record: ModelRecord, files: [string, Buffer][], list = listOf([record])): Buffer {
  const entries: [string, Buffer][] = [
    ['assay-bundle.json', Buffer.from(list)],
    ['SHA256SUMS', Buffer.from(sumsOf(list, [record]))],
    ...files.map(([path, content]): [string, Buffer] => [`${record.id}/${path}`, content]),
  ];
  const blocks = entries.flatMap(([name, content]) => [
    headerBlock({ name, sizeBytes: content.length }),
    content,
    paddingOf(content.length),
  ]);
  return Buffer.concat([...blocks, endOfArchive()]);
}

for (const [title, change, message] of [
  ['leads out of the folder', { path: '../../etc/cron.d/evil' }, /not a file name of a model/],
  ['is absolute', { path: '/etc/passwd' }, /not a file name of a model/],
  ['is hidden', { path: '.bashrc' }, /not a file name of a model/],
  ['is the record itself', { path: 'model.json' }, /not a file name of a model/],
  ['has a size that is none', { sizeBytes: -1 }, /size of "config\.json" is no number/],
] as const) {
  test(`a bundle with a file that ${title} is refused`, async (t) => {
    const { folder, models } = await bundled(t);
    const [first, ...rest] = models[0]!.files;
    const record = { ...models[0]!, files: [{ ...first!, ...change }, ...rest] };
    const forged = join(folder, 'forged.tar');
    await writeFile(forged, tarOf(record, Object.entries(someFiles)));
    const other = await tempStore(t);
    await assert.rejects(importBundle(other, forged), { message });
    assert.deepEqual(everythingIn(other.folder), {});
  });
}

test('tar archives of other programs, with links and devices in them, are refused', async (t) => {
  const folder = await tempFolder(t);
  await writeFiles(join(folder, 'in'), { 'whisper-a/config.json': '{}' });
  await symlink('/etc/passwd', join(folder, 'in/whisper-a/tokenizer.json'));
  const path = join(folder, 'other.tar');
  await run('tar', ['-cf', path, '-C', join(folder, 'in'), '.']);
  const store = await tempStore(t);
  await assert.rejects(importBundle(store, path), { code: 'BUNDLE_REFUSED' });
  await writeFile(path, randomBytes(5000, 3));
  await assert.rejects(importBundle(store, path), { code: 'BUNDLE_REFUSED' });
  assert.deepEqual(everythingIn(store.folder), {});
});

test('of a bundle with one model that does not load, none is installed', async (t) => {
  const { path } = await bundled(t, ['whisper-a', 'whisper-b']);
  const other = await tempStore(t, {
    checkContent: async (_kind, folder) => {
      if (folder.includes('whisper-b')) throw new Error('whisper-b is broken');
      return { languages: ['en'] };
    },
  });
  await assert.rejects(importBundle(other, path), /whisper-b is broken/);
  assert.deepEqual(await other.list(), []);
  assert.deepEqual(everythingIn(other.folder), {});
});

test('an installed model that was damaged since is not bundled', async (t) => {
  const { store, folder } = await bundled(t);
  const out = join(folder, 'again.tar');
  const before = await localIn(store, ['whisper-a']);
  await writeFile(join(store.folderOf('whisper-a'), 'onnx/encoder_model.onnx'), randomBytes(1500, 9));
  await assert.rejects(writeBundle(before, out), {
    code: 'MODEL_DAMAGED',
    message: /encoder_model\.onnx is not what its SHA-256 says/,
  });
  await rm(join(store.folderOf('whisper-a'), 'onnx/encoder_model.onnx'));
  await assert.rejects(writeBundle(before, out), { message: /encoder_model\.onnx is missing/ });
  assert.ok(!existsSync(out) && !existsSync(`${out}.part`));
});

test('an import that the power cut short is cleared away, and a model being replaced comes back', async (t) => {
  const { store } = await bundled(t);
  const before = contentOf(store.folderOf('whisper-a'));
  const staging = join(store.folder, '.staging');
  // The moment between the two renames of a replacement.
  await mkdir(staging, { recursive: true });
  await rename(store.folderOf('whisper-a'), join(staging, 'whisper-a.replaced'));
  await writeFiles(join(staging, 'whisper-a.new'), { 'config.json': 'half' });
  await writeFiles(join(staging, 'whisper-c.new'), { 'config.json': 'half' });
  await install(store, 'whisper-b', someFiles);
  assert.deepEqual(contentOf(store.folderOf('whisper-a')), before);
  assert.deepEqual(
    (await store.list()).map(({ id }) => id),
    ['whisper-a', 'whisper-b'],
  );
  assert.deepEqual(Object.keys(everythingIn(staging)), []);
});

test('an installed folder can be imported as it is, and only as it was', async (t) => {
  const { store } = await bundled(t);
  const other = await tempStore(t);
  await importFolder(other, store.folderOf('whisper-a'));
  assert.deepEqual(contentOf(other.folder), contentOf(store.folder));
  await appendFile(join(store.folderOf('whisper-a'), 'config.json'), ' ');
  const third = await tempStore(t);
  await assert.rejects(importFolder(third, store.folderOf('whisper-a')), {
    code: 'MODEL_REFUSED',
    message: /config\.json is not what model\.json says/,
  });
  assert.deepEqual(everythingIn(third.folder), {});
});

test('a disk that really runs full leaves nothing half-installed', async (t) => {
  const folder = await tempFolder(t);
  try {
    execFileSync('unshare', ['-rm', 'true'], { stdio: 'ignore' });
  } catch {
    return t.skip('this machine lets users mount no disk of their own');
  }
  const { path } = await bundled(t, ['whisper-a']);
  const store = await tempStore(t);
  await install(store, 'large', {
    'config.json': Buffer.from('{}'),
    'onnx/encoder_model.onnx': randomBytes(3_000_000, 6),
  });
  const large = join(folder, 'large.tar');
  await writeBundle(await localIn(store, ['large']), large);
  const disk = join(folder, 'disk');
  await mkdir(disk);
  const program = resolve(import.meta.dirname, '../../../support/import-on-small-disk.ts');
  const script = 'mount -t tmpfs -o size=2m tmpfs "$1" && exec "$2" "$3" "$1" "$4" "$5"';
  const { stdout } = await run('unshare', [
    '-rm',
    'sh',
    '-c',
    script,
    '-',
    disk,
    process.execPath,
    program,
    path,
    large,
  ]);
  const { first, second, left } = JSON.parse(stdout);
  assert.deepEqual(first, { installed: ['whisper-a'] });
  assert.equal(second.code, 'DISK_FULL');
  assert.match(second.message, /is full\. Nothing was installed/);
  assert.deepEqual(
    left.map((name: string) => name.split('/')[1]),
    left.map(() => 'whisper-a'),
  );
  assert.ok(readFileSync(path).length > 0);
});
