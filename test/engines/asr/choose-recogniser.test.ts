import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { chooseRecogniser, type RecogniserWishes } from '#server/engines/asr/choose-recogniser.ts';
import { openRecognisers } from '#server/engines/asr/recogniser.ts';
import type { LocalModel } from '#server/engines/installed/record.ts';
import { type ModelRecord, moonshineFiles } from '#server/engines/installed/record.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { moonshineOptions, withoutMoonshine } from '../../../testkit/moonshine.ts';
import { writeTestWhisper } from '../../../testkit/test-model/write-whisper.ts';

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
/** What set-up leaves in models/weights, as far as choosing looks at it. */
const shipped = (size: 'base' | 'tiny', decoderSha256: string): LocalModel => ({
  dir: moonshineOptions(size).dir,
  record: {
    ...record,
    id: `moonshine-${size}-en`,
    files: [
      { path: moonshineFiles.encoder, sizeBytes: 20e6, sha256: '1'.repeat(64) },
      { path: moonshineFiles.decoder, sizeBytes: 40e6, sha256: decoderSha256 },
    ],
  },
});
const base = shipped('base', 'cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3');
const tiny = shipped('tiny', 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367');
let dir: string;
before(async (t) => {
  dir = join(await tempFolder(t as never), 'whisper-test');
  await writeTestWhisper(dir, { geometry: 'short', layouts: ['merged'] });
});

const choose = (
  wishes: Partial<RecogniserWishes>,
  {
    model = { record, dir },
    embedded = [base, tiny],
    memoryBytes = 8e9,
    cores = 4,
  }: { model?: LocalModel | null; embedded?: LocalModel[]; memoryBytes?: number; cores?: number } = {},
) =>
  chooseRecogniser({
    wishes: { ...nothing, ...wishes },
    model,
    embedded,
    copies: 2,
    machine: { cores, memoryBytes },
  });

for (const [title, wishes, model, kind, size = null] of [
  ['without settings and chosen models, the embedded one', {}, null, 'moonshine', 'base'],
  ['the model that was chosen by command', {}, 'whisper', 'whisper'],
  ['a Moonshine that was chosen by command', {}, 'moonshine', 'moonshine', 'tiny'],
  ['a server where an address is given', { asrHttp: server }, 'whisper', 'http'],
  [
    'what the setting says, whatever else there is',
    { asrEngine: 'embedded', asrHttp: server },
    'whisper',
    'moonshine',
    'base',
  ],
  ['the chosen model, even beside a server', { asrEngine: 'whisper', asrHttp: server }, 'whisper', 'whisper'],
] as const) {
  test(`takes ${title}`, async () => {
    const chosen = { whisper: { record, dir }, moonshine: tiny };
    const { settings } = await choose(wishes, { model: model && chosen[model] });
    assert.deepEqual([settings.kind, settings.kind === 'moonshine' ? settings.size : null], [kind, size]);
  });
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
  await assert.rejects(choose({}, { memoryBytes: 500e6 }), { code: 'MODEL_REFUSED' });
});

test('refuses to go on with another recogniser where Whisper was demanded', async () => {
  await assert.rejects(choose({ asrEngine: 'whisper' }, { model: base }), { code: 'MODEL_NOT_FOUND' });
  await assert.rejects(choose({ asrEngine: 'whisper' }, { model: null }), {
    code: 'MODEL_NOT_FOUND',
    message: /assay models use asr=MODEL/,
  });
});

test('threads that hear nothing know the model without its networks, and all that judging its words takes', async () => {
  const { settings } = await choose({});
  const [known] = await openRecognisers(settings, { hears: false });
  const [hearing] = await openRecognisers(settings, { hears: true });
  const fields = [
    'id',
    'languages',
    'minMeanConfidence',
    'minWordConfidence',
    'confidences',
    'advice',
  ] as const;
  for (const field of fields) {
    assert.ok(known![field], field);
    assert.deepEqual(known![field], hearing![field]);
  }
});

const embeddedOn = async (memoryBytes: number, cores = 4) => {
  const { settings, copies } = await choose({}, { model: null, memoryBytes, cores });
  assert.ok(settings.kind === 'moonshine');
  return `${settings.size} ${copies} × ${settings.threads}`;
};

test('the embedded recogniser is the large one as long as it fits, with fewer recordings at once first', async () => {
  assert.equal(await embeddedOn(8e9), 'base 2 × 2');
  assert.equal(await embeddedOn(2e9), 'base 1 × 4');
  assert.equal(await embeddedOn(1e9), 'tiny 1 × 4');
  assert.equal(await embeddedOn(8e9, 1), 'base 2 × 1');
});

test('where not even the small one fits it is used all the same, one recording at a time', async () => {
  assert.equal(await embeddedOn(0.4e9), 'tiny 1 × 4');
});

test('goes without a recogniser where set-up fetched none and the operator chose none', async () => {
  const { settings, capacity } = await choose({}, { model: null, embedded: [] });
  assert.deepEqual([settings, capacity], [{ kind: 'none' }, null]);
  assert.deepEqual(await openRecognisers(settings, { hears: true }), []);
});

test('refuses a Moonshine that its graphs do not fit, and names those that they do', async () => {
  const other = shipped('base', 'f'.repeat(64));
  await assert.rejects(choose({}, { model: other }), {
    code: 'MODEL_REFUSED',
    message: /"moonshine-base-en" .*assay models pull moonshine-base-en/,
  });
});

test('English that a recogniser does not know falls to the embedded one', {
  skip: withoutMoonshine(),
}, async () => {
  const { settings } = await choose({ asrHttp: server });
  for (const hears of [true, false]) {
    const engines = await openRecognisers(settings, { hears });
    assert.deepEqual(
      engines.map(({ id }) => id),
      ['http', 'moonshine-base-en'],
    );
  }
});

test('a small Whisper chosen by command leaves English to the embedded recogniser, and is asked where that is in doubt', {
  skip: withoutMoonshine(),
}, async () => {
  const idsOf = async (...asked: Parameters<typeof choose>) =>
    (await openRecognisers((await choose(...asked)).settings, { hears: false })).map(({ id }) => id);
  assert.deepEqual(await idsOf({}), ['moonshine-base-en', 'whisper-test']);
  assert.deepEqual(await idsOf({ asrEngine: 'whisper' }), ['whisper-test']);
  assert.deepEqual(await idsOf({}, { embedded: [tiny] }), ['whisper-test']);
});

test('a recogniser that knows English is asked alone, and so is one where set-up fetched none', async () => {
  const english = { ...server, languages: ['de', 'en'] };
  const knowing = await choose({ asrHttp: english });
  assert.equal((await openRecognisers(knowing.settings, { hears: true })).length, 1);
  const alone = await choose({ asrHttp: server }, { embedded: [] });
  assert.equal((await openRecognisers(alone.settings, { hears: true })).length, 1);
});

test('a thread that hears nothing is told of the embedded recogniser and refuses to hear', async () => {
  const { settings } = await choose({}, { model: null });
  const [known] = await openRecognisers(settings, { hears: false });
  assert.deepEqual([known!.id, known!.languages], ['moonshine-base-en', ['en']]);
  const asked = { pcmPath: '', speech: [], language: 'en', hotwords: [], signal: AbortSignal.timeout(1000) };
  await assert.rejects(known!.transcribe(asked), /holds no networks/);
});
