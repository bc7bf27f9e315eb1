import type { WhisperGeometry } from '../../asr/whisper/engine.ts';
import { createLayers, createStore, type Layers, type Store } from './layers.ts';
import {
  type Bytes,
  type DataType,
  encodeGraph,
  encodeModel,
  type OnnxNode,
  type ValueInfo,
} from './onnx.ts';

/**
 * Whisper's encoder and decoder as ONNX graphs, with the names and shapes of the exports people have (Optimum's): what is in them
 * follows the paper (Radford et al. 2022), pre-norm transformers with learned positions in the decoder.
 */
export function encoderModel(g: WhisperGeometry, store: Store): Bytes {
  const layers = createLayers(store, '');
  const { run, add, weight } = layers;
  const convolution = (name: string, input: string, channels: number, stride: number) =>
    layers.gelu(
      run(
        'Conv',
        [input, weight(`${name}.weight`, [g.dModel, channels, 3]), weight(`${name}.bias`, [g.dModel])],
        {
          kernel_shape: [3],
          pads: [1, 1],
          strides: [stride],
        },
      ),
    );
  let x = convolution('encoder.conv1', layers.toCompute('input_features'), g.melBands, 1);
  x = run('Transpose', [convolution('encoder.conv2', x, g.dModel, 2)], { perm: [0, 2, 1] });
  x = add(x, weight('encoder.embed_positions', [g.sourcePositions, g.dModel]));
  for (let layer = 0; layer < g.encoderLayers; layer++) {
    const name = `encoder.layers.${layer}`;
    const normed = layers.norm(`${name}.self_attn_layer_norm`, x, g.dModel);
    const { key, value } = keysAndValues(layers, `${name}.self_attn`, normed, g.dModel, g.encoderHeads);
    const { heard } = attend(layers, `${name}.self_attn`, normed, key, value, g.dModel, g.encoderHeads);
    x = feedForward(layers, name, add(x, heard), g.dModel);
  }
  layers.output('last_hidden_state', layers.norm('encoder.layer_norm', x, g.dModel), 'float32');
  return encodeModel({
    name: 'encoder',
    nodes: layers.nodes,
    initializers: store.tensors,
    inputs: [
      { name: 'input_features', type: 'float32', dims: ['batch_size', g.melBands, 2 * g.sourcePositions] },
    ],
    outputs: [
      { name: 'last_hidden_state', type: 'float32', dims: ['batch_size', g.sourcePositions, g.dModel] },
    ],
  });
}

export interface DecoderParts {
  /** Each layer's cross attentions as outputs, as `_timestamped` exports have them. */
  crossAttentions: boolean;
}

/** One branch of the decoder: nodes that end in the outputs of that branch. */
function decoderBranch(
  g: WhisperGeometry,
  store: Store,
  parts: DecoderParts & { prefix: string; past: boolean },
): { nodes: OnnxNode[]; names: Map<string, string> } {
  const layers = createLayers(store, parts.prefix);
  const { run, add, weight, scalar, wholes } = layers;
  const names = new Map<string, string>();
  const give = (name: string, value: string, type?: DataType) => {
    names.set(name, layers.output(`${parts.prefix}${name}`, value, type));
  };
  const heads = g.decoderHeads;
  const sizeAt = (value: string, axis: number) =>
    run('Gather', [run('Shape', [value]), wholes([axis], [])], { axis: 0 });

  const length = sizeAt('input_ids', 1);
  const begin = parts.past ? sizeAt('past_key_values.0.decoder.key', 2) : wholes([0], []);
  const end = run('Add', [begin, length]);
  const rows = run('Range', [begin, end, wholes([1], [])]);
  const columns = run('Range', [wholes([0], []), end, wholes([1], [])]);
  const later = run('Greater', [columns, run('Unsqueeze', [rows, wholes([1])])]);
  const mask = run('Where', [later, scalar(-60_000), scalar(0)]);

  let x = add(
    run('Gather', [weight('decoder.embed_tokens', [g.vocabulary, g.dModel]), 'input_ids'], { axis: 0 }),
    run('Gather', [weight('decoder.embed_positions', [g.targetPositions, g.dModel]), rows], { axis: 0 }),
  );
  const sound = parts.past ? '' : layers.toCompute('encoder_hidden_states');
  for (let layer = 0; layer < g.decoderLayers; layer++) {
    const name = `decoder.layers.${layer}`;
    const past = (side: string, what: string) => `past_key_values.${layer}.${side}.${what}`;

    const normed = layers.norm(`${name}.self_attn_layer_norm`, x, g.dModel);
    let own = keysAndValues(layers, `${name}.self_attn`, normed, g.dModel, heads);
    if (parts.past) {
      own = {
        key: run('Concat', [past('decoder', 'key'), own.key], { axis: 2 }),
        value: run('Concat', [past('decoder', 'value'), own.value], { axis: 2 }),
      };
    }
    give(`present.${layer}.decoder.key`, own.key);
    give(`present.${layer}.decoder.value`, own.value);
    const self = attend(layers, `${name}.self_attn`, normed, own.key, own.value, g.dModel, heads, mask);
    x = add(x, self.heard);

    const asking = layers.norm(`${name}.encoder_attn_layer_norm`, x, g.dModel);
    const cross = parts.past
      ? { key: past('encoder', 'key'), value: past('encoder', 'value') }
      : keysAndValues(layers, `${name}.encoder_attn`, sound, g.dModel, heads);
    if (!parts.past) {
      give(`present.${layer}.encoder.key`, cross.key);
      give(`present.${layer}.encoder.value`, cross.value);
    }
    const crossed = attend(layers, `${name}.encoder_attn`, asking, cross.key, cross.value, g.dModel, heads);
    if (parts.crossAttentions) give(`cross_attentions.${layer}`, crossed.attention, 'float32');
    x = feedForward(layers, name, add(x, crossed.heard), g.dModel);
  }
  const last = layers.norm('decoder.layer_norm', x, g.dModel);
  const quantised = store.precision === 'int8' || store.precision === 'q4';
  const logits = quantised
    ? layers.matrix('decoder.logits', last, [g.dModel, g.vocabulary])
    : run('MatMul', [
        last,
        run('Transpose', [weight('decoder.embed_tokens', [g.vocabulary, g.dModel])], { perm: [1, 0] }),
      ]);
  give('logits', logits, 'float32');
  return { nodes: layers.nodes, names };
}

