import type * as ort from '../../onnx-runtime.ts';
import type { WhisperGeometry } from './config.ts';
import { type DecoderInterface, openInterface, presentNames } from './decoder-interface.ts';
import type { DecoderFiles } from './files.ts';
import { WhisperModelError } from './model-error.ts';
import { feedable, floatsOf, pickRows, rowView, stackRows } from './tensors.ts';

/** What the decoder remembers of rows of tokens. Its tensors go back into the network as they came out of it. */
export interface DecoderCache {
  readonly rows: number;
  /** Tokens seen so far. */
  readonly length: number;
  /** Encoder states of the rows. */
  readonly states: ort.Tensor;
  /** Keys and values by the name under which the network takes them. */
  readonly past: Readonly<Record<string, ort.Tensor>>;
  /** Tokens so far, row by row: only a decoder without cache needs them again. */
  readonly tokens: readonly (readonly number[])[];
}

export interface DecoderStep {
  cache: DecoderCache;
  /**
   * Logits of what follows one of the tokens just given.
   * @param position counted from the first of them
   */
  logitsAt(row: number, position: number): Float32Array;
  /** Attention of one head over the encoder's positions when it looks for what follows a token just given. */
  attentionAt(layer: number, row: number, head: number, position: number): Float32Array;
}

export interface Decoder {
  /** Whether attention can be had at all. */
  readonly hasAttentions: boolean;
  /**
   * Begins with the same number of tokens in every row.
   * @param options.remember false where nothing will follow: the cache is then empty
   */
  start(
    states: ort.Tensor,
    tokens: readonly (readonly number[])[],
    options?: { remember?: boolean },
  ): Promise<DecoderStep>;
  /** One more token in every row. */
  next(cache: DecoderCache, tokens: readonly number[]): Promise<DecoderStep>;
  /** A cache of some of the rows. */
  keepRows(cache: DecoderCache, rows: readonly number[]): DecoderCache;
}

interface DecoderOptions {
  geometry: WhisperGeometry;
  files: DecoderFiles;
  /** Layers whose cross attentions are wanted. */
  attentionLayers: readonly number[];
}

/** The files of a decoder in the order in which `createDecoder` takes their sessions. */
export const decoderSessionFiles = (files: DecoderFiles) =>
  files.layout === 'merged'
    ? [files.merged]
    : files.layout === 'pair'
      ? [files.first, files.next]
      : [files.first];

/**
 * Whisper's decoder behind one interface, whatever the layout of its files.
 *
 * @throws WhisperModelError when a network's interface is not that of a Whisper decoder of this geometry
 */
