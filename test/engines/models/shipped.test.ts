import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { familyOf } from '#server/engines/installed/record.ts';
import { checkModelsAtBoot } from '#server/engines/models/boot-check.ts';
import { writeChoice } from '#server/engines/models/choice.ts';
import { loadContent } from '#server/engines/models/content/content.ts';
import { importFolder } from '#server/engines/models/import-folder.ts';
import { modelPlaces, shippedModel } from '#server/engines/models/local.ts';
import { writeFiles } from '#test/support/model-files.ts';
import { flipByte, moonshineLike, writeShipped } from '#test/support/moonshine-folder.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const bundledFolder = resolve(import.meta.dirname, '../../../models');
const id = 'moonshine-tiny-en';

async function setUp(t: TestContext) {
  const home = await tempFolder(t);
  const folders = { modelsDir: join(home, 'models'), weightsDir: join(home, 'weights') };
  const places = modelPlaces(folders);
  const start = () => checkModelsAtBoot({ places, bundledFolder, cachePath: join(home, 'hashes.json') });
  return { ...folders, places, start, find: () => shippedModel({ ...folders, id }) };
}

test('a model that came with the installation is found, unless the operator installed it anew', async (t) => {
  const { places, modelsDir, weightsDir, find } = await setUp(t);
  assert.equal(await find(), undefined);
  await writeShipped(weightsDir, id);
  assert.equal((await find())?.dir, join(weightsDir, id));
  await importFolder(places.installed, join(weightsDir, id));
  const found = await find();
  assert.equal(found?.dir, join(modelsDir, id));
  assert.equal(familyOf(found!.record.files), 'moonshine');
});

test('a start reads what came with the installation, chosen or not, and a chosen one is what it gives', async (t) => {
  const { places, weightsDir, start } = await setUp(t);
  await writeShipped(weightsDir, id);
  assert.equal(await start(), null);
  await writeChoice(places.installed.folder, { asr: id });
  const chosen = await start();
  assert.deepEqual([chosen?.record.id, chosen?.dir], [id, join(weightsDir, id)]);
});

test('a damaged one stops the start, until it is installed anew', async (t) => {
  const { places, weightsDir, start } = await setUp(t);
  await writeShipped(weightsDir, id);
  const decoder = join(weightsDir, id, 'decoder_model_merged.onnx');
  await flipByte(decoder);
  await assert.rejects(start(), (error: Error) => {
    assert.match(error.message, /decoder_model_merged\.onnx was changed or damaged/);
    assert.match(
      error.message,
      new RegExp(`\\(assay models pull ${id}, or assay models import BUNDLE\\)\\.$`),
    );
    return !error.message.includes('assay models remove');
  });
  await writeFile(join(weightsDir, id, 'model.json'), '{');
  await assert.rejects(start(), /model\.json is not valid JSON/);

  const [fresh] = await Promise.all([tempFolder(t), rm(join(places.installed.folder), { force: true })]);
  await writeShipped(fresh, id);
  await importFolder(places.installed, join(fresh, id));
  assert.equal(await start(), null);
  await flipByte(join(places.installed.folder, id, 'encoder_model.onnx'));
  await assert.rejects(start(), new RegExp(`or do without it: assay models remove ${id}`));
});

test('a folder of the two networks alone is imported as an English recogniser', async (t) => {
  const { places } = await setUp(t);
  const folder = join(await tempFolder(t), 'ours');
  await writeFiles(folder, { ...moonshineLike(), 'readme.txt': 'not part of it' });
  const record = await importFolder(places.installed, folder);
  assert.deepEqual(record.languages, ['en']);
  assert.deepEqual(
    record.files.map(({ path }) => path),
    ['decoder_model_merged.onnx', 'encoder_model.onnx'],
  );
});

const { 'encoder_model.onnx': encoder, 'decoder_model_merged.onnx': decoder } = moonshineLike();
for (const [title, files, message] of [
  [
    'an encoder that is a decoder',
    { 'encoder_model.onnx': decoder! },
    /encoder_model\.onnx is no network of Moonshine/,
  ],
  [
    'a decoder that is an encoder',
    { 'decoder_model_merged.onnx': encoder! },
    /decoder_model_merged\.onnx is no network/,
  ],
  [
    'a file that is no network',
    { 'encoder_model.onnx': Buffer.from('<html>') },
    /encoder_model\.onnx cannot be opened/,
  ],
  ['half a network', { 'decoder_model_merged.onnx': decoder!.subarray(0, 90) }, /decoder_model_merged\.onnx/],
] as const) {
  test(`${title} is refused by its name`, async (t) => {
    const folder = await tempFolder(t);
    await writeFiles(folder, { ...moonshineLike(), ...files });
    await assert.rejects(loadContent('asr', folder), { code: 'MODEL_REFUSED', message });
  });
}
