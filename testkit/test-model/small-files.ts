import type { WhisperGeometry } from '#server/engines/asr/whisper/engine.ts';

/** Whisper's 99 languages in the order of their tokens. */
export const whisperLanguages =
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su'.split(
    ' ',
  );

const tasks = ['translate', 'transcribe', 'startoflm', 'startofprev', 'nospeech', 'notimestamps'];

/** Tokens that are text, as real byte-level BPE: the 256 bytes, then pieces of words made of small letters. */
export interface TextTokens {
  vocab: string[];
  merges: string[];
}

/** @param count tokens in all, 256 at least; the real ones have 50,257 */
export function textTokens(count: number): TextTokens {
  const printable = (byte: number) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const unprintable = bytes.filter((byte) => !printable(byte));
  const vocab = [
    ...bytes.filter(printable).map((byte) => String.fromCodePoint(byte)),
    ...unprintable.map((_, index) => String.fromCodePoint(256 + index)),
  ];
  const known = new Set(vocab);
  const merges: string[] = [];
  // "Ġ" stands for the space in front of a word. Frequent letters first, so that small vocabularies spell words too.
  const letters = [...'etaoinshrdlucmwfgypbvkjxqz'];
  const stems = ['Ġ', ...letters];
  for (let at = 0; vocab.length < count; at++) {
    for (const letter of letters) {
      const token = `${stems[at]!}${letter}`;
      if (vocab.length === count || known.has(token)) continue;
      known.add(token);
      vocab.push(token);
      merges.push(`${stems[at]!} ${letter}`);
      stems.push(token);
    }
  }
  return { vocab, merges };
}

/** Tokens that are no text, in Whisper's order: they follow right behind those that are. */
export function specialTokens(): string[] {
  const steps = Array.from({ length: 1501 }, (_, step) => (step * 0.02).toFixed(2));
  return ['endoftext', 'startoftranscript', ...whisperLanguages, ...tasks, ...steps].map(
    (name) => `<|${name}|>`,
  );
}

/** Size of the vocabulary, for a number of tokens that are text. */
export const vocabularySize = (textCount: number): number => textCount + specialTokens().length;

export interface SmallFileOptions {
  geometry: WhisperGeometry;
  text: TextTokens;
  /** An English-only model has the same tokens, but its configuration names no language and no task. */
  multilingual: boolean;
  alignmentHeads: readonly (readonly [layer: number, head: number])[];
}

/** The JSON files of a model folder by name. */
export function smallFiles({ geometry: g, text, multilingual, alignmentHeads }: SmallFileOptions) {
  const specials = specialTokens();
  const id = (name: string) => text.vocab.length + specials.indexOf(`<|${name}|>`);
  const end = id('endoftext');
  const added = specials.map((content, index) => ({
    id: text.vocab.length + index,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    // As in the published files, timestamps are added tokens but not special ones.
    special: !/^<\|\d/.test(content),
  }));
  const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true };
  return {
    'config.json': {
      model_type: 'whisper',
      architectures: ['WhisperForConditionalGeneration'],
      is_encoder_decoder: true,
      d_model: g.dModel,
      encoder_layers: g.encoderLayers,
      encoder_attention_heads: g.encoderHeads,
      decoder_layers: g.decoderLayers,
      decoder_attention_heads: g.decoderHeads,
      encoder_ffn_dim: 4 * g.dModel,
      decoder_ffn_dim: 4 * g.dModel,
      num_hidden_layers: g.encoderLayers,
      num_mel_bins: g.melBands,
      vocab_size: g.vocabulary,
      max_source_positions: g.sourcePositions,
      max_target_positions: g.targetPositions,
      median_filter_width: 7,
      decoder_start_token_id: id('startoftranscript'),
      bos_token_id: end,
      eos_token_id: end,
      pad_token_id: end,
      'transformers.js_config': { kv_cache_dtype: { fp16: 'float16' } },
    },
    'generation_config.json': {
      is_multilingual: multilingual,
      ...(multilingual && {
        lang_to_id: Object.fromEntries(whisperLanguages.map((code) => [`<|${code}|>`, id(code)])),
        task_to_id: { transcribe: id('transcribe'), translate: id('translate') },
      }),
      alignment_heads: alignmentHeads,
      decoder_start_token_id: id('startoftranscript'),
      bos_token_id: end,
      eos_token_id: end,
      pad_token_id: end,
      prev_sot_token_id: id('startofprev'),
      no_timestamps_token_id: id('notimestamps'),
      max_initial_timestamp_index: 50,
      max_length: g.targetPositions,
      return_timestamps: false,
      // "#", "*" and what is no text: as in the published files, a list of symbols that are never said.
      suppress_tokens: [2, 9, id('startoftranscript'), ...tasks.slice(0, 5).map(id)],
      begin_suppress_tokens: [text.vocab.indexOf('Ġ'), end],
    },
    'preprocessor_config.json': {
      feature_extractor_type: 'WhisperFeatureExtractor',
      processor_class: 'WhisperProcessor',
      feature_size: g.melBands,
      sampling_rate: 16_000,
      n_fft: 400,
      hop_length: 160,
      chunk_length: g.sourcePositions / 50,
      n_samples: g.sourcePositions * 320,
      nb_max_frames: g.sourcePositions * 2,
      padding_side: 'right',
      padding_value: 0,
      return_attention_mask: false,
    },
    'tokenizer_config.json': {
      tokenizer_class: 'WhisperTokenizer',
      bos_token: '<|endoftext|>',
      eos_token: '<|endoftext|>',
      unk_token: '<|endoftext|>',
      pad_token: '<|endoftext|>',
      model_max_length: 1024,
    },
    'tokenizer.json': {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: added,
      normalizer: null,
      pre_tokenizer: byteLevel,
      post_processor: null,
      decoder: byteLevel,
      model: {
        type: 'BPE',
        dropout: null,
        unk_token: null,
        continuing_subword_prefix: '',
        end_of_word_suffix: '',
        fuse_unk: false,
        vocab: Object.fromEntries(text.vocab.map((token, index) => [token, index])),
        merges: text.merges,
      },
    },
  };
}
