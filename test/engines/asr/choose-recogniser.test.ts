import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { chooseRecogniser, type RecogniserWishes } from '#server/engines/asr/choose-recogniser.ts';
import { openRecognisers } from '#server/engines/asr/recogniser.ts';
import type { ModelRecord } from '#server/engines/models/record.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { writeTestWhisper } from '../../../scripts/test-model/write-whisper.ts';

const nothing: RecogniserWishes = {
  asrEngine: null,
  executionProvider: 'auto',
  asrThreads: null,
  asrBatch: null,
  asrMemoryMb: null,
  asrHttp: null,
};
const server = {
  url: 'http://gpu.lan:8000',
  model: 'large',
  apiKey: null,
  languages: ['de'],
  parallel: 2,
  timeoutMs: 1000,
  patienceMs: 1000,
  identifyLanguage: true,
};
const record: ModelRecord = {
  format: 1,
  id: 'whisper-test',
  kind: 'asr',
  title: '',
  languages: ['en'],
  licence: '',
  source: '',
  files: [{ path: 'onnx/encoder_model.onnx', sizeBytes: 300e6, sha256: '0'.repeat(64) }],
};
let dir: string;
before(async (t) => {
  dir = join(await tempFolder(t as never), 'whisper-test');
  await writeTestWhisper(dir, { geometry: 'short', layouts: ['merged'] });
});

const choose = (wishes: Partial<RecogniserWishes>, hasModel = true, memoryBytes = 8e9) =>
  chooseRecogniser({
    wishes: { ...nothing, ...wishes },
    model: hasModel ? { record, dir } : null,
    copies: 2,
    machine: { cores: 4, memoryBytes },
  });

for (const [title, wishes, hasModel, kind] of [
  ['without settings and models, the embedded one', {}, false, 'embedded'],
  ['the model that was chosen by command', {}, true, 'whisper'],
  ['a server where an address is given', { asrHttp: server }, true, 'http'],
  [
    'what the setting says, whatever else there is',
    { asrEngine: 'embedded', asrHttp: server },
    true,
    'embedded',
  ],
  ['the chosen model, even beside a server', { asrEngine: 'whisper', asrHttp: server }, true, 'whisper'],
] as const) {
  test(`takes ${title}`, async () => assert.equal((await choose(wishes, hasModel)).settings.kind, kind));
}

test('plans threads, windows and memory for the chosen model', async () => {
  const { settings, copies, capacity } = await choose({ asrThreads: 3 });
  assert.ok(settings.kind === 'whisper');
  assert.deepEqual([copies, settings.threads, settings.batch, settings.provider], [2, 3, 8, 'auto']);
  assert.ok(capacity!.memoryBytes > 600e6 && capacity!.memoryBytes < 4e9);
});

test('refuses a model that memory cannot hold, with the setting that allows more', async () => {
  await assert.rejects(choose({ asrMemoryMb: 300 }), {
    code: 'MODEL_REFUSED',
    message: /"whisper-test" needs more memory.*\(300 MB;.*ASR_MEMORY_MB/,
  });
  await assert.rejects(choose({}, true, 500e6), { code: 'MODEL_REFUSED' });
});

test('refuses to go on with another recogniser where Whisper was demanded', async () => {
  await assert.rejects(choose({ asrEngine: 'whisper' }, false), {
    code: 'MODEL_NOT_FOUND',
    message: /assay models use asr=MODEL/,
  });
});

test('threads that hear nothing know the model without its networks, with the same thresholds', async () => {
  const { settings } = await choose({});
  const [known] = await openRecognisers(settings, { hears: false });
  const [hearing] = await openRecognisers(settings, { hears: true });
  for (const field of ['id', 'languages', 'minMeanConfidence', 'minWordConfidence'] as const) {
    assert.deepEqual(known![field], hearing![field]);
  }
});

test('English that a recogniser does not know falls to the embedded one', async () => {
  const engines = await openRecognisers({ kind: 'http', ...server }, { hears: true });
  assert.deepEqual(
    engines.map(({ id }) => id),
    ['http', 'pocketsphinx-en-us'],
  );
});
