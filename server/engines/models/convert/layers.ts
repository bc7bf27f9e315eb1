import type { Attribute, DataType, OnnxNode, OnnxTensor } from './onnx.ts';

export type NetworkPrecision = 'fp32' | 'fp16' | 'int8' | 'q4';

/** Weights by name, as the trained network has them: matrices are inputs × outputs, one after the other. */
export type Weights = (name: string, dims: readonly number[]) => Float32Array<ArrayBuffer>;

/** Weights of one file, shared by all its graphs; each is stored once. */
export interface Store {
  readonly precision: NetworkPrecision;
  readonly tensors: Map<string, OnnxTensor>;
  readonly weights: Weights;
}

export const createStore = (precision: NetworkPrecision, weights: Weights): Store => ({
  precision,
  weights,
  tensors: new Map(),
});

/** What a node was given to compute: the name of its result. */
type Value = string;

/** Of an 8-bit weight: two products of it and the loudest sound, 255, are what processors without VNNI can add up (32,767). */
const largestWeight = 63;

const floatTypeOf = ({ precision }: Store): DataType => (precision === 'fp16' ? 'float16' : 'float32');

/** What a graph computes with, kept in the store under names that all graphs of a file share. */
function createConstants(store: Store) {
  const type = floatTypeOf(store);
  const keep = (name: string, make: () => OnnxTensor): Value => {
    if (!store.tensors.has(name)) store.tensors.set(name, make());
    return name;
  };
  const asFloats = (values: Float32Array<ArrayBuffer>) =>
    type === 'float16' ? new Float16Array(values) : values;
  const weight = (name: string, dims: readonly number[]): Value =>
    keep(name, () => ({ type, dims, data: asFloats(store.weights(name, dims)) }));
  const scalar = (value: number): Value =>
    keep(`scalar.${value}`, () => ({ type, dims: [], data: asFloats(Float32Array.of(value)) }));
  const wholes = (values: readonly number[], dims: readonly number[] = [values.length]): Value =>
    keep(`wholes.${dims.length}.${values.join('_')}`, () => ({
      type: 'int64',
      dims,
      data: BigInt64Array.from(values, BigInt),
    }));
  return { keep, weight, scalar, wholes };
}

/** Weights that share a scale in four bits. */
const block = 32;

/** A matrix in 8 bits, with a scale for each column. */
function eightBits(values: Float32Array, columns: number) {
  // Plain loops: the tokens' matrix has 26 million numbers.
  const scales = new Float32Array(columns);
  for (let at = 0; at < values.length; at++) {
    scales[at % columns] = Math.max(scales[at % columns]!, Math.abs(values[at]!));
  }
  for (let column = 0; column < columns; column++) scales[column] = scales[column]! / largestWeight || 1;
  const data = new Int8Array(values.length);
  for (let at = 0; at < values.length; at++) data[at] = Math.round(values[at]! / scales[at % columns]!);
  return { data, scales };
}

/** A matrix in four bits a weight, column by column in blocks, each with a scale; zero is 8. */
function fourBits(values: Float32Array, rows: number, columns: number) {
  const blocks = Math.ceil(rows / block);
  const packed = new Uint8Array((columns * blocks * block) / 2).fill(0x88);
  const scales = new Float32Array(columns * blocks);
  for (let column = 0; column < columns; column++) {
    for (let index = 0; index < blocks; index++) {
      const from = index * block;
      const end = Math.min(rows, from + block);
      let largest = 0;
      for (let row = from; row < end; row++) {
        largest = Math.max(largest, Math.abs(values[row * columns + column]!));
      }
      const scale = largest / 7 || 1;
      scales[column * blocks + index] = scale;
      for (let row = from; row < end; row++) {
        const four = Math.round(values[row * columns + column]! / scale) + 8;
        const at = (column * blocks + index) * (block / 2) + ((row - from) >> 1);
        const high = (row - from) % 2 === 1;
        packed[at] = high ? (packed[at]! & 0x0f) | (four << 4) : (packed[at]! & 0xf0) | four;
      }
    }
  }
  return { packed, scales };
}

/** Answers the name of the scales. */
function storeEightBits(store: Store, name: string, [rows, columns]: readonly [number, number]): string {
  const scaleName = `${name}.scale`;
  if (!store.tensors.has(`${name}.int8`)) {
    const { data, scales } = eightBits(store.weights(name, [rows, columns]), columns);
    store.tensors.set(`${name}.int8`, { type: 'int8', dims: [rows, columns], data });
    store.tensors.set(scaleName, { type: 'float32', dims: [columns], data: scales });
  }
  return scaleName;
}

