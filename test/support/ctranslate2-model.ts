import type { WhisperGeometry } from '#server/engines/asr/whisper/engine.ts';
import type { Weights } from '#server/engines/models/convert/layers.ts';
import type { CTranslate2Files } from '#server/engines/models/convert/whisper-json.ts';
import { smallFiles, textTokens } from '../../testkit/test-model/small-files.ts';
import { geometries } from '../../testkit/test-model/write-whisper.ts';

export const float32 = 0;
const int16 = 2;

interface StoredVariable {
  name: string;
  dims: readonly number[];
  type: number;
  bytes: Buffer;
}

export const floats = (name: string, dims: readonly number[], values: Float32Array): StoredVariable => ({
  name,
  dims,
  type: float32,
  bytes: Buffer.from(values.buffer, values.byteOffset, values.byteLength),
});

export const halves = (name: string, dims: readonly number[], values: Float16Array): StoredVariable => ({
  name,
  dims,
  type: 4,
  bytes: Buffer.from(values.buffer, values.byteOffset, values.byteLength),
});

/** A model.bin of CTranslate2's format that holds these variables. */
export function modelBinOf(variables: readonly StoredVariable[], heads: number): Buffer {
  const number = (value: number, bytes: 1 | 2 | 4) => {
    const buffer = Buffer.alloc(bytes);
    buffer.writeUIntLE(value, 0, bytes);
    return buffer;
  };
  const text = (value: string) => {
    const bytes = Buffer.from(`${value}\0`);
    return [number(bytes.length, 2), bytes];
  };
  const all = [{ name: 'decoder/num_heads', dims: [], type: int16, bytes: number(heads, 2) }, ...variables];
  return Buffer.concat([
    ...[number(6, 4), ...text('WhisperSpec'), number(3, 4), number(all.length, 4)],
    ...all.flatMap(({ name, dims, type, bytes }) => [
      ...[...text(name), number(dims.length, 1), ...dims.map((dim) => number(dim, 4))],
      ...[number(type, 1), number(bytes.length, 4), bytes],
    ]),
    ...[number(1, 4), ...text('decoder/projection/weight'), ...text('decoder/embeddings/weight')],
  ]);
}

/** A whole Whisper model in CTranslate2's form: the weights given, in their places there. */
export function ctranslate2Files(weights: Weights, name: 'short' | 'test' = 'short'): CTranslate2Files {
  const geometry = geometries[name];
  const { 'tokenizer.json': tokenizer } = smallFiles({
    geometry,
    text: textTokens(geometry.textTokens),
    multilingual: true,
    alignmentHeads: [],
  });
  const languages = tokenizer.added_tokens.filter(({ content }) => /^<\|[a-z]{2,3}\|>$/.test(content));
  const config = {
    lang_ids: languages.map(({ id }) => id),
    alignment_heads: [
      [1, 0],
      [1, 1],
    ],
    suppress_ids: [],
    suppress_ids_begin: [],
  };
  return {
    'model.bin': modelBinOf(variablesOf(geometry, weights), geometry.decoderHeads),
    'config.json': Buffer.from(JSON.stringify(config)),
    'tokenizer.json': Buffer.from(JSON.stringify(tokenizer)),
  };
}

function variablesOf(g: WhisperGeometry, weights: Weights): StoredVariable[] {
  const d = g.dModel;
  const as = (name: string, ours: string, dims: readonly number[]) => floats(name, dims, weights(ours, dims));
  const norm = (name: string, ours: string) => [
    as(`${name}/gamma`, `${ours}.weight`, [d]),
    as(`${name}/beta`, `${ours}.bias`, [d]),
  ];
  /** One matrix of several of ours, outputs × inputs; keys have no bias. */
  const linear = (name: string, ours: readonly string[], inputs: number, outputs: number) => {
    const rows = ours.map((one) => turned(weights(`${one}.weight`, [inputs, outputs]), inputs, outputs));
    const biases = ours.map((one) =>
      one.endsWith('k_proj') ? new Float32Array(outputs) : weights(`${one}.bias`, [outputs]),
    );
    const height = ours.length * outputs;
    return [
      floats(`${name}/weight`, [height, inputs], joined(rows)),
      floats(`${name}/bias`, [height], joined(biases)),
    ];
  };
  const side = (name: 'encoder' | 'decoder', layers: number) => [
    ...Array.from({ length: layers }, (_, layer) => {
      const [theirs, ours] = [`${name}/layer_${layer}`, `${name}.layers.${layer}`];
      const attention = (block: string, own: string, groups: readonly (readonly string[])[]) =>
        groups.flatMap((group, at) => {
          const parts = group.map((one) => `${ours}.${own}.${one}`);
          return linear(`${theirs}/${block}/linear_${at}`, parts, d, d);
        });
      return [
        ...norm(`${theirs}/self_attention/layer_norm`, `${ours}.self_attn_layer_norm`),
        ...attention('self_attention', 'self_attn', [['q_proj', 'k_proj', 'v_proj'], ['out_proj']]),
        ...(name === 'decoder'
          ? [
              ...norm(`${theirs}/attention/layer_norm`, `${ours}.encoder_attn_layer_norm`),
              ...attention('attention', 'encoder_attn', [['q_proj'], ['k_proj', 'v_proj'], ['out_proj']]),
            ]
          : []),
        ...norm(`${theirs}/ffn/layer_norm`, `${ours}.final_layer_norm`),
        ...linear(`${theirs}/ffn/linear_0`, [`${ours}.fc1`], d, 4 * d),
        ...linear(`${theirs}/ffn/linear_1`, [`${ours}.fc2`], 4 * d, d),
      ];
    }).flat(),
    ...norm(`${name}/layer_norm`, `${name}.layer_norm`),
  ];
  return [
    as('encoder/conv1/weight', 'encoder.conv1.weight', [d, g.melBands, 3]),
    as('encoder/conv1/bias', 'encoder.conv1.bias', [d]),
    as('encoder/conv2/weight', 'encoder.conv2.weight', [d, d, 3]),
    as('encoder/conv2/bias', 'encoder.conv2.bias', [d]),
    as('encoder/position_encodings/encodings', 'encoder.embed_positions', [g.sourcePositions, d]),
    ...side('encoder', g.encoderLayers),
    as('decoder/embeddings/weight', 'decoder.embed_tokens', [g.vocabulary, d]),
    as('decoder/position_encodings/encodings', 'decoder.embed_positions', [g.targetPositions, d]),
    ...side('decoder', g.decoderLayers),
  ];
}

function turned(values: Float32Array, rows: number, columns: number): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: rows * columns }, (_, at) => {
    const [column, row] = [Math.floor(at / rows), at % rows];
    return values[row * columns + column]!;
  });
}

const joined = (parts: readonly Float32Array[]): Float32Array<ArrayBuffer> =>
  Float32Array.from(parts.flatMap((part) => [...part]));
