import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { checkModelsAtBoot } from '#server/engines/models/boot-check.ts';
import { writeChoice } from '#server/engines/models/choice.ts';
import { createHashCache } from '#server/engines/models/content/verify.ts';
import { importFolder } from '#server/engines/models/import-folder.ts';
import { modelPlaces } from '#server/engines/models/local.ts';
import { type Damage, damageModel } from '#test/support/damage-model.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { writeTestWhisper } from '../../../testkit/test-model/write-whisper.ts';

const run = promisify(execFile);
const damages = 200;
const bundledFolder = resolve(import.meta.dirname, '../../../models');

async function testModel(t: TestContext): Promise<string> {
  const folder = join(await tempFolder(t), 'whisper-test');
  await writeTestWhisper(folder, { geometry: 'short', layouts: ['merged'], timestamped: true });
  return folder;
}

async function installed(t: TestContext) {
  const home = await tempFolder(t);
  const places = modelPlaces({ modelsDir: join(home, 'models'), weightsDir: join(home, 'weights') });
  const store = places.installed;
  const { id } = await importFolder(store, await testModel(t));
  await writeChoice(store.folder, { asr: id });
  const start = () => checkModelsAtBoot({ places, bundledFolder, cachePath: join(home, 'hashes.json') });
  return { home, store, id, folder: store.folderOf(id), start };
}

test(`each of ${damages} damages to an installed model is a start that names the file and the way out`, async (t) => {
  const { folder, id, start } = await installed(t);
  assert.equal((await start())?.record.id, id);
  for (let round = 0; round < damages; round++) {
    const { damage, undo } = damageModel(folder, round);
    const what = `${damage.kind} ${damage.file} ${damage.detail}`;
    const error = await start().then(
      () => assert.fail(`started with ${what}`),
      (fault: Error) => fault,
    );
    assert.equal(error.name, 'ModelError', what);
    assert.ok(error.message.includes(join(folder, damage.file)), `${what}: ${error.message}`);
    assert.match(error.message, /assay models (pull|import|use)/, what);
    undo();
  }
  assert.equal((await start())?.record.id, id, 'all is well again');
});

test(`none of ${damages} damages crashes the loader, and what it refuses it names`, {
  timeout: 120_000,
}, async (t) => {
  const folder = await testModel(t);
  const program = resolve(import.meta.dirname, '../../support/load-damaged-models.ts');
  const { stdout } = await run(process.execPath, [program, folder, '0', String(damages)], {
    maxBuffer: 16e6,
  });
  const rounds = new Map<number, { damage: Damage; outcome: Outcome; listened: Outcome | null }>();
  for (const line of stdout.trim().split('\n')) {
    const { round, ...rest } = JSON.parse(line);
    rounds.set(round, { ...rounds.get(round)!, ...rest });
  }
  assert.equal(rounds.size, damages);
  for (const { damage, outcome, listened } of rounds.values()) {
    const what = `${damage.kind} ${damage.file} ${damage.detail}: ${outcome.message ?? 'loaded'}`;
    if (outcome.ok) {
      // Only changed weights and texts may pass for a model; no hash is looked at here.
      assert.match(damage.kind, /bits flipped|block overwritten/, what);
      assert.equal(listened?.ok, true, `${what}; ${listened?.message}`);
    } else {
      assert.equal(outcome.name, 'ModelError', what);
      assert.ok(outcome.message!.includes(basename(damage.file)), what);
    }
  }
});

interface Outcome {
  ok: boolean;
  name?: string;
  message?: string;
}

test('a start reads the files again only when their size or times have changed', async (t) => {
  const { folder, home, start } = await installed(t);
  await start();
  const path = join(folder, 'onnx/encoder_model.onnx');
  const cache = join(home, 'hashes.json');
  const remembered = JSON.parse(readFileSync(cache, 'utf8'));
  const bent = structuredClone(remembered);
  bent[path].sha256 = 'f'.repeat(64);
  writeFileSync(cache, JSON.stringify(bent));
  await assert.rejects(
    start(),
    { message: /encoder_model\.onnx was changed/ },
    'the remembered hash is what counts',
  );
  const now = new Date();
  utimesSync(path, now, now);
  await start();
  assert.equal(JSON.parse(readFileSync(cache, 'utf8'))[path].sha256, remembered[path].sha256);
});

test('a change that keeps size and time of a file is noticed all the same', async (t) => {
  const { folder, start } = await installed(t);
  await start();
  const path = join(folder, 'onnx/encoder_model.onnx');
  const { atime, mtime } = statSync(path);
  const content = readFileSync(path);
  content[1000]! ^= 1;
  writeFileSync(path, content);
  utimesSync(path, atime, mtime);
  await assert.rejects(start(), { message: /encoder_model\.onnx was changed/ });
});

test('a damaged memory of hashes costs time only', async (t) => {
  const { home, start, id } = await installed(t);
  for (const text of ['', '{', 'null', '[]', '{"x":3}']) {
    writeFileSync(join(home, 'hashes.json'), text);
    assert.equal((await start())?.record.id, id, text);
  }
  const { hashFile } = await createHashCache('/nowhere/hashes.json');
  assert.equal(await hashFile('/nowhere/file'), undefined);
});

for (const [title, break_, message] of [
  [
    'a model that is gone',
    ({ folder }) => renameSync(folder, `${folder}-away`),
    /"whisper-test" is not installed/,
  ],
  [
    'a file that is not of the model',
    ({ folder }) => writeFileSync(join(folder, 'onnx/encoder_model_fp16.onnx'), 'x'),
    /encoder_model_fp16\.onnx is not a file of this model/,
  ],
  [
    'a record that is no JSON',
    ({ folder }) => writeFileSync(join(folder, 'model.json'), '{'),
    /not valid JSON/,
  ],
  [
    'a record of another model',
    ({ folder }) => {
      const record = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'));
      writeFileSync(join(folder, 'model.json'), JSON.stringify({ ...record, id: 'other' }));
    },
    /the record of "other"/,
  ],
  [
    'a language pack whose record is no JSON',
    ({ store }) => {
      mkdirSync(store.folderOf('words-de'));
      writeFileSync(join(store.folderOf('words-de'), 'model.json'), '{');
    },
    /not valid JSON\. Install it again \(assay models import LIST --language de\)/,
  ],
  [
    'a choice that cannot be read',
    ({ store }) => writeFileSync(join(store.folder, 'choice.json'), '{"asr":["x"]}'),
    /choice\.json is damaged\. Choose again/,
  ],
] as const satisfies [string, (model: Awaited<ReturnType<typeof installed>>) => void, RegExp][]) {
  test(`${title} stops the start with a way out`, async (t) => {
    const model = await installed(t);
    break_(model);
    await assert.rejects(model.start(), (error: Error) => {
      assert.equal(error.name, 'ModelError');
      assert.match(error.message, message);
      return /assay models (use asr=|remove)/.test(error.message);
    });
  });
}