function storeFourBits(store: Store, name: string, [rows, columns]: readonly [number, number]): void {
  const blocks = Math.ceil(rows / block);
  if (!store.tensors.has(`${name}.q4`)) {
    const { packed, scales } = fourBits(store.weights(name, [rows, columns]), rows, columns);
    store.tensors.set(`${name}.q4`, { type: 'uint8', dims: [columns, blocks, block / 2], data: packed });
    store.tensors.set(`${name}.q4scale`, { type: 'float32', dims: [columns * blocks], data: scales });
  }
}

/**
 * A graph in the making. `prefix` keeps the names of two graphs in one file apart; weights have the same names in both.
 */
export function createLayers(store: Store, prefix: string) {
  const nodes: OnnxNode[] = [];
  const half = store.precision === 'fp16';
  const floatType = floatTypeOf(store);
  let count = 0;

  const { keep, weight, scalar, wholes } = createConstants(store);
  const run = (
    op: string,
    inputs: readonly Value[],
    attributes: Readonly<Record<string, Attribute>> = {},
    options: { output?: string; outputs?: number; domain?: string } = {},
  ): Value => {
    const name = options.output ?? `${prefix}${op}_${count++}`;
    const more = Array.from({ length: (options.outputs ?? 1) - 1 }, (_, i) => `${name}_${i + 1}`);
    const domain = options.domain ? { domain: options.domain } : {};
    nodes.push({ op, inputs, outputs: [name, ...more], attributes, ...domain });
    return name;
  };
  const add = (a: Value, b: Value) => run('Add', [a, b]);

  const matrix = (name: string, input: Value, [rows, columns]: readonly [number, number]): Value => {
    if (store.precision === 'int8') return int8Product(name, input, rows, columns);
    if (store.precision === 'q4') return q4Product(name, input, rows, columns);
    return run('MatMul', [input, weight(name, [rows, columns])]);
  };

  /** Dynamic quantisation as onnxruntime's tools write it: 8-bit sound, 8-bit weights with a scale for each column of a matrix. */
  function int8Product(name: string, input: Value, rows: number, columns: number): Value {
    const scaleName = storeEightBits(store, name, [rows, columns]);
    const zero = keep('int8.zero', () => ({ type: 'int8', dims: [], data: new Int8Array(1) }));
    const quantised = run('DynamicQuantizeLinear', [input], {}, { outputs: 3 });
    const product = run('MatMulInteger', [quantised, `${name}.int8`, `${quantised}_2`, zero]);
    const scale = run('Mul', [`${quantised}_1`, scaleName]);
    return run('Mul', [run('Cast', [product], { to: 1 }), scale]);
  }

  function q4Product(name: string, input: Value, rows: number, columns: number): Value {
    storeFourBits(store, name, [rows, columns]);
    return run(
      'MatMulNBits',
      [input, `${name}.q4`, `${name}.q4scale`],
      { K: rows, N: columns, bits: 4, block_size: block },
      { domain: 'com.microsoft' },
    );
  }

  return {
    nodes,
    floatType,
    run,
    add,
    matrix,
    weight,
    scalar,
    wholes,
    linear: (name: string, input: Value, sizes: readonly [number, number]) =>
      add(matrix(`${name}.weight`, input, sizes), weight(`${name}.bias`, [sizes[1]])),
    norm: (name: string, input: Value, size: number) =>
      run('LayerNormalization', [input, weight(`${name}.weight`, [size]), weight(`${name}.bias`, [size])], {
        axis: -1,
        epsilon: { float: 1e-5 },
      }),
    gelu(input: Value) {
      const error = run('Erf', [run('Div', [input, scalar(Math.SQRT2)])]);
      return run('Mul', [run('Mul', [input, add(error, scalar(1))]), scalar(0.5)]);
    },
    /** From and to the type in which the graph computes. */
    toCompute: (input: Value) => (half ? run('Cast', [input], { to: 10 }) : input),
    output: (name: string, value: Value, type: DataType = floatType) =>
      half && type === 'float32'
        ? run('Cast', [value], { to: 1 }, { output: name })
        : run('Identity', [value], {}, { output: name }),
  };
}

export type Layers = ReturnType<typeof createLayers>;