const presentSides = ['decoder', 'encoder'] as const;
type Side = (typeof presentSides)[number];

/** Values of the decoder's interface, in the order of the exports. */
function decoderValues(g: WhisperGeometry, store: Store, parts: DecoderParts) {
  const cacheType: DataType = store.precision === 'fp16' ? 'float16' : 'float32';
  const cache = (begin: string, sides: readonly Side[], past: string): ValueInfo[] =>
    Array.from({ length: g.decoderLayers }, (_, layer) =>
      sides.flatMap((side) =>
        ['key', 'value'].map((what) => ({
          name: `${begin}.${layer}.${side}.${what}`,
          type: cacheType,
          dims: ['batch_size', g.decoderHeads, side === 'decoder' ? past : 'encoder_length', g.headSize],
        })),
      ),
    ).flat();
  const logits: ValueInfo = {
    name: 'logits',
    type: 'float32',
    dims: ['batch_size', 'sequence_length', g.vocabulary],
  };
  const attentions: ValueInfo[] = Array.from({ length: g.decoderLayers }, (_, layer) => ({
    name: `cross_attentions.${layer}`,
    type: 'float32',
    dims: ['batch_size', g.decoderHeads, 'sequence_length', 'encoder_length'],
  }));
  return {
    ids: { name: 'input_ids', type: 'int64', dims: ['batch_size', 'sequence_length'] } as ValueInfo,
    states: {
      name: 'encoder_hidden_states',
      type: 'float32',
      dims: ['batch_size', 'encoder_length', g.dModel],
    } as ValueInfo,
    pasts: cache('past_key_values', presentSides, 'past_length'),
    outputs: (sides: readonly Side[]) => [
      logits,
      ...cache('present', sides, 'total_length'),
      ...(parts.crossAttentions ? attentions : []),
    ],
  };
}

/** decoder_model.onnx: the whole sequence at once, with the cache that the other file goes on with. */
export function firstDecoderModel(g: WhisperGeometry, store: Store, parts: DecoderParts): Bytes {
  const { nodes } = decoderBranch(g, store, { ...parts, prefix: '', past: false });
  const values = decoderValues(g, store, parts);
  return encodeModel({
    name: 'decoder',
    nodes,
    initializers: store.tensors,
    inputs: [values.ids, values.states],
    outputs: values.outputs(presentSides),
  });
}

/** decoder_with_past_model.onnx: new tokens on top of a cache. */
export function nextDecoderModel(g: WhisperGeometry, store: Store, parts: DecoderParts): Bytes {
  const { nodes } = decoderBranch(g, store, { ...parts, prefix: '', past: true });
  const values = decoderValues(g, store, parts);
  return encodeModel({
    name: 'decoder_with_past',
    nodes,
    initializers: store.tensors,
    inputs: [values.ids, ...values.pasts],
    outputs: values.outputs(['decoder']),
  });
}

