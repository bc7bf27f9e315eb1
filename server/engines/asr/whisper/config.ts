import { join } from 'node:path';
import { type JsonFields, readJsonFields } from './json-fields.ts';

/** Sizes of a Whisper network, as config.json gives them. */
export interface WhisperGeometry {
  dModel: number;
  encoderLayers: number;
  encoderHeads: number;
  decoderLayers: number;
  decoderHeads: number;
  /** Size of one of the decoder's heads. */
  headSize: number;
  /** 80, or 128 from large-v3 on. */
  melBands: number;
  vocabulary: number;
  /** Encoder states of a full window, one each 20 ms: 1500. */
  sourcePositions: number;
  /** Tokens the decoder can look back on, prompt included: 448. */
  targetPositions: number;
}

/** What decoding needs to know beyond the sizes, from generation_config.json. */
export interface WhisperRules {
  suppressTokens: readonly number[];
  /** Never the first token of a transcript. */
  beginSuppressTokens: readonly number[];
  /** Cross attentions that follow the sound, as [layer, head]; empty where they were not measured. */
  alignmentHeads: readonly (readonly [layer: number, head: number])[];
  /** The first timestamp lies at most this many steps of 20 ms into the window. */
  maxInitialTimestamp: number;
  /** Ids of language tokens by code, where the file names them. */
  languageIds: ReadonlyMap<string, number>;
}

export interface WhisperConfig {
  geometry: WhisperGeometry;
  rules: WhisperRules;
  windowMs: number;
}

/** What the log-mel of `native/` can be asked for, and what every published Whisper wants. */
const soundFields = [
  ['sampling_rate', 16_000],
  ['n_fft', 400],
  ['hop_length', 160],
] as const;

/**
 * Reads config.json, generation_config.json and preprocessor_config.json of a model folder, and holds them against each other.
 *
 * @throws WhisperModelError naming the file and the field
 */
export async function readWhisperConfig(dir: string): Promise<WhisperConfig> {
  const [config, generation, sound] = await Promise.all(
    ['config.json', 'generation_config.json', 'preprocessor_config.json'].map((name) =>
      readJsonFields(join(dir, name)),
    ),
  );
  const geometry = readGeometry(config!);
  for (const [name, value] of soundFields) sound!.whole(name, value, value);
  sound!.whole('feature_size', geometry.melBands, geometry.melBands);
  const windowSeconds = sound!.whole('chunk_length', 1, 30);
  if (windowSeconds * 50 !== geometry.sourcePositions) {
    throw config!.fault('max_source_positions', `${windowSeconds * 50}, to fit the chunk_length`);
  }
  return { geometry, rules: readRules(generation!, geometry), windowMs: windowSeconds * 1000 };
}

function readGeometry(config: JsonFields): WhisperGeometry {
  if (config.raw('model_type') !== 'whisper') throw config.fault('model_type', '"whisper"');
  const dModel = config.whole('d_model', 8, 8192);
  const heads = (name: string) => {
    const count = config.whole(name, 1, 256);
    if (dModel % count !== 0) throw config.fault(name, `a divisor of d_model (${dModel})`);
    return count;
  };
  const decoderHeads = heads('decoder_attention_heads');
  const melBands = config.whole('num_mel_bins', 80, 128);
  if (melBands !== 80 && melBands !== 128) throw config.fault('num_mel_bins', '80 or 128');
  return {
    dModel,
    encoderLayers: config.whole('encoder_layers', 1, 128),
    encoderHeads: heads('encoder_attention_heads'),
    decoderLayers: config.whole('decoder_layers', 1, 128),
    decoderHeads,
    headSize: dModel / decoderHeads,
    melBands,
    vocabulary: config.whole('vocab_size', 512, 1_000_000),
    sourcePositions: config.whole('max_source_positions', 50, 1500),
    targetPositions: config.whole('max_target_positions', 16, 4096),
  };
}

function readRules(generation: JsonFields, geometry: WhisperGeometry): WhisperRules {
  const last = geometry.vocabulary - 1;
  const languages = [...generation.numbered('lang_to_id', 0, last)].map(([token, id]) => {
    const code = /^<\|([a-z]{2,3})\|>$/.exec(token)?.[1];
    if (!code) throw generation.fault('lang_to_id', 'an object with keys such as "<|en|>"');
    return [code, id] as const;
  });
  return {
    // −1 stands for "the usual ones" in files of the first hour.
    suppressTokens: generation.wholes('suppress_tokens', -1, last).filter((id) => id >= 0),
    beginSuppressTokens: generation.wholes('begin_suppress_tokens', -1, last).filter((id) => id >= 0),
    alignmentHeads: readAlignmentHeads(generation, geometry),
    maxInitialTimestamp: generation.whole(
      'max_initial_timestamp_index',
      0,
      geometry.sourcePositions,
      Math.min(50, geometry.sourcePositions),
    ),
    languageIds: new Map(languages),
  };
}

function readAlignmentHeads(
  generation: JsonFields,
  { decoderLayers, decoderHeads }: WhisperGeometry,
): [number, number][] {
  const value = generation.raw('alignment_heads') ?? [];
  const below = (item: unknown, count: number) =>
    Number.isInteger(item) && (item as number) >= 0 && (item as number) < count;
  const isHead = (pair: unknown) =>
    Array.isArray(pair) && pair.length === 2 && below(pair[0], decoderLayers) && below(pair[1], decoderHeads);
  if (!Array.isArray(value) || !value.every(isHead)) {
    throw generation.fault(
      'alignment_heads',
      `a list of [layer, head] within ${decoderLayers} layers of ${decoderHeads} heads`,
    );
  }
  return value as [number, number][];
}
