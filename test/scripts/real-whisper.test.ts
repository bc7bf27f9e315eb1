import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSpeechModel } from '../../scripts/bench/real-whisper/ctranslate2.ts';
import { errorsOf } from '../../scripts/bench/real-whisper/errors.ts';
import {
  calibrationError,
  gateRates,
  halfOf,
  languageRates,
} from '../../scripts/bench/real-whisper/thresholds.ts';

const sizes = { vocabulary: 6, dModel: 4 };
const float16 = 4;

/** A model.bin of the format, holding only what a test asks for; numbers count up from 0 in each variable. */
function modelBin(variables: Readonly<Record<string, readonly number[]>>): Buffer {
  const text = (value: string) => {
    const bytes = Buffer.from(`${value}\0`);
    return [number(bytes.length, 2), bytes];
  };
  const number = (value: number, bytes: 1 | 2 | 4) => {
    const buffer = Buffer.alloc(bytes);
    buffer.writeUIntLE(value, 0, bytes);
    return buffer;
  };
  const heads = [...text('decoder/num_heads'), number(0, 1), number(2, 1), number(2, 4), number(2, 2)];
  const floats = Object.entries(variables).flatMap(([name, dims]) => {
    const count = dims.reduce((product, dim) => product * dim, 1);
    const values = Float16Array.from({ length: count }, (_, at) => at);
    const head = [number(dims.length, 1), ...dims.map((dim) => number(dim, 4)), number(float16, 1)];
    return [...text(name), ...head, number(2 * count, 4), Buffer.from(values.buffer)];
  });
  return Buffer.concat([
    ...[number(6, 4), ...text('WhisperSpec'), number(3, 4)],
    ...[number(1 + Object.keys(variables).length, 4), ...heads, ...floats],
    ...[number(1, 4), ...text('decoder/projection/weight'), ...text('decoder/embeddings/weight')],
  ]);
}

const small = modelBin({
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
  ['another format', () => readSpeechModel(Buffer.concat([Buffer.of(5), small.subarray(1)])), /version 5/],
  ['a weight of another size', () => readSpeechModel(small).weights('decoder.embed_tokens', [2]), /not of 2/],
  ['a weight that is not there', () => readSpeechModel(small).weights('encoder.conv2.bias', [4]), /holds no/],
] as const) {
  test(`${title} is refused`, () => void assert.throws(act, message));
}

test('Japanese is compared by characters, German by words', () => {
  assert.equal(errorsOf('前の仕事', '前の、仕事。', 'ja').rate, 0);
  assert.equal(errorsOf('前の仕事', '前の仕', 'ja').rate, 0.25);
  assert.equal(errorsOf('eine gute Frage', 'Eine gute Tage.', 'de').rate, 1 / 3);
});

test('a language is refused below the threshold, and its kin are no other language', () => {
  const recordings = [
    { language: 'en', languages: { zh: 0.8, en: 0.15, de: 0.05 } },
    { language: 'sr', languages: { hr: 0.9, en: 0.1 } },
  ];
  const languages = ['en', 'sr', 'zh', 'de'];
  assert.deepEqual(languageRates(recordings, languages, 0.2), {
    ...{ threshold: 0.2, refused: 1, right: 2 },
    // Chinese is taken for what it is most probably.
    ...{ taken: 1, wrong: 6 },
  });
  assert.equal(languageRates(recordings, languages, 0.1).refused, 0);
});

test('a gate counts good transcripts that it refuses and bad ones that it takes', () => {
  const transcripts = [
    { mean: 0.9, errorRate: 0.1 },
    { mean: 0.4, errorRate: 0.2 },
    { mean: 0.5, errorRate: 0.9 },
    { mean: 0.1, errorRate: 0.4 },
  ];
  assert.deepEqual(gateRates(transcripts, 0.45), {
    gate: 0.45,
    goodRefused: 1,
    good: 2,
    badTaken: 1,
    bad: 1,
  });
});

test('probabilities that are right as often as they say have no calibration error', () => {
  const claims = [0, 1, 2, 3].map((at) => ({ probability: 0.75, right: at > 0 }));
  assert.equal(calibrationError(claims), 0);
  assert.equal(calibrationError([{ probability: 0.75, right: false }]), 0.75);
});

test('a recording lies in the same half with and without noise', () => {
  for (const file of ['fleurs-de-002.ogg', 'fleurs-en-004.ogg', 'jfk.flac']) {
    assert.equal(halfOf(`clips/${file}`), halfOf(`noisy/0/${file}`));
  }
});
