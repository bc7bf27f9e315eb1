import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { convertWhisper } from '#server/engines/models/convert/convert-whisper.ts';
import { readSpeechModel } from '#server/engines/models/convert/ctranslate2.ts';
import { ctranslate2Files, floats, halves, modelBinOf } from '#test/support/ctranslate2-model.ts';
import { contentOf } from '#test/support/model-files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { randomWeights } from '../../../../testkit/test-model/random-weights.ts';
import { writeTestWhisper } from '../../../../testkit/test-model/write-whisper.ts';

const sizes = { vocabulary: 6, dModel: 4 };

/** Numbers count up from 0 in each variable. */
const counting = (variables: Readonly<Record<string, readonly number[]>>): Buffer =>
  modelBinOf(
    Object.entries(variables).map(([name, dims]) => {
      const count = dims.reduce((product, dim) => product * dim, 1);
      return halves(
        name,
        dims,
        Float16Array.from({ length: count }, (_, at) => at),
      );
    }),
    2,
  );

const small = counting({
  'decoder/embeddings/weight': [sizes.vocabulary, sizes.dModel],
  'decoder/position_encodings/encodings': [3, sizes.dModel],
  'encoder/position_encodings/encodings': [5, sizes.dModel],
  'encoder/conv1/weight': [sizes.dModel, 2, 3],
  'encoder/layer_0/self_attention/linear_0/weight': [3 * sizes.dModel, sizes.dModel],
  'encoder/layer_0/self_attention/linear_0/bias': [3 * sizes.dModel],
  'encoder/layer_0/ffn/linear_0/weight': [4 * sizes.dModel, sizes.dModel],
});

test('a CTranslate2 model tells its sizes', () => {
  const { weights: _, ...found } = readSpeechModel(small);
  assert.deepEqual(found, {
    ...{ dModel: 4, heads: 2, encoderLayers: 1, decoderLayers: 0, melBands: 2 },
    ...{ vocabulary: 6, sourcePositions: 5, targetPositions: 3 },
  });
});

test('queries, keys and values that are stored as one matrix are parted and turned', () => {
  const { weights } = readSpeechModel(small);
  const keys = weights('encoder.layers.0.self_attn.k_proj.weight', [4, 4]);
  // Rows 4 to 7 of the stored matrix, inputs × outputs.
  assert.deepEqual([...keys.subarray(0, 4)], [16, 20, 24, 28]);
  assert.deepEqual([...weights('encoder.layers.0.self_attn.v_proj.bias', [4])], [8, 9, 10, 11]);
  assert.deepEqual([...weights('decoder.logits', [4, 6]).subarray(0, 3)], [0, 4, 8]);
});

for (const [title, act, message] of [
  ['a file that was cut short', () => readSpeechModel(small.subarray(0, 200)), /ends in the middle/],
  ['a file with something behind its end', () => readSpeechModel(Buffer.concat([small, small])), /behind/],
  ['another format', () => readSpeechModel(Buffer.concat([Buffer.of(5), small.subarray(1)])), /version 5/],
  ['a weight of another size', () => readSpeechModel(small).weights('decoder.embed_tokens', [2]), /not of 2/],
  ['a weight that is not there', () => readSpeechModel(small).weights('encoder.conv2.bias', [4]), /holds no/],
] as const) {
  test(`${title} is refused`, () => void assert.throws(act, message));
}

test('weights are the same whether they are stored in 32 or 16 bits', () => {
  const values = Float32Array.from({ length: 24 }, (_, at) => at / 8);
  const name = 'decoder/embeddings/weight';
  const others = [
    floats('decoder/position_encodings/encodings', [3, 4], new Float32Array(12)),
    floats('encoder/position_encodings/encodings', [3, 4], new Float32Array(12)),
    floats('encoder/conv1/weight', [4, 2, 3], new Float32Array(24)),
  ];
  const [long, short] = [floats(name, [6, 4], values), halves(name, [6, 4], new Float16Array(values))].map(
    (stored) => readSpeechModel(modelBinOf([stored, ...others], 2)).weights('decoder.embed_tokens', [6, 4]),
  );
  assert.deepEqual(long, values);
  assert.deepEqual(short, values);
});

test('a model in the form of CTranslate2 becomes, to the byte, the networks that its weights make', async (t) => {
  const home = await tempFolder(t);
  const weights = randomWeights(3);
  const [converted, direct] = [join(home, 'converted'), join(home, 'direct')];
  await mkdir(converted);
  const forms = { layouts: ['merged', 'pair'], precisions: ['fp32', 'fp16'] } as const;
  await convertWhisper(ctranslate2Files(weights), converted, { ...forms, crossAttentions: true });
  await writeTestWhisper(direct, { ...forms, geometry: 'short', weights, timestamped: true });
  assert.deepEqual(contentOf(join(converted, 'onnx')), contentOf(join(direct, 'onnx')));
});
