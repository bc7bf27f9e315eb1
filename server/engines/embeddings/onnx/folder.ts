import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../../../domain/json.ts';
import { type Instructions, instructionsFor } from '../instructions.ts';

/** A sentence-embedding model as hubs hold them: what its small files say. */
export interface SentenceModelFolder {
  /** Path of the network below the folder. */
  network: string;
  tokenizer: object;
  tokenizerConfig: object;
  /** How the vectors of the tokens become one: their mean, or that of the first. */
  pooling: 'mean' | 'cls';
  instructions: Instructions;
  /** Special ones included. */
  maxTokens: number;
  padToken: number;
  dimensions: number;
  /** Vocabularies of one language have a third of this. */
  isMultilingual: boolean;
}

/** The folder is no sentence-embedding model, or none that can be used here; the message names the file. */
export class SentenceModelError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'SentenceModelError';
  }
}

/** In the order in which they are taken: 8 bits are a fifth of the size and twice as fast. */
export const networkNames = [
  'model_quantized.onnx',
  'model_int8.onnx',
  'model.onnx',
  'model_fp16.onnx',
  'model_q4.onnx',
];
/** Attention grows with the square of a text's length, and CVs are embedded in passages. */
const mostTokens = 512;
const multilingualVocabulary = 100_000;

/** Of the files of a folder, those that a sentence-embedding model consists of; empty where it is none. */
export function sentenceModelFiles(paths: readonly string[]): string[] {
  const network = networkIn(paths);
  const small = ['config.json', 'tokenizer.json'];
  if (network === undefined || small.some((path) => !paths.includes(path))) return [];
  const welcome = [
    'tokenizer_config.json',
    'sentence_bert_config.json',
    'config_sentence_transformers.json',
    '1_Pooling/config.json',
  ];
  const weights = paths.filter((path) => path.startsWith(`${network}_data`));
  return [...small, network, ...weights, ...welcome.filter((path) => paths.includes(path))];
}

/** All networks of a folder that are forms of one sentence model. */
export const networksOf = (paths: readonly string[]): string[] =>
  networkNames.flatMap((name) => [`onnx/${name}`, name]).filter((path) => paths.includes(path));

function networkIn(paths: readonly string[]): string | undefined {
  return networksOf(paths)[0];
}

/** @throws SentenceModelError */
export async function readSentenceModel(dir: string): Promise<SentenceModelFolder> {
  const paths = await readdir(dir, { recursive: true });
  const network = networkIn(paths);
  if (network === undefined) throw new SentenceModelError(`${dir} holds no ${networkNames.join(', ')}.`);
  const [config, tokenizer, tokenizerConfig, pooling, sentence] = await Promise.all([
    readObject(dir, 'config.json'),
    readObject(dir, 'tokenizer.json'),
    readObject(dir, 'tokenizer_config.json', {}),
    readObject(dir, '1_Pooling/config.json', {}),
    readObject(dir, 'sentence_bert_config.json', {}),
  ]);
  const name = `${String(config._name_or_path ?? '')} ${dir.split('/').at(-1)}`;
  const dimensions = wholeOf(config, 'hidden_size', 'config.json');
  return {
    network,
    tokenizer,
    tokenizerConfig,
    pooling: poolingOf(pooling, name),
    instructions: instructionsFor(name),
    maxTokens: Math.min(mostTokens, positionsOf(config), numberOr(sentence.max_seq_length, mostTokens)),
    padToken: numberOr(config.pad_token_id, 0),
    dimensions,
    isMultilingual: numberOr(config.vocab_size, 0) > multilingualVocabulary,
  };
}

/** RoBERTa numbers positions from behind its padding token. */
function positionsOf(config: Readonly<Record<string, unknown>>): number {
  const positions = numberOr(config.max_position_embeddings, mostTokens);
  const isRoberta = /roberta/.test(String(config.model_type));
  return isRoberta ? positions - numberOr(config.pad_token_id, 1) - 1 : positions;
}

function poolingOf(config: Readonly<Record<string, unknown>>, name: string): 'mean' | 'cls' {
  if (config.pooling_mode_mean_tokens === true) return 'mean';
  if (config.pooling_mode_cls_token === true) return 'cls';
  if (Object.values(config).some((value) => value === true)) {
    throw new SentenceModelError(
      '1_Pooling/config.json asks for another pooling than the mean or the first token.',
    );
  }
  // Exports for the web leave that file out.
  return /bge/i.test(name) ? 'cls' : 'mean';
}

const numberOr = (value: unknown, fallback: number): number =>
  Number.isInteger(value) && (value as number) >= 0 ? (value as number) : fallback;

function wholeOf(object: Readonly<Record<string, unknown>>, field: string, file: string): number {
  const value = object[field];
  if (Number.isInteger(value) && (value as number) > 0) return value as number;
  throw new SentenceModelError(`${file} has a bad "${field}": it must be a whole number.`);
}

async function readObject(
  dir: string,
  file: string,
  fallback?: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(join(dir, file), 'utf8'));
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && fallback) return fallback;
    const fault = isMissing ? 'is missing' : 'cannot be read as JSON';
    throw new SentenceModelError(`${join(dir, file)} ${fault}.`, { cause });
  }
  if (!isObject(value)) throw new SentenceModelError(`${join(dir, file)} holds no JSON object.`);
  return value;
}