/** decoder_model_merged.onnx: both in one file, `use_cache_branch` says which is meant. */
export function mergedDecoderModel(g: WhisperGeometry, store: Store, parts: DecoderParts): Bytes {
  const values = decoderValues(g, store, parts);
  const outputs = values.outputs(presentSides);
  const branch = (past: boolean): Bytes => {
    const prefix = past ? 'with_past/' : 'no_past/';
    const { nodes, names } = decoderBranch(g, store, { ...parts, prefix, past });
    const missing = outputs.filter(({ name }) => !names.has(name));
    // With a past, the sound's keys and values are not made again: as in the exports, an empty tensor stands for them.
    const shape = BigInt64Array.of(0n, BigInt(g.decoderHeads), 1n, BigInt(g.headSize));
    if (missing.length > 0) {
      store.tensors.set('empty.shape', { type: 'int64', dims: [4], data: shape });
    }
    const zeros = missing.map(({ name, type }): OnnxNode => {
      const zero = type === 'float16' ? new Float16Array(1) : new Float32Array(1);
      return {
        op: 'ConstantOfShape',
        inputs: ['empty.shape'],
        outputs: [`${prefix}${name}`],
        attributes: { value: { type, dims: [1], data: zero } },
      };
    });
    return encodeGraph({
      name: past ? 'with_past' : 'no_past',
      nodes: [...nodes, ...zeros],
      initializers: new Map(),
      inputs: [],
      outputs: outputs.map((info) => ({
        ...info,
        name: `${prefix}${info.name}`,
        dims: looseDims(info, past),
      })),
    });
  };
  const thenBranch = branch(true);
  const elseBranch = branch(false);
  return encodeModel({
    name: 'decoder_merged',
    nodes: [
      {
        op: 'If',
        inputs: ['use_cache_branch'],
        outputs: outputs.map(({ name }) => name),
        attributes: { then_branch: { graph: thenBranch }, else_branch: { graph: elseBranch } },
      },
    ],
    initializers: store.tensors,
    inputs: [
      values.ids,
      values.states,
      ...values.pasts,
      { name: 'use_cache_branch', type: 'bool', dims: [1] },
    ],
    outputs: outputs.map((info) => ({ ...info, dims: looseDims(info, false) })),
  });
}

/** The empty stand-ins have other sizes than their names promise, so those dimensions get names of their own. */
const looseDims = ({ name, dims }: ValueInfo, past: boolean): readonly (number | string)[] =>
  name.includes('.encoder.')
    ? dims.map((dim, i) => (i === 0 || i === 2 ? `${past ? 'no' : 'any'}_${i}` : dim))
    : dims;

function keysAndValues(layers: Layers, name: string, input: string, dModel: number, heads: number) {
  const split = (value: string) =>
    layers.run('Transpose', [layers.run('Reshape', [value, layers.wholes([0, 0, heads, dModel / heads])])], {
      perm: [0, 2, 1, 3],
    });
  return {
    key: split(layers.matrix(`${name}.k_proj.weight`, input, [dModel, dModel])),
    value: split(layers.linear(`${name}.v_proj`, input, [dModel, dModel])),
  };
}

function attend(
  layers: Layers,
  name: string,
  input: string,
  key: string,
  value: string,
  dModel: number,
  heads: number,
  mask?: string,
) {
  const { run, wholes } = layers;
  const scaled = run('Mul', [
    layers.linear(`${name}.q_proj`, input, [dModel, dModel]),
    layers.scalar((dModel / heads) ** -0.5),
  ]);
  const query = run('Transpose', [run('Reshape', [scaled, wholes([0, 0, heads, dModel / heads])])], {
    perm: [0, 2, 1, 3],
  });
  const match = run('MatMul', [query, run('Transpose', [key], { perm: [0, 1, 3, 2] })]);
  const attention = run('Softmax', [mask ? layers.add(match, mask) : match], { axis: -1 });
  const joined = run('Reshape', [
    run('Transpose', [run('MatMul', [attention, value])], { perm: [0, 2, 1, 3] }),
    wholes([0, 0, dModel]),
  ]);
  return { attention, heard: layers.linear(`${name}.out_proj`, joined, [dModel, dModel]) };
}

function feedForward(layers: Layers, name: string, input: string, dModel: number): string {
  const normed = layers.norm(`${name}.final_layer_norm`, input, dModel);
  const wide = layers.gelu(layers.linear(`${name}.fc1`, normed, [dModel, 4 * dModel]));
  return layers.add(input, layers.linear(`${name}.fc2`, wide, [4 * dModel, dModel]));
}

export { createStore };
