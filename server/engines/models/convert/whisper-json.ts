import type { SpeechModel } from './ctranslate2.ts';

/** The files of a Whisper model in CTranslate2's form. */
export interface CTranslate2Files {
  'model.bin': Buffer;
  'config.json': Buffer;
  'tokenizer.json': Buffer;
}

/** What CTranslate2 keeps beside a Whisper model. */
interface Config {
  lang_ids: readonly number[];
  /** Layer and head of the decoder whose attention follows the sound. */
  alignment_heads: readonly (readonly [number, number])[];
  suppress_ids: readonly number[];
  suppress_ids_begin: readonly number[];
}

const tokenizerConfig = {
  tokenizer_class: 'WhisperTokenizer',
  processor_class: 'WhisperProcessor',
  bos_token: '<|endoftext|>',
  eos_token: '<|endoftext|>',
  unk_token: '<|endoftext|>',
  pad_token: '<|endoftext|>',
  model_max_length: 1024,
};

const preprocessorConfigOf = (model: SpeechModel) => ({
  feature_extractor_type: 'WhisperFeatureExtractor',
  processor_class: 'WhisperProcessor',
  feature_size: model.melBands,
  sampling_rate: 16_000,
  n_fft: 400,
  hop_length: 160,
  chunk_length: model.sourcePositions / 50,
  n_samples: model.sourcePositions * 320,
  nb_max_frames: model.sourcePositions * 2,
  padding_side: 'right',
  padding_value: 0,
  return_attention_mask: false,
});

/**
 * The JSON files of an ONNX export, from what CTranslate2 keeps beside its model.
 *
 * @throws Error when the tokenizer lacks a token of Whisper
 */
export function smallFilesOf(
  model: SpeechModel,
  stored: Pick<CTranslate2Files, 'config.json' | 'tokenizer.json'>,
): Record<string, string> {
  const tokenizer = stored['tokenizer.json'].toString('utf8');
  const config = JSON.parse(stored['config.json'].toString('utf8')) as Config;
  const { added_tokens: added } = JSON.parse(tokenizer) as {
    added_tokens: { id: number; content: string }[];
  };
  const id = (name: string) => {
    const found = added.find(({ content }) => content === `<|${name}|>`);
    if (!found) throw new Error(`The tokenizer has no <|${name}|>.`);
    return found.id;
  };
  const languages = added.filter(
    ({ id: own, content }) => /^<\|[a-z]{2,3}\|>$/.test(content) && config.lang_ids.includes(own),
  );
  const end = id('endoftext');
  const common = {
    decoder_start_token_id: id('startoftranscript'),
    bos_token_id: end,
    eos_token_id: end,
    pad_token_id: end,
  };
  const files = {
    'config.json': {
      model_type: 'whisper',
      architectures: ['WhisperForConditionalGeneration'],
      is_encoder_decoder: true,
      d_model: model.dModel,
      encoder_layers: model.encoderLayers,
      encoder_attention_heads: model.heads,
      decoder_layers: model.decoderLayers,
      decoder_attention_heads: model.heads,
      encoder_ffn_dim: 4 * model.dModel,
      decoder_ffn_dim: 4 * model.dModel,
      num_hidden_layers: model.encoderLayers,
      num_mel_bins: model.melBands,
      vocab_size: model.vocabulary,
      max_source_positions: model.sourcePositions,
      max_target_positions: model.targetPositions,
      median_filter_width: 7,
      ...common,
    },
    'generation_config.json': {
      is_multilingual: true,
      lang_to_id: Object.fromEntries(languages.map((token) => [token.content, token.id])),
      task_to_id: { transcribe: id('transcribe'), translate: id('translate') },
      alignment_heads: config.alignment_heads,
      suppress_tokens: config.suppress_ids,
      begin_suppress_tokens: config.suppress_ids_begin,
      no_timestamps_token_id: id('notimestamps'),
      prev_sot_token_id: id('startofprev'),
      max_initial_timestamp_index: 50,
      max_length: model.targetPositions,
      ...common,
    },
    'tokenizer_config.json': tokenizerConfig,
    'preprocessor_config.json': preprocessorConfigOf(model),
  };
  return {
    ...Object.fromEntries(
      Object.entries(files).map(([name, value]) => [name, `${JSON.stringify(value, null, 2)}\n`]),
    ),
    'tokenizer.json': tokenizer,
  };
}
