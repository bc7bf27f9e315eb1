import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { readCatalogue, recommendedModel } from '#server/engines/models/catalogue.ts';
import { startHub } from '#test/support/hub-server.ts';
import { writeFiles } from '#test/support/model-files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { writeTestWhisper } from '../../scripts/test-model/write-whisper.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const machine = { cores: availableParallelism(), memoryBytes: totalmem() };

async function setUp(t: TestContext) {
  const home = await tempFolder(t);
  const exported = join(home, 'export');
  await writeTestWhisper(exported, { geometry: 'short', layouts: ['merged'], precisions: ['int8'] });
  const model = recommendedModel(await readCatalogue(join(root, 'models')), machine);
  const names = (readdirSync(exported, { recursive: true }) as string[]).filter((name) =>
    /\.\w+$/.test(name),
  );
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(exported, name))]));
  const hub = await startHub(t, { repo: model.repo, files });
  const state = join(home, 'state');
  const models = join(home, 'data/models');
  const pullOnce = async (env: Record<string, string> = {}) => {
    const { stdout, stderr } = await run('bash', [join(root, 'scripts/setup-model'), state], {
      env: {
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        DATA_DIR: join(home, 'data'),
        ASSAY_MODELS_MIRROR: hub.url,
        ...env,
      },
    });
    assert.equal(stdout, '', 'standard output belongs to the demo');
    return stderr;
  };
  return { hub, model, models, pullOnce, isSettled: () => existsSync(join(state, 'model')) };
}

test('set-up pulls the recommended model once and takes it into use', async (t) => {
  const { hub, model, models, pullOnce, isSettled } = await setUp(t);
  assert.match(await pullOnce(), new RegExp(`Pulling ${model.id}: 100 %`));
  assert.deepEqual(JSON.parse(readFileSync(join(models, 'choice.json'), 'utf8')), { asr: model.id });
  assert.ok(isSettled());
  const requests = hub.requests.length;
  assert.equal(await pullOnce(), '');
  assert.equal(hub.requests.length, requests);
});

test('set-up without a hub goes on at once and leaves no trace of models', async (t) => {
  const { models, pullOnce, isSettled } = await setUp(t);
  const from = performance.now();
  assert.match(await pullOnce({ ASSAY_MODELS_MIRROR: 'http://127.0.0.1:9' }), /English only/);
  assert.ok(performance.now() - from < 20_000);
  assert.ok(!existsSync(models));
  assert.ok(isSettled(), 'it does not ask again at every start');
});

test('set-up waits three seconds for a hub that does not answer, no longer', async (t) => {
  const { hub, pullOnce, isSettled } = await setUp(t);
  hub.listing.delayMs = 60_000;
  assert.match(await pullOnce(), /no answer within 3 s[\s\S]*English only/);
  assert.ok(isSettled());
});

test('ASSAY_OFFLINE=1 asks nobody, and the next set-up may', async (t) => {
  const { hub, pullOnce, isSettled } = await setUp(t);
  assert.equal(await pullOnce({ ASSAY_OFFLINE: '1' }), '');
  assert.deepEqual([hub.requests.length, isSettled()], [0, false]);
});

test('a download that broke off goes on at the next set-up', async (t) => {
  const { hub, model, models, pullOnce, isSettled } = await setUp(t);
  const decoder = 'onnx/decoder_model_merged_quantized.onnx';
  hub.plan.set(decoder, [{ kind: 'status', status: 403 }]);
  assert.match(await pullOnce(), /answers 403/);
  assert.deepEqual([isSettled(), existsSync(join(models, model.id))], [false, false]);
  await pullOnce();
  assert.ok(isSettled() && existsSync(join(models, model.id)));
  const encoder = hub.requests.filter(({ path }) => path === 'onnx/encoder_model_quantized.onnx');
  assert.equal(encoder.length, 1, 'what had come is not fetched again');
});

test('who has chosen a recogniser gets no other', async (t) => {
  const { hub, models, pullOnce, isSettled } = await setUp(t);
  await writeFiles(models, { 'choice.json': '{"asr":"embedded"}' });
  assert.equal(await pullOnce(), '');
  assert.deepEqual([hub.requests.length, isSettled()], [0, true]);
});
