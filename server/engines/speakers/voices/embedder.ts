import type { Span } from '../../../domain/transcript/types.ts';
import { type SoundReader, samplesPerMs } from '../../audio/pcm.ts';
import * as ort from '../../onnx-runtime.ts';

const FRAME_MS = 10;
const FRAME_SAMPLES = FRAME_MS * samplesPerMs;
/** The network hears this much on either side of a frame's middle. */
const MARGIN_SAMPLES = 200;
/** What the network was trained to hear at once; longer stretches are heard in pieces of this length, half overlapping. */
const PIECE_FRAMES = 150;
/** Up to here one piece: the longest window that `layWindows` makes. */
const LONGEST_PIECE_FRAMES = 225;
/** Pieces heard together: more are no faster. */
const BATCH_PIECES = 16;
/** Longest sound of one batch, so that pieces far apart do not drag the silence between them along. */
const BATCH_SAMPLES = 20_000 * samplesPerMs;
/** Quieter speech is made as loud as this (−30 dB of full scale), as it was for training. Louder speech stays. */
const LEAST_RMS = 10 ** (-30 / 20);

export interface VoiceEmbedder {
  /**
   * The voice of each window, a unit vector of 256 numbers, none negative: the greater their product, the more alike two voices are.
   * All windows of a call are brought to one level, so windows of one recording belong in one call.
   *
   * @param sound read a batch at a time
   * @param windows on the clock of `sound`, in any order, to be heard in steps of 10 ms; 1.5 s or more is best. What lies outside it is silence
   * @returns in the order of `windows`; silence gets a voice, too, which says nothing
   */
  embed(
    sound: SoundReader,
    windows: readonly Span[],
    signal?: AbortSignal,
  ): Promise<Float32Array<ArrayBuffer>[]>;
}

/** Frames of the sound that the network hears in one go, for one of the windows. */
interface Piece {
  window: number;
  firstFrame: number;
  frames: number;
}

/** models/bundled/speaker-encoder.onnx on one thread; deterministic. Rejects when the file is no such network. */
export async function createVoiceEmbedder(options: { modelPath: string }): Promise<VoiceEmbedder> {
  const session = await ort.openSession(options.modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  });
  if (!session.outputNames.includes('voice'))
    throw new Error(`The network ${options.modelPath} has no output "voice".`);

  /** One row per piece. */
  async function hear(reader: SoundReader, pieces: readonly Piece[], gain: number) {
    const from = Math.min(...pieces.map(({ firstFrame }) => firstFrame));
    const sound = await soundAround(reader, from, Math.max(...pieces.map(endOf)) - from);
    const { voice } = await session.run({
      samples: new ort.Tensor('float32', sound, [sound.length]),
      first: new ort.Tensor(
        'int64',
        BigInt64Array.from(pieces, ({ firstFrame }) => BigInt(firstFrame - from)),
      ),
      frames: new ort.Tensor(
        'int32',
        Int32Array.from(pieces, ({ frames }) => frames),
      ),
      gain: new ort.Tensor('float32', new Float32Array(pieces.length).fill(gain)),
    });
    return voice!.data as Float32Array;
  }

  return {
    async embed(sound, windows, signal) {
      const pieces = windows.flatMap(piecesOf).sort((a, b) => a.firstFrame - b.firstFrame);
      const gain = await gainOf(sound, pieces);
      const voices: Float32Array<ArrayBuffer>[] = windows.map(() => new Float32Array(0));
      for (const batch of batchesOf(pieces)) {
        signal?.throwIfAborted();
        const rows = await hear(sound, batch, gain);
        const size = rows.length / batch.length;
        for (const [row, { window }] of batch.entries()) {
          if (voices[window]!.length === 0) voices[window] = new Float32Array(size);
          const sum = voices[window]!;
          for (let k = 0; k < size; k++) sum[k]! += rows[row * size + k]!;
        }
      }
      for (const voice of voices) toUnit(voice);
      return voices;
    },
  };
}

function piecesOf({ startMs, endMs }: Span, window: number): Piece[] {
  const firstFrame = Math.round(startMs / FRAME_MS);
  const frames = Math.max(1, Math.round(endMs / FRAME_MS) - firstFrame);
  if (frames <= LONGEST_PIECE_FRAMES) return [{ window, firstFrame, frames }];
  const count = Math.ceil(frames / (PIECE_FRAMES / 2)) - 1;
  const hop = (frames - PIECE_FRAMES) / (count - 1);
  return Array.from({ length: count }, (_, i) => ({
    window,
    firstFrame: firstFrame + Math.round(i * hop),
    frames: PIECE_FRAMES,
  }));
}

const endOf = ({ firstFrame, frames }: Piece): number => firstFrame + frames;

/** @param pieces in time order */
function batchesOf(pieces: readonly Piece[]): Piece[][] {
  const batches: Piece[][] = [];
  for (const piece of pieces) {
    const batch = batches.at(-1);
    const fits =
      batch &&
      batch.length < BATCH_PIECES &&
      (endOf(piece) - batch[0]!.firstFrame) * FRAME_SAMPLES <= BATCH_SAMPLES;
    if (fits) batch.push(piece);
    else batches.push([piece]);
  }
  return batches;
}

async function gainOf(sound: SoundReader, pieces: readonly Piece[]): Promise<number> {
  let energy = 0;
  let count = 0;
  for (const piece of pieces) {
    const start = Math.max(0, piece.firstFrame * FRAME_SAMPLES);
    const samples = await sound.readFloats(start, Math.max(0, endOf(piece) * FRAME_SAMPLES - start));
    for (const value of samples) energy += value ** 2;
    count += samples.length;
  }
  return energy > 0 ? Math.max(1, LEAST_RMS / Math.sqrt(energy / count)) : 1;
}

/** The sound of `frames` frames from `firstFrame` on, with what the network hears around them. */
async function soundAround(reader: SoundReader, firstFrame: number, frames: number): Promise<Float32Array> {
  const sound = new Float32Array(frames * FRAME_SAMPLES + 2 * MARGIN_SAMPLES);
  const start = firstFrame * FRAME_SAMPLES - MARGIN_SAMPLES;
  const from = Math.max(0, start);
  sound.set(await reader.readFloats(from, Math.max(0, start + sound.length - from)), from - start);
  return sound;
}

function toUnit(vector: Float32Array): void {
  const length = Math.hypot(...vector);
  if (length > 0) for (let k = 0; k < vector.length; k++) vector[k]! /= length;
}
