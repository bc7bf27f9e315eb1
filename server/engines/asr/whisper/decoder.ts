import type * as ort from '../../onnx-runtime.ts';
import type { WhisperGeometry } from './config.ts';
import { type DecoderInterface, openInterface, presentOf } from './decoder-interface.ts';
import type { DecoderRoom } from './decoder-room.ts';
import type { DecoderFiles } from './files.ts';
import { WhisperModelError } from './model-error.ts';
import { floatsOf, pickRows, rowView } from './tensors.ts';

/** What the decoder remembers of rows of tokens. Good for one use: the next step or fewer rows are written over it. */
export interface DecoderCache {
  readonly rows: number;
  /** Tokens seen so far. */
  readonly length: number;
  /** Encoder states of the rows. */
  readonly states: ort.Tensor;
  /** Where keys and values are; null where none are kept. */
  readonly room: DecoderRoom | null;
  /** Tokens so far, row by row: only a decoder without cache needs them again. */
  readonly tokens: readonly (readonly number[])[];
}

export interface DecoderStep {
  cache: DecoderCache;
  /**
   * Logits of what follows one of the tokens just given, good until the next step; the rules may write into them.
   * @param position counted from the first of them
   */
  logitsAt(row: number, position: number): Float32Array;
  /** Attention of one head over the encoder's positions when it looks for what follows a token just given, good until the next step. */
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
  /** Goes on with some of the rows, in ascending order. */
  keepRows(cache: DecoderCache, rows: readonly number[]): DecoderCache;
  /** Frees the memory of a cache that the caller is done with. */
  end(cache: DecoderCache): void;
}

type Tensors = Readonly<Record<string, ort.Tensor>>;

/** Under the names of the outputs that become these inputs. */
const presents = (past: Tensors): Tensors =>
  Object.fromEntries(Object.entries(past).map(([name, tensor]) => [presentOf(name), tensor]));

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
 * Whisper's decoder behind one interface, for every layout of its files.
 *
 * @throws WhisperModelError when a network's interface is not that of a Whisper decoder of this geometry
 */
export function createDecoder(sessions: readonly ort.InferenceSession[], options: DecoderOptions): Decoder {
  const { first, next, cached, attended } = openInterfaces(sessions, options);
  const rooms = createRooms((rows) => next.createRoom(rows, attended));
  const run = createRun(options, attended);

  /** All rows in one run: what a decoder without cache does at every step. */
  const startTogether = (states: ort.Tensor, tokens: readonly (readonly number[])[]) =>
    run(first, { rows: tokens.length, length: 0, states, room: null, tokens }, tokens, {
      past: null,
      into: {},
    });

  /**
   * Row by row: each row's keys and values are written to their place in the batch, and the network needs memory for one row only. Side
   * by side it would not be faster: 1500 positions fill the processor.
   */
  const start: Decoder['start'] = async (states, tokens, { remember = true } = {}) => {
    if (!cached) return startTogether(states, tokens);
    const rows = tokens.length;
    const length = tokens[0]!.length;
    const room = remember ? rooms.take(rows) : null;
    const whole = room ? presents({ ...room.sound(rows), ...room.tokens(rows, length) }) : {};
    const steps: DecoderStep[] = [];
    for (const [row, own] of tokens.entries()) {
      const into = Object.fromEntries(
        Object.entries(whole).map(([name, tensor]) => [name, rowView(tensor, row)]),
      );
      const one = { rows: 1, length: 0, states: pickRows(states, [row]), room, tokens: [own] };
      steps.push(await run(first, one, [own], { past: null, into }));
    }
    return {
      cache: { rows, length, states, room, tokens },
      logitsAt: (row, position) => steps[row]!.logitsAt(0, position),
      attentionAt: (layer, row, head, position) => steps[row]!.attentionAt(layer, 0, head, position),
    };
  };

  return {
    hasAttentions: attended.length > 0,
    start,
    async next(cache, tokens) {
      const grown = cache.tokens.map((row, i) => [...row, tokens[i]!]);
      const { rows, length, room } = cache;
      if (room) {
        return run(
          next,
          { ...cache, tokens: grown },
          tokens.map((token) => [token]),
          {
            past: { ...room.sound(rows), ...room.tokens(rows, length) },
            into: { ...presents(room.tokens(rows, length + 1)), ...room.shown(rows) },
          },
        );
      }
      // Without a cache everything is heard anew; only the last token's results are of interest.
      const step = await startTogether(cache.states, grown);
      const last = length;
      return {
        cache: step.cache,
        logitsAt: (row, position) => step.logitsAt(row, last + position),
        attentionAt: (layer, row, head, position) => step.attentionAt(layer, row, head, last + position),
      };
    },
    keepRows(cache, rows) {
      cache.room?.keepRows(rows, cache.length);
      return {
        ...cache,
        rows: rows.length,
        states: pickRows(cache.states, rows),
        tokens: rows.map((row) => cache.tokens[row]!),
      };
    },
    end({ room }) {
      if (room) rooms.giveBack(room);
    },
  };
}

