import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../testkit/random.ts';

/** One way in which a file of a Whisper model folder was damaged. */
export interface Damage {
  kind: 'truncated' | 'bits flipped' | 'block overwritten' | 'wrong value' | 'missing';
  /** Relative to the model's folder. */
  file: string;
  detail: string;
}

/** Fields that the network's shape or the reading of its output hangs on. Ids of tokens come from tokenizer.json. */
const fieldsThatMatter = {
  'config.json': [
    'd_model',
    'encoder_layers',
    'decoder_layers',
    'encoder_attention_heads',
    'decoder_attention_heads',
    'num_mel_bins',
    'vocab_size',
    'max_source_positions',
    'max_target_positions',
    'model_type',
  ],
  'preprocessor_config.json': ['feature_size', 'sampling_rate', 'hop_length', 'n_fft', 'chunk_length'],
  'generation_config.json': [
    'suppress_tokens',
    'begin_suppress_tokens',
    'alignment_heads',
    'lang_to_id',
    'max_initial_timestamp_index',
  ],
} as const;

const wrongValues: readonly unknown[] = [
  -1,
  0,
  1e9,
  2 ** 53,
  3.5,
  '12',
  'whisper?',
  true,
  {},
  [-5],
  ['x'],
  [[99, 99]],
  { '<|en|>': -7 },
  { '<|en|>': 'x' },
];

const networks = ['onnx/encoder_model.onnx', 'onnx/decoder_model_merged.onnx'];
const everyFile = [...Object.keys(fieldsThatMatter), 'tokenizer.json', ...networks];

/**
 * Damages one file of a model in place, always the same way for the same round. The kinds take turns.
 *
 * @returns what was done, and how to undo it
 */
export function damageModel(folder: string, round: number): { damage: Damage; undo: () => void } {
  const random = seededRandom(round * 7919 + 17);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const kind = (['truncated', 'bits flipped', 'block overwritten', 'wrong value', 'missing'] as const)[
    round % 11 === 10 ? 4 : round % 4
  ]!;
  if (kind === 'wrong value') {
    const file = pick(Object.keys(fieldsThatMatter)) as keyof typeof fieldsThatMatter;
    const path = join(folder, file);
    const before = readFileSync(path);
    const object = JSON.parse(before.toString('utf8'));
    const field = pick(fieldsThatMatter[file].filter((name) => name in object));
    const value = pick(
      wrongValues.filter((wrong) => JSON.stringify(wrong) !== JSON.stringify(object[field])),
    );
    writeFileSync(path, JSON.stringify({ ...object, [field]: value }));
    const detail = `${field} = ${JSON.stringify(value)}`;
    return { damage: { kind, file, detail }, undo: () => writeFileSync(path, before) };
  }
  const file = pick(everyFile);
  const path = join(folder, file);
  const before = readFileSync(path);
  const undo = () => writeFileSync(path, before);
  if (kind === 'missing') {
    rmSync(path);
    return { damage: { kind, file, detail: '' }, undo };
  }
  if (kind === 'truncated') {
    const length = Math.floor(random() ** 2 * before.length);
    writeFileSync(path, before.subarray(0, length));
    return { damage: { kind, file, detail: `${length} of ${before.length} bytes` }, undo };
  }
  const changed = Buffer.from(before);
  let detail: string;
  if (kind === 'bits flipped') {
    // The first kilobytes of a network describe it; further on there are weights.
    const reach = random() < 0.5 ? Math.min(4096, changed.length) : changed.length;
    const bits = Array.from({ length: 1 + Math.floor(random() * 8) }, () => Math.floor(random() * reach * 8));
    for (const bit of bits) changed[bit >> 3]! ^= 1 << (bit & 7);
    detail = `bits ${bits.join(', ')}`;
  } else {
    const from = Math.floor(random() * changed.length);
    const value = pick([0x00, 0xff, 0x7b]);
    changed.fill(value, from, Math.min(from + 512, changed.length));
    detail = `from byte ${from} with 0x${value.toString(16)}`;
  }
  // Two flips of the same bit, or zeros over zeros, would be no damage.
  if (changed.equals(before)) changed[0]! ^= 1;
  writeFileSync(path, changed);
  return { damage: { kind, file, detail }, undo };
}
