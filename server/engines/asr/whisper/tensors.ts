import * as ort from '../../onnx-runtime.ts';

/** Float types that networks speak. fp16 exports keep their cache in half precision. */
export type FloatType = 'float32' | 'float16';

export type Floats = Float32Array | Float16Array;

export const floatArray = (type: FloatType, size: number): Floats =>
  type === 'float16' ? new Float16Array(size) : new Float32Array(size);

/**
 * A tensor's numbers as they are or widened, without a copy where they are 32 bits wide already. onnxruntime hands half precision
 * over as Float16Array or, in older versions, as raw 16-bit numbers.
 */
export function floatsOf(tensor: ort.Tensor): Float32Array {
  const { data } = tensor;
  if (data instanceof Float32Array) return data;
  return Float32Array.from(halvesOf(data));
}

function halvesOf(data: ort.Tensor['data']): Float16Array {
  if (data instanceof Float16Array) return data;
  if (data instanceof Uint16Array) return new Float16Array(data.buffer, data.byteOffset, data.length);
  throw new Error('A network gave numbers that are no floats.');
}

/** A tensor of the type a network wants, without a copy where it is that already. */
export function floatTensor(type: FloatType, values: Floats, dims: readonly number[]): ort.Tensor {
  if (type === 'float32') {
    return new ort.Tensor(
      'float32',
      values instanceof Float32Array ? values : Float32Array.from(values),
      dims,
    );
  }
  const halves = values instanceof Float16Array ? values : Float16Array.from(values);
  return feedable(new ort.Tensor('float16', halves as unknown as Uint16Array, dims));
}

/**
 * The same tensor, fit to go into a network. onnxruntime-node hands half precision out as Float16Array but takes it as raw 16-bit
 * numbers only (1.30: "not enough space"), and its tensors turn these into Float16Array when they are made.
 */
export function feedable(tensor: ort.Tensor): ort.Tensor {
  const data: unknown = tensor.data;
  if (data instanceof Float16Array) {
    const raw = new Uint16Array(data.buffer, data.byteOffset, data.length);
    (tensor as unknown as { cpuData: Uint16Array }).cpuData = raw;
  }
  return tensor;
}

export const wholeTensor = (values: readonly number[], dims: readonly number[]): ort.Tensor =>
  new ort.Tensor('int64', BigInt64Array.from(values, BigInt), dims);

/** Tensors of the same shape but for their first dimension, one after the other. */
export function stackRows(tensors: readonly ort.Tensor[]): ort.Tensor {
  const first = tensors[0]!;
  if (tensors.length === 1) return first;
  const rows = tensors.reduce((sum, { dims }) => sum + dims[0]!, 0);
  const size = tensors.reduce((sum, { data }) => sum + data.length, 0);
  const joined = emptyLike(first, size);
  let at = 0;
  for (const { data } of tensors) {
    joined.set(data as never, at);
    at += data.length;
  }
  return withData(first, joined, [rows, ...first.dims.slice(1)]);
}

/** Some rows (of the first dimension) of a tensor, in the order given. */
export function pickRows(tensor: ort.Tensor, rows: readonly number[]): ort.Tensor {
  const size = tensor.data.length / tensor.dims[0]!;
  const picked = emptyLike(tensor, rows.length * size);
  for (const [to, row] of rows.entries()) {
    const part = (tensor.data as Float32Array).subarray(row * size, (row + 1) * size);
    picked.set(part as never, to * size);
  }
  return withData(tensor, picked, [rows.length, ...tensor.dims.slice(1)]);
}

/** One row (of the first dimension) of a tensor, without a copy: what is written to one is written to both. */
export function rowView(tensor: ort.Tensor, row: number): ort.Tensor {
  const size = tensor.data.length / tensor.dims[0]!;
  const part = (tensor.data as Float32Array).subarray(row * size, (row + 1) * size);
  return withData(tensor, part as Numbers, [1, ...tensor.dims.slice(1)]);
}

/** Moves some rows of a given size, in ascending order, to the front. */
export function moveRows(values: Floats, rows: readonly number[], size: number): void {
  for (const [to, row] of rows.entries()) values.copyWithin(to * size, row * size, (row + 1) * size);
}

type Numbers = Float32Array<ArrayBuffer> | Float16Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;

function emptyLike({ data }: ort.Tensor, size: number): Numbers {
  if (data instanceof Float32Array) return new Float32Array(size);
  if (data instanceof Uint16Array) return new Uint16Array(size);
  if (data instanceof Float16Array) return new Float16Array(size);
  throw new Error('Only float tensors have rows to pick.');
}

const withData = (like: ort.Tensor, data: Numbers, dims: readonly number[]): ort.Tensor =>
  feedable(new ort.Tensor(like.type, data as Float32Array, dims));