/** The networks of a decoder, looked over. `attended`: the outputs with attentions that can be had, in the order of the layers asked for. */
function openInterfaces(
  sessions: readonly ort.InferenceSession[],
  { geometry, files, attentionLayers }: DecoderOptions,
) {
  const paths = decoderSessionFiles(files).map(({ path }) => path);
  const first = openInterface(sessions[0]!, paths[0]!, geometry);
  const next = files.layout === 'pair' ? openInterface(sessions[1]!, paths[1]!, geometry) : first;
  const cached = files.layout !== 'whole';
  if (cached && next.pastNames.length === 0) {
    throw new WhisperModelError(next.path, 'takes no "past_key_values": it is no decoder with past.');
  }
  const missing = next.pastNames.map(presentOf).find((name) => !first.outputs.has(name));
  if (missing) throw new WhisperModelError(first.path, `is no Whisper decoder: it gives no "${missing}".`);
  const names = attentionLayers.map((layer) => `cross_attentions.${layer}`);
  const hasAll = [first, next].every((network) => names.every((name) => network.outputs.has(name)));
  return { first, next, cached, attended: hasAll ? names : [] };
}

/** Rooms for caches; the largest that a decoding has left serves the next one. */
function createRooms(create: (rows: number) => DecoderRoom) {
  let spare: DecoderRoom | null = null;
  return {
    take(rows: number): DecoderRoom {
      if (spare === null || spare.rows < rows) return create(rows);
      const found = spare;
      spare = null;
      return found;
    },
    giveBack(room: DecoderRoom): void {
      if (spare === null || spare.rows <= room.rows) spare = room;
    },
  };
}

/** One run of a network: `past` goes in, `into` is written over. */
function createRun({ geometry, attentionLayers }: DecoderOptions, attended: readonly string[]) {
  return async (
    network: DecoderInterface,
    cache: DecoderCache,
    tokens: readonly (readonly number[])[],
    { past, into }: { past: Tensors | null; into: Tensors },
  ): Promise<DecoderStep> => {
    const count = tokens[0]!.length;
    const feeds = network.feeds({ ...cache, past, count, tokens });
    const fetches: Record<string, ort.Tensor | null> = { logits: null };
    for (const name of attended) fetches[name] = null;
    const results = await network.session.run(feeds, { ...fetches, ...into });
    const logits = results.logits!;
    const { dims } = logits;
    if (dims[0] !== cache.rows || dims[1] !== count || dims[2] !== geometry.vocabulary) {
      throw new WhisperModelError(
        network.path,
        `gives ${dims.join(' × ')} logits, which config.json does not say.`,
      );
    }
    const numbers = floatsOf(logits);
    const attentions = new Map(attended.map((name, i) => [attentionLayers[i]!, floatsOf(results[name]!)]));
    return {
      cache: { ...cache, length: cache.length + count },
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
}
