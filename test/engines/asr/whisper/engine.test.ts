import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createWhisper, inexact, type WhisperOptions } from '#server/engines/asr/whisper/engine.ts';
import { overflowsIn8Bits } from '#server/engines/onnx-runtime.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { writeTestWhisper } from '../../../../testkit/test-model/write-whisper.ts';

const root = await tempFolder({ after: after as never });
const model = join(root, 'model');
await writeTestWhisper(model, { geometry: 'short', layouts: ['merged'], timestamped: true });

/** Half a minute of rising tones with a second of nothing after each five. */
const seconds = 33;
const pcm = Int16Array.from({ length: seconds * 16_000 }, (_, i) =>
  i % 96_000 < 80_000 ? 9000 * Math.sin(i * i * 2e-7) + 2000 * Math.sin(i * 0.3) : 0,
);
const pcmPath = join(root, 'sound.pcm');
await writeFile(pcmPath, new Uint8Array(pcm.buffer));
const speech = Array.from({ length: 5 }, (_, i) => ({ startMs: i * 6000 + 100, endMs: i * 6000 + 4900 }));

async function hear(
  options: Partial<WhisperOptions> = {},
  request: { language?: string; hotwords?: string[]; signal?: AbortSignal; progress?: number[] } = {},
) {
  const engine = await createWhisper({ dir: model, provider: 'cpu', temperatures: [0], ...options });
  try {
    return await engine.transcribe({
      pcmPath,
      speech,
      language: request.language ?? 'auto',
      hotwords: request.hotwords ?? [],
      signal: request.signal ?? new AbortController().signal,
      onProgress: (fraction) => request.progress?.push(fraction),
    });
  } finally {
    await engine.close();
  }
}

const whole = await hear();

test('words lie in the speech, in order, each with a probability', () => {
  assert.ok(whole.words.length > 5);
  let before = 0;
  for (const { text, startMs, endMs, confidence } of whole.words) {
    assert.ok(text.trim() !== '' && confidence > 0 && confidence <= 1);
    assert.ok(Number.isInteger(startMs) && Number.isInteger(endMs) && startMs >= before && endMs > startMs);
    assert.ok(endMs <= seconds * 1000);
    before = endMs;
  }
  assert.equal(whole.wordTimes, 'attention');
});

test('the same recording is heard the same way, whatever the batch and the layout of the files', async () => {
  const pair = join(root, 'pair');
  await writeTestWhisper(pair, { geometry: 'short', layouts: ['pair'], timestamped: true });
  for (const options of [
    { batch: 1 },
    { batch: 8, encoderBatch: 3 },
    { batch: 3, threads: 2 },
    { dir: pair },
  ]) {
    const again = await hear(options);
    assert.deepEqual(
      again.words.map(({ text, startMs, endMs }) => [text, startMs, endMs]),
      whole.words.map(({ text, startMs, endMs }) => [text, startMs, endMs]),
      JSON.stringify(options),
    );
  }
});

test('a decoder without cache hears the same words, and times are interpolated without attention', async () => {
  const dir = join(root, 'whole');
  await writeTestWhisper(dir, { geometry: 'short', layouts: ['whole'] });
  const heard = await hear({ dir, batch: 2 });
  assert.deepEqual(
    heard.words.map(({ text }) => text),
    whole.words.map(({ text }) => text),
  );
  assert.equal(heard.wordTimes, 'interpolated');
});

test('every precision is heard with', async () => {
  const dir = join(root, 'precisions');
  await writeTestWhisper(dir, {
    geometry: 'short',
    layouts: ['merged'],
    precisions: ['fp32', 'fp16', 'int8', 'q4'],
    timestamped: true,
  });
  for (const precision of ['fp16', 'int8', 'q4'] as const) {
    const engine = await createWhisper({ dir, provider: 'cpu', precision });
    const { detail } = await engine.check();
    assert.ok(detail.includes(precision));
    assert.equal(detail.includes(inexact), precision === 'int8' && overflowsIn8Bits, detail);
    await engine.close();
    assert.ok((await hear({ dir, precision })).words.length > 0, precision);
  }
});

test('the language is identified; where the requested one is improbable, no time is lost on words', async () => {
  assert.match(whole.detectedLanguage ?? '', /^[a-z]{2,3}$/);
  assert.ok(whole.languageProbability! > 0 && whole.languageProbability! <= 1);
  const other = await hear({}, { language: whole.detectedLanguage === 'pl' ? 'tr' : 'pl' });
  assert.equal(other.detectedLanguage, whole.detectedLanguage);
  assert.ok(other.languageProbability! < 0.2);
  assert.deepEqual(other.words, []);
});

test('an English-only model knows English and is not asked', async () => {
  const dir = join(root, 'english');
  await writeTestWhisper(dir, { geometry: 'short', layouts: ['merged'], multilingual: false });
  const engine = await createWhisper({ dir, provider: 'cpu' });
  assert.deepEqual(engine.languages, ['en']);
  await engine.close();
  const heard = await hear({ dir }, { language: 'en' });
  assert.equal(heard.languageProbability, null);
  assert.equal(heard.detectedLanguage, null);
});

test('hotwords are told to the decoder', async () => {
  const told = await hear({}, { hotwords: ['Kubernetes', 'Zürich'] });
  assert.notDeepEqual(
    told.words.map(({ text }) => text),
    whole.words.map(({ text }) => text),
  );
  // More of them than the decoder can look back on: the first ones count, and all goes on.
  const many = Array.from({ length: 400 }, (_, i) => `name${i}`);
  assert.ok((await hear({}, { hotwords: many })).words.length > 0);
});

test('progress rises to one', async () => {
  const progress: number[] = [];
  await hear({ batch: 2 }, { progress });
  assert.equal(progress.at(-1), 1);
  assert.ok(progress.length > 1);
});

test('work stops when it is called off', async () => {
  await assert.rejects(hear({}, { signal: AbortSignal.timeout(30) }), { name: 'TimeoutError' });
});

test('silence has no words and no language', async () => {
  const silent = join(root, 'silent.pcm');
  await writeFile(silent, new Uint8Array(16_000 * 2 * 10));
  const engine = await createWhisper({ dir: model, provider: 'cpu' });
  const heard = await engine.transcribe({
    pcmPath: silent,
    speech: [{ startMs: 0, endMs: 9000 }],
    language: 'fr',
    hotwords: [],
    signal: new AbortController().signal,
  });
  await engine.close();
  assert.deepEqual(heard.words, []);
  assert.equal(heard.detectedLanguage, null);
  assert.equal(heard.languageProbability, null);
});

test('a machine without CUDA says so when CUDA is asked for, and not when it may choose', async () => {
  const asked = await createWhisper({ dir: model, provider: 'cuda' });
  const free = await createWhisper({ dir: model, provider: 'auto' });
  const { used, message } = asked.provider;
  const warning = /^.*CUDA was asked for but cannot be used .*the processor is used/;
  assert.match(message ?? used, used === 'cpu' ? warning : /^cuda$/);
  assert.ok((await asked.check()).detail.includes(message ?? ''));
  assert.deepEqual([free.provider.used, free.provider.message], [used, null]);
  await Promise.all([asked.close(), free.close()]);
});

test('a forced number of tokens is decoded for measurements', async () => {
  const heard = await hear({ forcedTokens: 30 });
  assert.ok(heard.words.length > 0);
});
