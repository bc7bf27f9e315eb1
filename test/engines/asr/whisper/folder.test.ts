import assert from 'node:assert/strict';
import { cp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { checkWhisperFolder, createWhisper, WhisperModelError } from '#server/engines/asr/whisper/engine.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { writeTestWhisper } from '../../../../testkit/test-model/write-whisper.ts';

const root = await tempFolder({ after: after as never });
const good = join(root, 'good');
await writeTestWhisper(good, {
  geometry: 'short',
  layouts: ['merged', 'pair'],
  precisions: ['fp32', 'int8'],
  timestamped: true,
});
let copies = 0;
async function copy(): Promise<string> {
  const dir = join(root, `copy-${copies++}`);
  await cp(good, dir, { recursive: true });
  return dir;
}
const onnx = (dir: string, name: string) => join(dir, 'onnx', `${name}.onnx`);
async function edit(dir: string, file: string, change: (json: Record<string, unknown>) => void) {
  const path = join(dir, file);
  const json = JSON.parse(await readFile(path, 'utf8'));
  change(json);
  await writeFile(path, JSON.stringify(json));
}

test('a good folder is known by its files', async () => {
  const folder = await checkWhisperFolder(good);
  assert.equal(folder.multilingual, true);
  assert.deepEqual(folder.geometry.melBands, 80);
  assert.equal(folder.files.encoder.precision, 'fp32');
  assert.equal(folder.files.decoder.layout, 'merged');
  const sixteen = 'en es fr de pt it nl hi zh ja ko ar tr pl ru sr'.split(' ');
  assert.ok(sixteen.every((code) => folder.languages.includes(code)));
  assert.ok(folder.languages.every((code) => /^[a-z]{2}$/.test(code)));
});

test('networks may lie in the folder itself, in two files, and in what precision there is', async () => {
  const dir = await copy();
  for (const name of ['encoder_model', 'decoder_model', 'decoder_with_past_model']) {
    await rename(onnx(dir, `${name}_quantized`), join(dir, `${name}_int8.onnx`));
  }
  await rm(join(dir, 'onnx'), { recursive: true });
  const { files } = await checkWhisperFolder(dir);
  assert.equal(files.encoder.precision, 'int8');
  assert.equal(files.decoder.layout, 'pair');
});

test('128 bands are heard as well as 80', async () => {
  const dir = join(root, 'bands');
  await writeTestWhisper(dir, { geometry: 'test128', layouts: ['merged'] });
  const engine = await createWhisper({ dir, provider: 'cpu' });
  assert.equal(engine.geometry.melBands, 128);
  await engine.close();
});

for (const [title, spoil, file, fault] of [
  ['a missing configuration', (dir: string) => rm(join(dir, 'config.json')), 'config.json', /is missing/],
  [
    'a configuration cut short',
    (dir: string) => truncate(join(dir, 'generation_config.json'), 300),
    'generation_config.json',
    /not valid JSON/,
  ],
  [
    'another kind of model',
    (dir: string) => edit(dir, 'config.json', (json) => (json.model_type = 'bert')),
    'config.json',
    /"model_type"/,
  ],
  [
    'a wrong number of bands',
    (dir: string) => edit(dir, 'config.json', (json) => (json.num_mel_bins = 90)),
    'config.json',
    /num_mel_bins.*80 or 128/,
  ],
  [
    'bands that differ between files',
    (dir: string) => edit(dir, 'config.json', (json) => (json.num_mel_bins = 128)),
    'preprocessor_config.json',
    /feature_size/,
  ],
  [
    'heads that do not divide',
    (dir: string) => edit(dir, 'config.json', (json) => (json.decoder_attention_heads = 5)),
    'config.json',
    /decoder_attention_heads/,
  ],
  [
    'heads that are not there',
    (dir: string) => edit(dir, 'generation_config.json', (json) => (json.alignment_heads = [[7, 0]])),
    'generation_config.json',
    /alignment_heads/,
  ],
  [
    'languages of another tokenizer',
    (dir: string) => edit(dir, 'generation_config.json', (json) => (json.lang_to_id = { '<|en|>': 7 })),
    'tokenizer.json',
    /disagree/,
  ],
  [
    'a vocabulary that is too small',
    (dir: string) => edit(dir, 'config.json', (json) => (json.vocab_size = 1900)),
    'tokenizer.json',
    /vocab_size/,
  ],
  [
    'another sampling rate',
    (dir: string) => edit(dir, 'preprocessor_config.json', (json) => (json.sampling_rate = 8000)),
    'preprocessor_config.json',
    /sampling_rate/,
  ],
  [
    'a tokenizer that is none',
    (dir: string) => writeFile(join(dir, 'tokenizer.json'), '{}'),
    'tokenizer.json',
    /BPE/,
  ],
  [
    'a tokenizer without special tokens',
    (dir: string) => edit(dir, 'tokenizer.json', (json) => (json.added_tokens = [])),
    'tokenizer.json',
    /disagree about the id of <\|en\|>/,
  ],
  [
    'no encoder',
    (dir: string) => rm(onnx(dir, 'encoder_model')).then(() => rm(onnx(dir, 'encoder_model_quantized'))),
    '',
    /holds no encoder_model/,
  ],
  [
    'an empty network',
    (dir: string) => truncate(onnx(dir, 'encoder_model'), 0),
    'encoder_model.onnx',
    /is empty/,
  ],
  [
    'a placeholder of Git LFS',
    (dir: string) => writeFile(onnx(dir, 'encoder_model'), 'version https://git-lfs.github.com/spec/v1\n'),
    'encoder_model.onnx',
    /Git LFS/,
  ],
] as const) {
  test(`the check names what is wrong: ${title}`, async () => {
    const dir = await copy();
    await spoil(dir);
    await assert.rejects(checkWhisperFolder(dir), (error) => {
      assert.ok(error instanceof WhisperModelError);
      assert.equal(error.path, file === '' ? dir : error.path);
      assert.ok(error.path.endsWith(file), error.path);
      assert.match(error.message, fault);
      return true;
    });
  });
}

for (const [title, spoil, file, fault] of [
  [
    'a network cut short',
    (dir: string) => truncate(onnx(dir, 'decoder_model_merged'), 90_000),
    'decoder_model_merged.onnx',
    /cannot be opened/,
  ],
  [
    'more layers than there are',
    (dir: string) => edit(dir, 'config.json', (json) => (json.decoder_layers = 3)),
    'decoder_model_merged.onnx',
    /2 layers and config.json says 3/,
  ],
  [
    'encoder and decoder exchanged',
    async (dir: string) => {
      await rename(onnx(dir, 'encoder_model'), onnx(dir, 'x'));
      await rename(onnx(dir, 'decoder_model_merged'), onnx(dir, 'encoder_model'));
      await rename(onnx(dir, 'x'), onnx(dir, 'decoder_model_merged'));
    },
    'encoder_model.onnx',
    /is no Whisper encoder/,
  ],
  [
    'a first decoder in place of the one with past',
    async (dir: string) => {
      await rm(onnx(dir, 'decoder_model_merged'));
      await rm(onnx(dir, 'decoder_model_merged_quantized'));
      await cp(onnx(dir, 'decoder_model'), onnx(dir, 'decoder_with_past_model'));
    },
    'decoder_with_past_model.onnx',
    /no decoder with past/,
  ],
] as const) {
  test(`opening the networks names what is wrong: ${title}`, async () => {
    const dir = await copy();
    await spoil(dir);
    await assert.rejects(createWhisper({ dir, provider: 'cpu' }), (error) => {
      assert.ok(error instanceof WhisperModelError, String(error));
      assert.ok(error.path.endsWith(file), error.path);
      assert.match(error.message, fault);
      return true;
    });
  });
}
