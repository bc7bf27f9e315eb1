import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { familyOf, isModelId, isModelPath } from '#server/engines/installed/record.ts';
import {
  isNpmModel,
  kindOfPaths,
  readCatalogue,
  recommendedModel,
  sentenceFiles,
  voiceFiles,
  whisperFiles,
} from '#server/engines/models/catalogue.ts';
import type { HubFile } from '#server/engines/models/pull/hub.ts';
import { reinstallCommand } from '#server/engines/models/reinstall.ts';
import { kokoroVoices } from '#server/engines/tts/kokoro/voices.ts';

const folder = resolve(import.meta.dirname, '../../../models');
const small = ['config.json', 'generation_config.json', 'preprocessor_config.json', 'tokenizer.json'];

const listed = (...paths: string[]): HubFile[] =>
  paths.map((path) => ({ path, sizeBytes: 1, hash: { algorithm: 'sha256', hex: 'a'.repeat(64) } }));
const names = (files: readonly HubFile[]) => files.map(({ path }) => path);

test('every model of the catalogue can be installed and says who may use it', async () => {
  for (const model of await readCatalogue(folder)) {
    assert.ok(isModelId(model.id), model.id);
    assert.ok(model.licence && model.origin, model.id);
    if (isNpmModel(model)) {
      const { integrity, files } = model.source.npm;
      assert.match(integrity, /^sha512-[\w+/]{86}==$/, model.id);
      assert.ok(
        files.every(({ path, sha256 }) => isModelPath(path) && /^[0-9a-f]{64}$/.test(sha256)),
        model.id,
      );
      assert.equal(familyOf(files), 'moonshine', model.id);
      assert.deepEqual(model.languages, ['en'], model.id);
    } else {
      assert.match(model.source.hub.repo, /^[\w.-]+\/[\w.-]+$/, model.id);
      const some: Record<string, string[]> = {
        'all-minilm-l6-v2': ['en'],
        'kokoro-82m': [...new Set(kokoroVoices.flatMap(({ languages }) => languages))],
      };
      const expected = some[model.id] ?? [...limits.languages];
      assert.deepEqual([...model.languages].sort(), expected.sort(), model.id);
    }
  }
});

for (const [cores, memoryGb, id] of [
  [1, 1, 'whisper-base'],
  [2, 24, 'whisper-base'],
  [4, 4, 'whisper-base'],
  [4, 8, 'whisper-small'],
  [8, 64, 'whisper-small'],
  [32, 64, 'whisper-large-v3-turbo'],
] as const) {
  test(`a machine with ${cores} cores and ${memoryGb} GB gets ${id}`, async () => {
    assert.equal(
      recommendedModel(await readCatalogue(folder), { cores, memoryBytes: memoryGb * 1e9 }).id,
      id,
    );
  });
}

test('of sentence embeddings, the small files and the network of one precision are taken', () => {
  const files = listed(
    ...['README.md', 'config.json', 'tokenizer.json', 'tokenizer_config.json', 'special_tokens_map.json'],
    ...['onnx/model.onnx', 'onnx/model.onnx_data', 'onnx/model_fp16.onnx', 'onnx/model_quantized.onnx'],
  );
  const others = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];
  const taken = (precision: 'int8' | 'fp32' | 'fp16') => names(sentenceFiles(files, precision, 'a/b')).sort();
  assert.deepEqual(taken('int8'), [...others, 'onnx/model_quantized.onnx'].sort());
  assert.deepEqual(taken('fp32'), [...others, 'onnx/model.onnx', 'onnx/model.onnx_data'].sort());
  assert.deepEqual(taken('fp16'), [...others, 'onnx/model_fp16.onnx'].sort());
  assert.throws(() => sentenceFiles(files, 'q4', 'a/b'), /a\/b has no .*model_q4\.onnx/);
  assert.equal(kindOfPaths(names(files)), 'embeddings');
  assert.equal(kindOfPaths([...small, 'onnx/encoder_model.onnx', 'onnx/decoder_model_merged.onnx']), 'asr');
  assert.equal(kindOfPaths(['onnx/model.onnx', 'voices/af_heart.bin']), 'tts');
});

test('of Kokoro, one network and the voices that are used are taken', () => {
  const files = listed(
    ...[
      'config.json',
      'tokenizer.json',
      'onnx/model.onnx',
      'onnx/model_quantized.onnx',
      'onnx/model_q8f16.onnx',
    ],
    ...['voices/af.bin', 'voices/af_heart.bin', 'voices/ef_dora.bin', 'voices/jf_alpha.bin'],
  );
  const voices = ['voices/af_heart.bin', 'voices/ef_dora.bin'];
  assert.deepEqual(names(voiceFiles(files, 'int8', 'a/b')), ['onnx/model_quantized.onnx', ...voices]);
  assert.deepEqual(names(voiceFiles(files, 'fp32', 'a/b')), ['onnx/model.onnx', ...voices]);
  assert.throws(() => voiceFiles(files, 'q4', 'a/b'), /a\/b has no onnx\/model_q4\.onnx/);
});

test('of an export, only the files of one precision are taken, with weights that lie outside', () => {
  const files = listed(
    ...small,
    'README.md',
    'onnx/encoder_model.onnx',
    'onnx/encoder_model.onnx_data',
    'onnx/encoder_model_fp16.onnx',
    'onnx/decoder_model.onnx',
    'onnx/decoder_model_merged.onnx',
    'onnx/decoder_model_merged.onnx_data_1',
    'onnx/decoder_model_merged_fp16.onnx',
  );
  assert.deepEqual(names(whisperFiles(files, 'fp32', 'a/b')), [
    ...small,
    'onnx/encoder_model.onnx',
    'onnx/decoder_model_merged.onnx',
    'onnx/encoder_model.onnx_data',
    'onnx/decoder_model_merged.onnx_data_1',
  ]);
});

test('a decoder in two files is taken as such, also from an export without a folder "onnx"', () => {
  const files = listed(...small, 'encoder_model.onnx', 'decoder_model.onnx', 'decoder_with_past_model.onnx');
  assert.deepEqual(names(whisperFiles(files, 'fp32', 'a/b')).slice(4), [
    'encoder_model.onnx',
    'decoder_model.onnx',
    'decoder_with_past_model.onnx',
  ]);
});

for (const [id, command] of [
  ['whisper-small', 'assay models pull whisper-small, or assay models import BUNDLE'],
  ['whisper-small-fp16', 'assay models pull whisper-small --precision fp16, or assay models import BUNDLE'],
  ['our-own', 'assay models import BUNDLE'],
  ['words-pl', 'assay models import LIST --language pl'],
] as const) {
  test(`"${id}" is installed again by a command that can work`, async () => {
    assert.equal(reinstallCommand(id, await readCatalogue(folder)), command);
  });
}

test('what a repository lacks is named', () => {
  assert.throws(() => whisperFiles(listed(...small, 'onnx/encoder_model.onnx'), 'int8', 'a/b'), {
    code: 'MODEL_REFUSED',
    message: /a\/b has no onnx\/encoder_model_quantized\.onnx and no onnx\/decoder_model_quantized\.onnx/,
  });
});
