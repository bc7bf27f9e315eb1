import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { samplesPerMs } from '../../audio/pcm.ts';
import { moonshineFiles } from '../../installed/record.ts';
import * as ort from '../../onnx-runtime.ts';

/** The encoder gives a row of states for so many samples at 16 kHz. */
const samplesPerFrame = 384;
export const frameMs = samplesPerFrame / samplesPerMs;
/** The middle of what the first frame hears: half of 895 samples, the reach of the three convolutions. */
export const firstFrameMs = 28;
/** Shorter sounds give no frame. */
const minSamples = 1024;

/** What the decoder has heard and written so far of several windows, `width` texts of each. */
export interface DecoderState {
  readonly windows: number;
  /** Tokens so far, the same number in every row. */
  readonly length: number;
  /** Encoder states, windows × frames × numbers; shorter windows are filled with zeros. */
  readonly states: ort.Tensor;
  /** 0 where a window has sound, a large negative number behind its end: windows × 1 × frames. */
  readonly mask: ort.Tensor;
  /** Keys and values of the tokens so far, a row each text. */
  readonly past: Readonly<Record<string, ort.Tensor>>;
}

export interface DecoderStep {
  state: DecoderState;
  /** The most probable tokens behind a row's text, best first. */
  top(row: number): { tokens: number[]; probabilities: number[] };
  /** Of any token; only where `all` was asked for. */
  probabilityOf(row: number, token: number): number;
  /** Where the row looked in the sound, one number a frame. */
  attention(row: number): Float32Array;
}

export interface MoonshineNetworks {
  /** Numbers of a frame's state. */
  readonly width: number;
  /** States of a window: frames × width. */
  encode(samples: Float32Array): Promise<Float32Array>;
  begin(windows: readonly Float32Array[]): DecoderState;
  /**
   * Goes on with some texts by a token each: `rows` names the text of the step before, `tokens` what is added. Texts of a window lie
   * together, every window has the same number of them.
   */
  next(
    state: DecoderState,
    tokens: readonly number[],
    rows: readonly number[],
    options?: { all?: boolean | undefined },
  ): Promise<DecoderStep>;
  /** Leaves windows out; their rows are not to be named in the next step. */
  keepWindows(state: DecoderState, windows: readonly number[]): DecoderState;
  close(): Promise<void>;
}

/** Paths of our graphs. Encoder null: the published one is used as it is. */
export interface MoonshineGraphs {
  encoder: string | null;
  decoder: string;
}

interface MoonshineOptions {
  /** Folder with the published files. */
  dir: string;
  /** The graphs that belong to them. */
  graphs: MoonshineGraphs;
  threads: number;
}

const silence = -1e9;

/**
 * Opens a Moonshine model: the published weights in graphs of ours, which decode windows of any lengths side by side and may carry a
 * correction of the weights (models/training/moonshine).
 */
export async function openMoonshine(options: MoonshineOptions): Promise<MoonshineNetworks> {
  const { encoder, decoder } = await openSessions(options);
  const pastNames = decoder.inputNames.filter((name) => name.startsWith('past.'));
  const presentOf = (name: string) => name.replace('past.', 'present.');
  const [, heads, , headWidth] = shapeOf(decoder, pastNames[0]!) as [unknown, number, unknown, number];
  const width = heads * headWidth;
  const always = ['top_probabilities', 'top_tokens', 'attention', ...pastNames.map(presentOf)];

  return {
    width,
    async encode(samples) {
      const sound = samples.length < minSamples ? new Float32Array(minSamples) : samples;
      if (sound !== samples) sound.set(samples);
      const { last_hidden_state } = await encoder.run({
        input_values: new ort.Tensor('float32', sound, [1, sound.length]),
      });
      return last_hidden_state!.data as Float32Array;
    },
    begin(windows) {
      const { frames, states, mask } = sideBySide(windows, width);
      const nothing = new ort.Tensor('float32', new Float32Array(0), [windows.length, heads, 0, headWidth]);
      return {
        windows: windows.length,
        length: 0,
        states: new ort.Tensor('float32', states, [windows.length, frames, width]),
        mask: new ort.Tensor('float32', mask, [windows.length, 1, frames]),
        past: Object.fromEntries(pastNames.map((name) => [name, nothing])),
      };
    },
    async next({ windows, length, states, mask, past }, tokens, rows, { all = false } = {}) {
      const count = rows.length;
      const results = await decoder.run(
        {
          tokens: whole(tokens, [count, 1]),
          positions: whole(
            rows.map(() => length),
            [count, 1],
          ),
          rows: whole(rows, [count]),
          states,
          mask,
          ...past,
        },
        all ? [...always, 'probabilities'] : always,
      );
      return {
        state: {
          windows,
          length: length + 1,
          states,
          mask,
          past: Object.fromEntries(pastNames.map((name) => [name, results[presentOf(name)]!])),
        },
        ...stepOf(results, mask.dims[2]!),
      };
    },
    keepWindows: ({ length, states, mask, past }, kept) => ({
      windows: kept.length,
      length,
      states: pickWindows(states, kept),
      mask: pickWindows(mask, kept),
      past,
    }),
    async close() {
      await Promise.all([encoder.release(), decoder.release()]);
    },
  };
}

