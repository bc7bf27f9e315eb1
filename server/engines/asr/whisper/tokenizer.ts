import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import type { WhisperConfig } from './config.ts';
import { isRecord, readJsonFields } from './json-fields.ts';
import { WhisperModelError } from './model-error.ts';

/** Ids of the tokens that are no text. */
export interface SpecialTokens {
  endOfText: number;
  start: number;
  transcribe: number | null;
  translate: number | null;
  startOfPrevious: number;
  startOfLm: number | null;
  noSpeech: number | null;
  noTimestamps: number;
  /** Id of 0.00 s; each following one is 20 ms later. */
  timestampBegin: number;
  /** Ids by code ("en", "yue"); empty in English-only models. */
  languages: ReadonlyMap<string, number>;
}

export interface WhisperTokenizer {
  readonly special: SpecialTokens;
  /** Ids of a text without any special token. */
  encode(text: string): number[];
  /** UTF-8 bytes of a text token; a character may begin in one token and end in the next. Null for special tokens. */
  bytesOf(id: number): Uint8Array | null;
  /** Text of the tokens, special ones left out; bytes that are no character become U+FFFD. */
  decode(ids: readonly number[]): string;
}

/** Byte-level BPE writes each byte as a printable character: itself where it has one, else from U+0100 on. */
export function byteOfCharacter(): Map<string, number> {
  const printable = (byte: number) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
  const bytes = new Map<string, number>();
  let next = 256;
  for (let byte = 0; byte < 256; byte++) {
    bytes.set(String.fromCodePoint(printable(byte) ? byte : next++), byte);
  }
  return bytes;
}

/**
 * Reads tokenizer.json (and tokenizer_config.json, where there is one).
 *
 * @throws WhisperModelError when it is no byte-level BPE, or its special tokens are not Whisper's
 */
export async function readWhisperTokenizer(dir: string, config: WhisperConfig): Promise<WhisperTokenizer> {
  const path = join(dir, 'tokenizer.json');
  const file = await readJsonFields(path);
  const configPath = join(dir, 'tokenizer_config.json');
  const hasConfig = await access(configPath).then(
    () => true,
    () => false,
  );
  if (hasConfig) await readJsonFields(configPath);

  const vocabulary = readVocabulary(path, file.raw('model'), config.geometry.vocabulary);
  const added = readAddedTokens(path, file.raw('added_tokens'), config.geometry.vocabulary);
  const special = findSpecialTokens(path, added, config);
  const bytes = bytesById(path, vocabulary, added, config.geometry.vocabulary);
  const encoder = openTokenizer(path, file.raw('model'), file.raw('pre_tokenizer'));

  const text = new TextDecoder('utf-8');
  return {
    special,
    encode: (given) => encoder.encode(given, { add_special_tokens: false }).ids,
    bytesOf: (id) => bytes[id] ?? null,
    decode(ids) {
      const parts = ids.flatMap((id) => bytes[id] ?? []);
      return text.decode(Buffer.concat(parts));
    },
  };
}

function readVocabulary(path: string, model: unknown, size: number): Map<string, number> {
  if (!isRecord(model) || (model.type !== undefined && model.type !== 'BPE') || !isRecord(model.vocab)) {
    throw new WhisperModelError(path, 'has no "model" of type BPE with a vocabulary.');
  }
  if (!Array.isArray(model.merges)) throw new WhisperModelError(path, 'has no list of "merges".');
  const vocabulary = new Map<string, number>();
  for (const [token, id] of Object.entries(model.vocab)) {
    if (!isId(id, size))
      throw new WhisperModelError(path, `gives "${token}" an id outside of 0–${size - 1}.`);
    vocabulary.set(token, id);
  }
  return vocabulary;
}

function readAddedTokens(path: string, added: unknown, size: number): Map<string, number> {
  if (!Array.isArray(added)) throw new WhisperModelError(path, 'has no list of "added_tokens".');
  const tokens = new Map<string, number>();
  for (const item of added) {
    if (!isRecord(item) || typeof item.content !== 'string' || !isId(item.id, size)) {
      const shown = JSON.stringify(item)?.slice(0, 60);
      throw new WhisperModelError(path, `has a bad added token: ${shown} (vocab_size is ${size}).`);
    }
    tokens.set(item.content, item.id);
  }
  return tokens;
}

const isId = (value: unknown, size: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < size;

function findSpecialTokens(
  path: string,
  added: ReadonlyMap<string, number>,
  { geometry, rules }: WhisperConfig,
): SpecialTokens {
  const find = (...names: string[]) =>
    names.map((name) => added.get(`<|${name}|>`)).find((id) => id !== undefined);
  const need = (name: string) => {
    const id = find(name);
    if (id === undefined)
      throw new WhisperModelError(path, `has no token <|${name}|>: not a Whisper tokenizer.`);
    return id;
  };
  const languages = new Map<string, number>();
  for (const [token, id] of added) {
    const code = /^<\|([a-z]{2,3})\|>$/.exec(token)?.[1];
    if (code) languages.set(code, id);
  }
  for (const [code, id] of rules.languageIds) {
    if (languages.get(code) !== id) {
      throw new WhisperModelError(path, `and generation_config.json disagree about the id of <|${code}|>.`);
    }
  }
  const noTimestamps = need('notimestamps');
  const timestampBegin = noTimestamps + 1;
  if (timestampBegin + geometry.sourcePositions >= geometry.vocabulary) {
    throw new WhisperModelError(path, 'has timestamps beyond the vocab_size of config.json.');
  }
  const first = find('0.00');
  if (first !== undefined && first !== timestampBegin) {
    throw new WhisperModelError(path, 'does not have <|0.00|> right behind <|notimestamps|>.');
  }
  // English-only models carry the language tokens too, without use: what they cannot do is told by their prefix.
  const transcribe = find('transcribe') ?? null;
  return {
    endOfText: need('endoftext'),
    start: need('startoftranscript'),
    transcribe,
    translate: find('translate') ?? null,
    startOfPrevious: need('startofprev'),
    startOfLm: find('startoflm') ?? null,
    noSpeech: find('nospeech', 'nocaptions') ?? null,
    noTimestamps,
    timestampBegin,
    languages,
  };
}

function bytesById(
  path: string,
  vocabulary: ReadonlyMap<string, number>,
  added: ReadonlyMap<string, number>,
  size: number,
): (Uint8Array | undefined)[] {
  const byteOf = byteOfCharacter();
  const specials = new Set(added.values());
  const bytes: (Uint8Array | undefined)[] = new Array(size);
  for (const [token, id] of vocabulary) {
    if (specials.has(id)) continue;
    bytes[id] = Uint8Array.from(token, (character) => {
      const byte = byteOf.get(character);
      if (byte === undefined)
        throw new WhisperModelError(path, `has a token that is not byte-level: "${token}".`);
      return byte;
    });
  }
  return bytes;
}

/**
 * Only what splits and merges text is handed over: normalisers, templates and decoders of the file would add special tokens that
 * the runner sets itself.
 */
function openTokenizer(path: string, model: unknown, preTokenizer: unknown): Tokenizer {
  const file = {
    version: '1.0',
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: preTokenizer ?? { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
    post_processor: null,
    decoder: { type: 'ByteLevel' },
    model,
  };
  try {
    return new Tokenizer(file, {});
  } catch (cause) {
    throw new WhisperModelError(path, 'cannot be used by the tokenizer.', { cause });
  }
}
