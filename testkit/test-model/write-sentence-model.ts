import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createLayers,
  createStore,
  type Layers,
  type NetworkPrecision,
} from '#server/engines/models/convert/layers.ts';
import { encodeModel } from '#server/engines/models/convert/onnx.ts';
import { randomWeights } from './random-weights.ts';

export interface SentenceModelOptions {
  /** As `_name_or_path` of config.json: e5 and bge models are known by it. */
  name: string;
  precision: Extract<NetworkPrecision, 'fp32' | 'int8'>;
  /** Written to 1_Pooling/config.json; left out as exports for the web do. */
  pooling: 'mean' | 'cls' | null;
  /** Exports of RoBERTa have no token types. */
  hasTokenTypes: boolean;
  maxTokens: number;
}

/** Width of the vectors. */
export const sentenceWidth = 32;
const layerCount = 2;
const heads = 4;
const inner = 48;

const letters = [...'abcdefghijklmnopqrstuvwxyzäéß0123456789.,:+#-'];
const vocabulary = [
  ...['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'],
  ...letters,
  ...letters.map((letter) => `##${letter}`),
  ...['query', 'passage', 'nurse', 'driver', 'java', '##ing', '##er', 'program'],
];

/** Writes a BERT of random but fixed weights, in the layout of sentence-embedding models on a hub. */
export async function writeSentenceModel(
  dir: string,
  options: Partial<SentenceModelOptions> = {},
): Promise<void> {
  const { name, precision, pooling, hasTokenTypes, maxTokens }: SentenceModelOptions = {
    ...{ name: 'test/sentences', precision: 'fp32', pooling: 'mean', hasTokenTypes: true, maxTokens: 64 },
    ...options,
  };
  const write = async (path: string, content: object | Uint8Array) => {
    const bytes = content instanceof Uint8Array ? content : JSON.stringify(content);
    await writeFile(join(dir, path), bytes);
  };
  await mkdir(join(dir, 'onnx'), { recursive: true });
  await write(`onnx/model${precision === 'int8' ? '_quantized' : ''}.onnx`, networkBytes(options));
  await write('config.json', {
    _name_or_path: name,
    model_type: 'bert',
    hidden_size: sentenceWidth,
    num_hidden_layers: layerCount,
    num_attention_heads: heads,
    intermediate_size: inner,
    max_position_embeddings: maxTokens,
    vocab_size: vocabulary.length,
    pad_token_id: 0,
    ...(hasTokenTypes && { type_vocab_size: 2 }),
  });
  await write('tokenizer.json', tokenizer());
  await write('tokenizer_config.json', { tokenizer_class: 'BertTokenizer', model_max_length: maxTokens });
  if (pooling !== null) {
    await mkdir(join(dir, '1_Pooling'), { recursive: true });
    await write('1_Pooling/config.json', {
      word_embedding_dimension: sentenceWidth,
      pooling_mode_cls_token: pooling === 'cls',
      pooling_mode_mean_tokens: pooling === 'mean',
    });
  }
}

function networkBytes({
  precision = 'fp32',
  hasTokenTypes = true,
  maxTokens = 64,
}: Partial<SentenceModelOptions>) {
  const store = createStore(precision, randomWeights(5));
  const layers = createLayers(store, '');
  const { run, add, weight, wholes } = layers;
  const tokens = run('Gather', [weight('embed_tokens', [vocabulary.length, sentenceWidth]), 'input_ids']);
  const length = run('Gather', [run('Shape', ['input_ids']), wholes([1])]);
  const positions = run('Slice', [
    weight('embed_positions', [maxTokens, sentenceWidth]),
    wholes([0]),
    length,
    wholes([0]),
  ]);
  const typed = hasTokenTypes
    ? add(tokens, run('Gather', [weight('embed_types', [2, sentenceWidth]), 'token_type_ids']))
    : tokens;
  let states = layers.norm('embeddings.norm', add(typed, positions), sentenceWidth);
  const mask = maskOf(layers);
  for (let n = 0; n < layerCount; n++) states = block(layers, `layers.${n}`, states, mask);
  layers.output('last_hidden_state', states);
  const inputs = ['input_ids', 'attention_mask', ...(hasTokenTypes ? ['token_type_ids'] : [])];
  const model = encodeModel({
    name: 'sentences',
    nodes: layers.nodes,
    inputs: inputs.map((input) => ({ name: input, type: 'int64', dims: ['batch', 'tokens'] })),
    outputs: [{ name: 'last_hidden_state', type: 'float32', dims: ['batch', 'tokens', sentenceWidth] }],
    initializers: store.tensors,
  });
  return Buffer.concat(model);
}

/** 0 for tokens, a large negative number for padding, in the shape of scores. */
function maskOf({ run, scalar, wholes }: Layers): string {
  const mask = run('Cast', ['attention_mask'], { to: 1 });
  return run('Unsqueeze', [run('Mul', [run('Sub', [mask, scalar(1)]), scalar(1e9)]), wholes([1, 2])]);
}

function block(layers: Layers, name: string, input: string, mask: string): string {
  const { run, add, linear, norm, scalar, wholes, gelu } = layers;
  const size = sentenceWidth / heads;
  const split = (part: string, perm: readonly number[]) => {
    const values = linear(`${name}.${part}_proj`, input, [sentenceWidth, sentenceWidth]);
    return run('Transpose', [run('Reshape', [values, wholes([0, 0, heads, size])])], { perm });
  };
  const scores = run('Mul', [
    run('MatMul', [split('q', [0, 2, 1, 3]), split('k', [0, 2, 3, 1])]),
    scalar(size ** -0.5),
  ]);
  const shares = run('Softmax', [add(scores, mask)], { axis: -1 });
  const seen = run('Transpose', [run('MatMul', [shares, split('v', [0, 2, 1, 3])])], { perm: [0, 2, 1, 3] });
  const joined = run('Reshape', [seen, wholes([0, 0, sentenceWidth])]);
  const attended = norm(
    `${name}.1.norm`,
    add(input, linear(`${name}.out`, joined, [sentenceWidth, sentenceWidth])),
    sentenceWidth,
  );
  const wide = gelu(linear(`${name}.fc1`, attended, [sentenceWidth, inner]));
  return norm(
    `${name}.2.norm`,
    add(attended, linear(`${name}.fc2`, wide, [inner, sentenceWidth])),
    sentenceWidth,
  );
}

function tokenizer() {
  const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
  const place = (name: string) => ({ SpecialToken: { id: name, type_id: 0 } });
  const text = { Sequence: { id: 'A', type_id: 0 } };
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special.map((content, id) => ({
      ...{ id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true },
    })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: false,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [place('[CLS]'), text, place('[SEP]')],
      pair: [place('[CLS]'), text, place('[SEP]'), { Sequence: { id: 'B', type_id: 1 } }, place('[SEP]')],
      special_tokens: Object.fromEntries(
        ['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [vocabulary.indexOf(id)], tokens: [id] }]),
      ),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((piece, id) => [piece, id])),
    },
  };
}
