import type { Weights } from './layers.ts';

/** A variable of a model file; numbers other than floats stay unread bytes. */
interface Variable {
  dims: readonly number[];
  type: number;
  bytes: Uint8Array;
}

/** What a CTranslate2 `model.bin` of Whisper holds. */
export interface SpeechModel {
  dModel: number;
  heads: number;
  encoderLayers: number;
  decoderLayers: number;
  melBands: number;
  vocabulary: number;
  sourcePositions: number;
  targetPositions: number;
  /** By the names of `network.ts`. */
  weights: Weights;
}

const float32 = 0;
const float16 = 4;

/**
 * Reads the binary format of CTranslate2 (version 6; ctranslate2/specs/model_spec.py, `_serialize`): a header, the variables one
 * after the other, then other names for some of them.
 *
 * @throws Error when it is another format, was cut short, or holds quantised weights
 */
export function readSpeechModel(file: Buffer): SpeechModel {
  const variables = readVariables(file);
  const get = (name: string): Variable => {
    const found = variables.get(name);
    if (!found) throw new Error(`The model holds no "${name}".`);
    return found;
  };
  const sizes = (name: string) => get(name).dims;
  const layersOf = (side: string) => {
    let count = 0;
    while (variables.has(`${side}/layer_${count}/ffn/linear_0/weight`)) count++;
    return count;
  };
  const [vocabulary, dModel] = sizes('decoder/embeddings/weight') as [number, number];
  const heads = get('decoder/num_heads').bytes;
  return {
    dModel,
    heads: Buffer.from(heads).readInt16LE(0),
    encoderLayers: layersOf('encoder'),
    decoderLayers: layersOf('decoder'),
    melBands: sizes('encoder/conv1/weight')[1]!,
    vocabulary,
    sourcePositions: sizes('encoder/position_encodings/encodings')[0]!,
    targetPositions: sizes('decoder/position_encodings/encodings')[0]!,
    weights: (name, dims) => {
      const place = placeOf(name, dModel);
      const variable = get(place.variable);
      const [from, count] = place.rows ?? [0, variable.dims[0]!];
      const part = floatsOf(variable, from, count, place.variable);
      const result = place.transposed ? transposed(part, count, part.length / count) : part;
      if (result.length !== dims.reduce((product, dim) => product * dim, 1)) {
        throw new Error(`"${place.variable}" is not of ${dims.join(' × ')} for "${name}".`);
      }
      return result;
    },
  };
}

function readVariables(file: Buffer): Map<string, Variable> {
  let at = 0;
  const number = (bytes: 1 | 2 | 4) => {
    const value = file.readUIntLE(at, bytes);
    at += bytes;
    return value;
  };
  const text = () => {
    const length = number(2);
    const value = file.toString('utf8', at, at + length - 1);
    at += length;
    return value;
  };
  const version = number(4);
  const kind = text();
  if (version !== 6 || kind !== 'WhisperSpec') {
    throw new Error(`This is version ${version} of "${kind}"; version 6 of a Whisper is read.`);
  }
  number(4);
  const variables = new Map<string, Variable>();
  for (let left = number(4); left > 0; left--) {
    const name = text();
    const dims = Array.from({ length: number(1) }, () => number(4));
    const type = number(1);
    const length = number(4);
    const bytes = file.subarray(at, at + length);
    if (bytes.length !== length) throw new Error(`The file ends in the middle of "${name}".`);
    variables.set(name, { dims, type, bytes });
    at += length;
  }
  for (let left = number(4); left > 0; left--) {
    const alias = text();
    variables.set(alias, variables.get(text())!);
  }
  if (at !== file.length) throw new Error(`There are ${file.length - at} bytes behind the end.`);
  return variables;
}

/** Some rows of a variable. */
function floatsOf(
  { dims, type, bytes }: Variable,
  from: number,
  count: number,
  name: string,
): Float32Array<ArrayBuffer> {
  const rowBytes = bytes.length / dims[0]!;
  // A copy, because numbers in the file do not lie at even places.
  const own = new Uint8Array(bytes.subarray(from * rowBytes, (from + count) * rowBytes)).buffer;
  if (type === float16) return new Float32Array(new Float16Array(own));
  if (type === float32) return new Float32Array(own);
  throw new Error(`"${name}" is of type ${type}; only float32 and float16 are read.`);
}

interface Place {
  variable: string;
  /** First row and how many, where several matrices are stored as one. */
  rows?: [number, number];
  transposed: boolean;
}

/** Queries, keys and values of self-attention are one matrix there, and so are keys and values over the sound. */
function placeOf(name: string, dModel: number): Place {
  const plain = (variable: string): Place => ({ variable, transposed: false });
  if (name === 'decoder.embed_tokens') return plain('decoder/embeddings/weight');
  if (name === 'decoder.logits') return { variable: 'decoder/embeddings/weight', transposed: true };
  const positions = /^(encoder|decoder)\.embed_positions$/.exec(name);
  if (positions) return plain(`${positions[1]}/position_encodings/encodings`);
  const convolution = /^encoder\.(conv\d)\.(weight|bias)$/.exec(name);
  if (convolution) return plain(`encoder/${convolution[1]}/${convolution[2]}`);
  const parts = /^(encoder|decoder)\.(?:layers\.(\d+)\.)?(\w+?)(?:\.(\w+))?\.(weight|bias)$/.exec(name);
  if (!parts) throw new Error(`No weight of Whisper is called "${name}".`);
  const [, side, layer, block, projection, kind] = parts as unknown as [string, string, ...string[]];
  const base = layer === undefined ? side : `${side}/layer_${layer}`;
  const normed = kind === 'weight' ? 'gamma' : 'beta';
  const transposedWeight = kind === 'weight';
  switch (block) {
    case 'layer_norm':
      return plain(`${base}/layer_norm/${normed}`);
    case 'self_attn_layer_norm':
      return plain(`${base}/self_attention/layer_norm/${normed}`);
    case 'encoder_attn_layer_norm':
      return plain(`${base}/attention/layer_norm/${normed}`);
    case 'final_layer_norm':
      return plain(`${base}/ffn/layer_norm/${normed}`);
    case 'fc1':
    case 'fc2':
      return {
        variable: `${base}/ffn/linear_${block === 'fc1' ? 0 : 1}/${kind}`,
        transposed: transposedWeight,
      };
    case 'self_attn':
    case 'encoder_attn': {
      const own = block === 'self_attn';
      const order = own ? ['q_proj,k_proj,v_proj', 'out_proj'] : ['q_proj', 'k_proj,v_proj', 'out_proj'];
      const linear = order.findIndex((names) => names.includes(projection!));
      const part = order[linear]!.split(',').indexOf(projection!);
      const folder = own ? 'self_attention' : 'attention';
      return {
        variable: `${base}/${folder}/linear_${linear}/${kind}`,
        rows: [part * dModel, dModel],
        transposed: transposedWeight,
      };
    }
    default:
      throw new Error(`No weight of Whisper is called "${name}".`);
  }
}

function transposed(
  values: Float32Array<ArrayBuffer>,
  rows: number,
  columns: number,
): Float32Array<ArrayBuffer> {
  const result = new Float32Array(values.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      result[column * rows + row] = values[row * columns + column]!;
    }
  }
  return result;
}