async function openSessions({ dir, graphs, threads }: MoonshineOptions) {
  const open = async (
    graphPath: string,
    weightsFile: string,
    session: ort.InferenceSession.SessionOptions,
  ) => {
    const data = await readFile(join(dir, weightsFile));
    return ort.openSession(graphPath, { ...session, externalData: [{ path: weightsFile, data }] });
  };
  const onTwo = ort.onFreeCores(Math.max(2, threads));
  const encoder = await (graphs.encoder === null
    ? ort.openSession(join(dir, moonshineFiles.encoder), onTwo)
    : open(graphs.encoder, moonshineFiles.encoder, onTwo));
  const decoder = await open(graphs.decoder, moonshineFiles.decoder, ort.onFreeCores(threads));
  return { encoder, decoder };
}

const whole = (values: readonly number[], dims: readonly number[]) =>
  new ort.Tensor('int64', BigInt64Array.from(values, BigInt), dims);

const shapeOf = (network: ort.InferenceSession, name: string): readonly (number | string)[] => {
  const input = network.inputMetadata.find((one) => one.name === name);
  return input?.isTensor ? input.shape : [];
};

/** What the decoder's outputs say of each row. */
function stepOf(results: Readonly<Record<string, ort.Tensor>>, frames: number): Omit<DecoderStep, 'state'> {
  const tops = results.top_tokens!.dims[1]!;
  const rowOf = <A extends Float32Array | BigInt64Array>(name: string, row: number, size: number) =>
    (results[name]!.data as A).subarray(row * size, (row + 1) * size) as A;
  return {
    top: (row) => ({
      tokens: Array.from(rowOf<BigInt64Array>('top_tokens', row, tops), Number),
      probabilities: Array.from(rowOf<Float32Array>('top_probabilities', row, tops)),
    }),
    probabilityOf: (row, token) => {
      const { data, dims } = results.probabilities!;
      return (data as Float32Array)[row * dims[1]! + token]!;
    },
    attention: (row) => rowOf<Float32Array>('attention', row, frames),
  };
}

/** Windows of different lengths as the decoder takes them: shorter ones are filled with zeros, and masked there. */
function sideBySide(windows: readonly Float32Array[], width: number) {
  const frames = Math.max(...windows.map((states) => states.length / width));
  const states = new Float32Array(windows.length * frames * width);
  const mask = new Float32Array(windows.length * frames);
  for (const [index, own] of windows.entries()) {
    states.set(own, index * frames * width);
    mask.fill(silence, index * frames + own.length / width, (index + 1) * frames);
  }
  return { frames, states, mask };
}

function pickWindows(tensor: ort.Tensor, windows: readonly number[]): ort.Tensor {
  const data = tensor.data as Float32Array;
  const size = data.length / tensor.dims[0]!;
  const picked = new Float32Array(windows.length * size);
  for (const [to, from] of windows.entries()) {
    picked.set(data.subarray(from * size, (from + 1) * size), to * size);
  }
  return new ort.Tensor('float32', picked, [windows.length, ...tensor.dims.slice(1)]);
}
