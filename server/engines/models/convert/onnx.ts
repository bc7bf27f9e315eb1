/**
 * Writes ONNX models: the few messages of onnx.proto that a network needs, in protobuf's wire format. A message is a list of byte
 * chunks, so that weights are never copied, however large.
 */
export type Bytes = readonly Uint8Array[];

export const dataTypes = {
  float32: 1,
  uint8: 2,
  int8: 3,
  int32: 6,
  int64: 7,
  bool: 9,
  float16: 10,
} as const;
export type DataType = keyof typeof dataTypes;

export interface OnnxTensor {
  type: DataType;
  dims: readonly number[];
  data: ArrayBufferView<ArrayBuffer>;
}

export type Attribute = number | readonly number[] | { float: number } | { graph: Bytes } | OnnxTensor;

/** A dimension is a size or a name. */
export interface ValueInfo {
  name: string;
  type: DataType;
  dims: readonly (number | string)[];
}

export interface OnnxNode {
  op: string;
  domain?: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes?: Readonly<Record<string, Attribute>>;
}

export interface OnnxGraph {
  name: string;
  nodes: readonly OnnxNode[];
  inputs: readonly ValueInfo[];
  outputs: readonly ValueInfo[];
  initializers: ReadonlyMap<string, OnnxTensor>;
}

const opset = 17;
const irVersion = 8;

export function encodeModel(graph: OnnxGraph): Bytes {
  return [
    ...whole(1, irVersion),
    ...text(2, 'assay'),
    ...nested(7, encodeGraph(graph)),
    ...nested(8, [...text(1, ''), ...whole(2, opset)]),
    ...nested(8, [...text(1, 'com.microsoft'), ...whole(2, 1)]),
  ];
}

export function encodeGraph({ name, nodes, inputs, outputs, initializers }: OnnxGraph): Bytes {
  return [
    ...nodes.flatMap((node, index) => nested(1, encodeNode(node, `${name}_${index}`))),
    ...text(2, name),
    ...[...initializers].flatMap(([key, tensor]) => nested(5, encodeTensor(tensor, key))),
    ...inputs.flatMap((info) => nested(11, encodeValueInfo(info))),
    ...outputs.flatMap((info) => nested(12, encodeValueInfo(info))),
  ];
}

function encodeNode(node: OnnxNode, name: string): Bytes {
  return [
    ...node.inputs.flatMap((input) => text(1, input)),
    ...node.outputs.flatMap((output) => text(2, output)),
    ...text(3, name),
    ...text(4, node.op),
    ...Object.entries(node.attributes ?? {}).flatMap(([key, value]) =>
      nested(5, [...text(1, key), ...encodeAttribute(value)]),
    ),
    ...(node.domain ? text(7, node.domain) : []),
  ];
}

function encodeAttribute(value: Attribute): Bytes {
  const kind = (type: number) => whole(20, type);
  if (typeof value === 'number') return [...whole(3, value), ...kind(2)];
  if (isList(value)) return [...value.flatMap((item) => whole(8, item)), ...kind(7)];
  if ('float' in value) return [...key(2, 5), float(value.float), ...kind(1)];
  if ('graph' in value) return [...nested(6, value.graph), ...kind(5)];
  return [...nested(5, encodeTensor(value, '')), ...kind(4)];
}

const isList = (value: Attribute): value is readonly number[] => Array.isArray(value);

function encodeTensor({ type, dims, data }: OnnxTensor, name: string): Bytes {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return [
    ...dims.flatMap((dim) => whole(1, dim)),
    ...whole(2, dataTypes[type]),
    ...(name ? text(8, name) : []),
    ...nested(9, [raw]),
  ];
}

function encodeValueInfo({ name, type, dims }: ValueInfo): Bytes {
  const shape = dims.flatMap((dim) => nested(1, typeof dim === 'number' ? whole(1, dim) : text(2, dim)));
  const tensor = [...whole(1, dataTypes[type]), ...nested(2, shape)];
  return [...text(1, name), ...nested(2, nested(1, tensor))];
}

const utf8 = new TextEncoder();
const text = (field: number, value: string): Bytes => nested(field, [utf8.encode(value)]);
const whole = (field: number, value: number): Bytes => [...key(field, 0), varint(BigInt(value))];
const key = (field: number, wireType: number): Bytes => [varint(BigInt((field << 3) | wireType))];

function nested(field: number, bytes: Bytes): Bytes {
  const length = bytes.reduce((sum, chunk) => sum + chunk.length, 0);
  return [...key(field, 2), varint(BigInt(length)), ...bytes];
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}

function float(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return bytes;
}