export function createDecoder(
  sessions: readonly ort.InferenceSession[],
  { geometry, files, attentionLayers }: DecoderOptions,
): Decoder {
  const paths = decoderSessionFiles(files).map(({ path }) => path);
  const first = openInterface(sessions[0]!, paths[0]!, geometry);
  const next = files.layout === 'pair' ? openInterface(sessions[1]!, paths[1]!, geometry) : first;
  const cached = files.layout !== 'whole';
  if (cached && next.pastNames.length === 0) {
    throw new WhisperModelError(next.path, 'takes no "past_key_values": it is no decoder with past.');
  }
  const attentionNames = attentionLayers.map((layer) => `cross_attentions.${layer}`);
  const hasAttentions =
    attentionNames.length > 0 &&
    [first, next].every((network) => attentionNames.every((name) => network.outputs.has(name)));

  const run = async (
    network: DecoderInterface,
    cache: Omit<DecoderCache, 'past'> & { past: DecoderCache['past'] | null },
    tokens: readonly (readonly number[])[],
    options: { remember?: boolean; into?: Readonly<Record<string, ort.Tensor>> } = {},
  ): Promise<DecoderStep> => {
    const count = tokens[0]!.length;
    const feeds = network.feeds({ ...cache, count, tokens });
    const presents =
      cached && options.remember !== false
        ? presentNames(next.pastNames, network.outputs, cache.past !== null)
        : [];
    const fetches: Record<string, ort.Tensor | null> = { logits: null };
    for (const [present, name] of presents) fetches[present] = options.into?.[name] ?? null;
    if (hasAttentions) for (const name of attentionNames) fetches[name] = null;
    const results = await network.session.run(feeds, fetches);
    const past: Record<string, ort.Tensor> = { ...cache.past };
    for (const [present, name] of presents) past[name] = feedable(results[present]!);
    const logits = results.logits!;
    const { dims } = logits;
    if (dims[0] !== cache.rows || dims[1] !== count || dims[2] !== geometry.vocabulary) {
      throw new WhisperModelError(
        network.path,
        `gives ${dims.join(' × ')} logits, which config.json does not say.`,
      );
    }
    const numbers = floatsOf(logits);
    const attentions = new Map(
      hasAttentions ? attentionLayers.map((layer, i) => [layer, floatsOf(results[attentionNames[i]!]!)]) : [],
    );
    return {
      cache: {
        rows: cache.rows,
        length: cache.length + count,
        states: cache.states,
        past,
        tokens: cache.tokens,
      },
      logitsAt(row, position) {
        const at = (row * count + position) * geometry.vocabulary;
        return numbers.subarray(at, at + geometry.vocabulary);
      },
      attentionAt(layer, row, head, position) {
        const size = geometry.sourcePositions;
        const at = ((row * geometry.decoderHeads + head) * count + position) * size;
        return attentions.get(layer)!.subarray(at, at + size);
      },
    };
  };

  /** All rows in one run: what a decoder without cache does at every step. */
  const startTogether = (states: ort.Tensor, tokens: readonly (readonly number[])[]) =>
    run(first, { rows: tokens.length, length: 0, states, past: null, tokens }, tokens);

  /**
   * Row by row, because the sound's keys and values are large (37 MB a row in whisper-base): each row's are written to their place in
   * the batch, and the network needs room for one row only. Side by side it would not be faster: 1500 positions fill the processor.
   */
  const start: Decoder['start'] = async (states, tokens, { remember = true } = {}) => {
    if (!cached) return startTogether(states, tokens);
    const rows = tokens.length;
    const whole = remember ? next.soundCache(rows) : {};
    const steps: DecoderStep[] = [];
    for (const [row, own] of tokens.entries()) {
      const into = Object.fromEntries(
        Object.entries(whole).map(([name, tensor]) => [name, rowView(tensor, row)]),
      );
      const one = { rows: 1, length: 0, states: pickRows(states, [row]), past: null, tokens: [own] };
      steps.push(await run(first, one, [own], { remember, into }));
    }
    const stacked = Object.keys(steps[0]!.cache.past).map((name) => [
      name,
      whole[name] ?? stackRows(steps.map(({ cache }) => cache.past[name]!)),
    ]);
    return {
      cache: { rows, length: tokens[0]!.length, states, past: Object.fromEntries(stacked), tokens },
      logitsAt: (row, position) => steps[row]!.logitsAt(0, position),
      attentionAt: (layer, row, head, position) => steps[row]!.attentionAt(layer, 0, head, position),
    };
  };

  return {
    hasAttentions,
    start,
    async next(cache, tokens) {
      const grown = cache.tokens.map((row, i) => [...row, tokens[i]!]);
      if (cached) {
        return run(
          next,
          { ...cache, tokens: grown },
          tokens.map((token) => [token]),
        );
      }
      // Without a cache everything is heard anew; only the last token's results are of interest.
      const step = await startTogether(cache.states, grown);
      const last = cache.length;
      return {
        cache: step.cache,
        logitsAt: (row, position) => step.logitsAt(row, last + position),
        attentionAt: (layer, row, head, position) => step.attentionAt(layer, row, head, last + position),
      };
    },
    keepRows: (cache, rows) => ({
      rows: rows.length,
      length: cache.length,
      states: pickRows(cache.states, rows),
      past: Object.fromEntries(
        Object.entries(cache.past).map(([name, tensor]) => [name, pickRows(tensor, rows)]),
      ),
      tokens: rows.map((row) => cache.tokens[row]!),
    }),
  };
}
