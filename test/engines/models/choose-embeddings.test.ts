import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import type { ModelRecord } from '#server/engines/installed/record.ts';
import { checkModelsAtBoot } from '#server/engines/models/boot-check.ts';
import { chooseEmbeddings } from '#server/engines/models/choose-embeddings.ts';
import { importFolder } from '#server/engines/models/import-folder.ts';
import { listInventory } from '#server/engines/models/inventory.ts';
import { modelPlaces, projectModels, usedEmbeddings } from '#server/engines/models/local.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { answerVectors, startEmbeddingsServer } from '#test/support/embeddings-server.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { sentenceWidth, writeSentenceModel } from '../../../testkit/test-model/write-sentence-model.ts';

const bundled = dirname(bundledModel('wordllama-256.bin'));
const { signal } = new AbortController();

async function emptyPlaces(t: TestContext) {
  const folder = await tempFolder(t);
  return { folder, modelsDir: join(folder, 'models'), weightsDir: join(folder, 'weights') };
}

async function choose(
  t: TestContext,
  { modelsDir, weightsDir }: { modelsDir: string; weightsDir: string },
  server: Parameters<typeof chooseEmbeddings>[0]['server'] = null,
) {
  const engine = await chooseEmbeddings({ server, modelsDir, weightsDir, bundled, threads: 1 });
  t.after(() => engine.close());
  return engine;
}

test('without a model or a server the bundled vectors are used', async (t) => {
  const engine = await choose(t, await emptyPlaces(t));
  assert.equal(engine.dimensions, 256);
  assert.ok((await engine.embed(['nurse'], 'query', signal))[0]!.some((value) => value !== 0));
});

test('an installed model is used instead, under a name that tells its weights', async (t) => {
  const { folder, ...places } = await emptyPlaces(t);
  const { installed } = modelPlaces(places);
  await writeSentenceModel(join(folder, 'sentences'));
  const record = await importFolder(installed, join(folder, 'sentences'), { facts: { licence: 'MIT' } });
  assert.equal(record.kind, 'embeddings');
  assert.deepEqual(record.languages, ['en']);
  const engine = await choose(t, places);
  assert.equal(engine.dimensions, sentenceWidth);
  assert.match(engine.name, /^sentences:[0-9a-f]{12}\/1$/);
  const inventory = await listInventory({
    places: modelPlaces(places),
    projectFolder: projectModels,
    machine: { cores: 2, memoryBytes: 8e9 },
  });
  const listed = inventory.find(({ id }) => id === 'sentences')!;
  assert.deepEqual([listed.inUse, listed.isRecogniser], [true, false]);
});

test('a damaged model stops the start, and nothing else takes its place', async (t) => {
  const { folder, ...places } = await emptyPlaces(t);
  await writeSentenceModel(join(folder, 'sentences'));
  await importFolder(modelPlaces(places).installed, join(folder, 'sentences'), {});
  await writeFile(join(places.modelsDir, 'sentences', 'onnx', 'model.onnx'), 'damaged');
  const check = checkModelsAtBoot({
    places: modelPlaces(places),
    bundledFolder: projectModels,
    cachePath: join(folder, 'verified.json'),
  });
  await assert.rejects(check, /onnx\/model\.onnx has 7 bytes.*assay models remove sentences/s);
  await assert.rejects(choose(t, places), /cannot be opened/);
});

test('of a folder with several forms the one that is asked for is installed, else that of 8 bits', async (t) => {
  const { folder, ...places } = await emptyPlaces(t);
  const dir = join(folder, 'sentences');
  await writeSentenceModel(dir);
  await writeSentenceModel(dir, { precision: 'int8' });
  const { installed } = modelPlaces(places);
  const networks = async (facts: Parameters<typeof importFolder>[2]) =>
    (await importFolder(installed, dir, facts)).files
      .map(({ path }) => path)
      .filter((path) => path.endsWith('.onnx'));
  assert.deepEqual(await networks({}), ['onnx/model_quantized.onnx']);
  assert.deepEqual(await networks({ precision: 'fp32' }), ['onnx/model.onnx']);
  await assert.rejects(networks({ precision: 'q4' }), /has no network in q4/);
});

test('a folder that is no model of embeddings is not installed', async (t) => {
  const { folder, ...places } = await emptyPlaces(t);
  await writeSentenceModel(join(folder, 'sentences'));
  await writeFile(join(folder, 'sentences', 'onnx', 'model.onnx'), 'no network');
  await assert.rejects(
    importFolder(modelPlaces(places).installed, join(folder, 'sentences'), {}),
    /cannot be used: onnx\/model\.onnx cannot be opened/,
  );
});

test('of several models that of most languages is used, then the first by name', () => {
  const found = (id: string, languages: readonly string[], kind: ModelRecord['kind'] = 'embeddings') => {
    const record = {
      format: 1,
      id,
      kind,
      title: id,
      languages: [...languages],
      licence: '',
      source: '',
      files: [],
    };
    return { id, dir: `/models/${id}`, isShipped: false, record: record as ModelRecord };
  };
  const one = [found('b', ['en']), found('a', ['en']), found('whisper', limits.languages, 'asr')];
  assert.equal(usedEmbeddings(one)?.record.id, 'a');
  assert.equal(usedEmbeddings([...one, found('z', limits.languages)])?.record.id, 'z');
  assert.equal(usedEmbeddings(one.slice(2)), undefined);
});

test('a server that is configured comes first, whether it is there or not', async (t) => {
  const server = await startEmbeddingsServer(answerVectors(48));
  t.after(() => server.close());
  const { folder, ...places } = await emptyPlaces(t);
  await writeSentenceModel(join(folder, 'sentences'));
  await importFolder(modelPlaces(places).installed, join(folder, 'sentences'), {});
  const settings = { url: server.url, model: 'e5', apiKey: null, dimensions: 48, timeoutMs: 1000 };
  const engine = await choose(t, places, settings);
  assert.equal((await engine.embed(['nurse'], 'query', signal))[0]!.length, 48);
  const away = await choose(t, places, { ...settings, url: 'http://127.0.0.1:1/v1' });
  assert.equal(away.dimensions, 48);
  assert.equal(away.name, engine.name);
});
