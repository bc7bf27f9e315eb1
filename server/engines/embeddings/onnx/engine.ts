import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { unitVector } from '../../../domain/vectors/unit-vectors.ts';
import * as ort from '../../onnx-runtime.ts';
import type { EmbeddingsEngine } from '../port.ts';
import { readSentenceModel, SentenceModelError } from './folder.ts';

export interface SentenceEmbeddings extends EmbeddingsEngine {
  readonly isMultilingual: boolean;
  close(): Promise<void>;
}

/** Tokens of a batch, padding included: what a step holds in memory grows with it. */
const batchTokens = 4096;
const maxBatch = 32;
/** No word of any language makes fewer tokens than one in as many letters. */
const lettersPerToken = 32;

interface Encoded {
  /** Position among the texts asked for. */
  at: number;
  tokens: readonly number[];
}

/**
 * A sentence-embedding network (e5, bge, MiniLM and their like, as ONNX) on this machine's processor.
 *
 * @param dir a folder in the layout of the hubs: see folder.ts
 * @param name becomes part of the engine's name
 * @throws SentenceModelError where the folder or its network cannot be used
 */
export async function openSentenceEmbeddings({
  dir,
  name,
  threads,
}: {
  dir: string;
  name: string;
  threads: number;
}): Promise<SentenceEmbeddings> {
  const folder = await readSentenceModel(dir);
  const { instructions, maxTokens, padToken, pooling, dimensions } = folder;
  const tokenizer = new Tokenizer(folder.tokenizer, folder.tokenizerConfig);
  const session = await openNetwork(join(dir, folder.network), folder.network, threads);
  /** Of those that give one vector a token. */
  const output = session.outputNames.includes('last_hidden_state')
    ? 'last_hidden_state'
    : session.outputNames[0]!;

  const encode = (text: string): readonly number[] => {
    const { ids } = tokenizer.encode(text.slice(0, maxTokens * lettersPerToken));
    // The last one ends every text.
    return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1)!];
  };

  const run = async (batch: readonly Encoded[]): Promise<Int8Array[]> => {
    const length = Math.max(...batch.map(({ tokens }) => tokens.length));
    const values = padded(batch, length, padToken);
    const feeds = Object.fromEntries(
      session.inputNames.map((input) => [
        input,
        new ort.Tensor('int64', values[input]!, [batch.length, length]),
      ]),
    );
    const { data, dims } = (await session.run(feeds))[output]!;
    if (dims.length !== 3 || dims[2] !== dimensions || !(data instanceof Float32Array)) {
      throw new SentenceModelError(
        `${folder.network} gives ${dims.join(' × ')} numbers, not tokens × ${dimensions}.`,
      );
    }
    return batch.map(({ tokens }, row) => {
      const first = row * length * dimensions;
      const states = data.subarray(first, first + tokens.length * dimensions);
      return unitVector(pooling === 'cls' ? states.subarray(0, dimensions) : sumOf(states, dimensions));
    });
  };

  const embed: EmbeddingsEngine['embed'] = async (texts, kind, signal) => {
    const found: Int8Array[] = texts.map(() => new Int8Array(dimensions));
    const encoded = texts
      .map((text, at) => ({ at, text: text.trim() }))
      .filter(({ text }) => text !== '')
      .map(({ at, text }): Encoded => ({ at, tokens: encode(instructions[kind] + text) }))
      .sort((a, b) => a.tokens.length - b.tokens.length);
    for (const batch of batchesOf(encoded)) {
      signal.throwIfAborted();
      for (const [row, vector] of (await run(batch)).entries()) found[batch[row]!.at] = vector;
    }
    signal.throwIfAborted();
    return found;
  };

  try {
    // What cannot answer now must not be found out in the middle of an ingest.
    await embed(['a'], 'query', new AbortController().signal);
  } catch (error) {
    await session.release();
    throw error;
  }
  return {
    name: `${name}/1`,
    dimensions,
    isMultilingual: folder.isMultilingual,
    embed,
    close: () => session.release(),
  };
}

/** @param name said in errors */
async function openNetwork(path: string, name: string, threads: number): Promise<ort.InferenceSession> {
  const session = await ort
    .openSession(path, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
    })
    .catch((cause: Error) => {
      throw new SentenceModelError(`${name} cannot be opened: ${cause.message.split('\n')[0]}`, {
        cause,
      });
    });
  const known = ['input_ids', 'attention_mask', 'token_type_ids'];
  const strange = session.inputNames.filter((input) => !known.includes(input));
  if (strange.length > 0 || !session.inputNames.includes('input_ids')) {
    await session.release();
    throw new SentenceModelError(
      `${name} is no sentence network: its inputs are ${session.inputNames.join(', ')}.`,
    );
  }
  return session;
}

/** The inputs of a network: rows of `length` tokens. */
function padded(
  batch: readonly Encoded[],
  length: number,
  padToken: number,
): Readonly<Record<string, BigInt64Array>> {
  const size = batch.length * length;
  const ids = new BigInt64Array(size).fill(BigInt(padToken));
  const mask = new BigInt64Array(size);
  for (const [row, { tokens }] of batch.entries()) {
    for (const [n, token] of tokens.entries()) {
      ids[row * length + n] = BigInt(token);
      mask[row * length + n] = 1n;
    }
  }
  return {
    input_ids: ids,
    attention_mask: mask,
    token_type_ids: new BigInt64Array(size),
  };
}

/** The mean but for its length, which says nothing. */
function sumOf(states: Float32Array, dimensions: number): Float64Array {
  const sum = new Float64Array(dimensions);
  for (let n = 0; n < states.length; n++) sum[n % dimensions] = sum[n % dimensions]! + states[n]!;
  return sum;
}

/** In the order given, which is that of their lengths: little of a batch is padding. */
function* batchesOf(encoded: readonly Encoded[]): Generator<Encoded[]> {
  let batch: Encoded[] = [];
  for (const one of encoded) {
    const isFull = batch.length === maxBatch || (batch.length + 1) * one.tokens.length > batchTokens;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
    }
    batch.push(one);
  }
  if (batch.length > 0) yield batch;
}
