import type { Span } from '../../domain/transcript/types.ts';
import { openPcm, type PcmReader, pcmRateHz, samplesPerMs } from '../audio/pcm.ts';
import * as ort from '../onnx-runtime.ts';
import type { VadEngine } from './port.ts';
import { speechSpans } from './speech-spans.ts';

/** The network hears 32 ms at a time, with the last 4 ms of the piece before in front. */
const frameSamples = 512;
const contextSamples = 64;
const inputSamples = contextSamples + frameSamples;
const stateSize = 128;
const frameMs = frameSamples / samplesPerMs;

/** Pieces that are listened to side by side: one call costs about the same for one as for many. */
const lanes = 16;
/** Longer spans are split so that all lanes have work; bounds memory to `lanes` such pieces. */
const maxPieceFrames = Math.round(20_000 / frameMs);
/** A split piece starts this much early, so that the network's memory is warm when it counts. */
const warmUpFrames = Math.round(1600 / frameMs);

/** Frames of the recording to judge: `first` … `end` exclusive, heard from `warmFrom` on. */
interface Piece {
  span: number;
  /** Start of the span in samples; frames count from here. */
  origin: number;
  warmFrom: number;
  first: number;
  end: number;
}

/**
 * Silero VAD (models/bundled/silero-vad-v6.md) as a speech detector.
 *
 * Spans of `within` are heard apart from each other, sixteen pieces at a time, straight from disk: memory does not
 * grow with the recording. Same file, same spans: same answer.
 */
export async function createSileroVad(options: { modelPath: string }): Promise<VadEngine> {
  const session = await ort.InferenceSession.create(options.modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  });
  const rate = new ort.Tensor('int64', BigInt64Array.of(BigInt(pcmRateHz)), []);

  return {
    id: 'silero-vad-v6',
    async detectSpeech({ pcmPath, within, signal }) {
      const pcm = await openPcm(pcmPath);
      try {
        const probabilities = within.map((span) => new Float32Array(frameCount(span, pcm)));
        const pieces = within.flatMap((span, index) => piecesOf(span, index, probabilities[index]!.length));
        await listen(pcm, pieces, probabilities, signal);
        const durationMs = Math.floor(pcm.totalSamples / samplesPerMs);
        return within.flatMap((span, index) => {
          const bounds = { startMs: span.startMs, endMs: Math.min(span.endMs, durationMs) };
          return speechSpans(probabilities[index]!, frameMs, bounds);
        });
      } finally {
        await pcm.close();
      }
    },
  };

  async function listen(
    pcm: PcmReader,
    pieces: readonly Piece[],
    probabilities: readonly Float32Array[],
    signal: AbortSignal,
  ): Promise<void> {
    let next = 0;
    let running: Lane[] = [];
    while (true) {
      signal.throwIfAborted();
      while (running.length < lanes && next < pieces.length)
        running.push(await openLane(pcm, pieces[next++]!));
      if (running.length === 0) return;
      const heard = await step(running);
      for (const [index, lane] of running.entries()) {
        if (lane.frame >= lane.piece.first) probabilities[lane.piece.span]![lane.frame] = heard[index]!;
        lane.frame++;
      }
      running = running.filter((lane) => lane.frame < lane.piece.end);
    }
  }

  /** One frame of every lane through the network; lanes' memories are updated. */
  async function step(running: readonly Lane[]): Promise<Float32Array> {
    const count = running.length;
    const input = new Float32Array(count * inputSamples);
    const state = new Float32Array(2 * count * stateSize);
    for (const [index, lane] of running.entries()) {
      // Sample 0 of a lane lies `contextSamples` before its first frame.
      const at = (lane.frame - lane.piece.warmFrom) * frameSamples;
      for (let n = 0; n < inputSamples; n++) {
        input[index * inputSamples + n] = (lane.samples[at + n] ?? 0) / 32_768;
      }
      state.set(lane.state.subarray(0, stateSize), index * stateSize);
      state.set(lane.state.subarray(stateSize), (count + index) * stateSize);
    }
    const { output, stateN } = await session.run({
      input: new ort.Tensor('float32', input, [count, inputSamples]),
      state: new ort.Tensor('float32', state, [2, count, stateSize]),
      sr: rate,
    });
    const after = stateN!.data as Float32Array;
    for (const [index, lane] of running.entries()) {
      lane.state.set(after.subarray(index * stateSize, (index + 1) * stateSize));
      lane.state.set(after.subarray((count + index) * stateSize, (count + index + 1) * stateSize), stateSize);
    }
    return output!.data as Float32Array;
  }
}

interface Lane {
  piece: Piece;
  frame: number;
  samples: Int16Array;
  /** The network's two memory vectors, one after the other. */
  state: Float32Array;
}

async function openLane(pcm: PcmReader, piece: Piece): Promise<Lane> {
  const from = piece.origin + piece.warmFrom * frameSamples - contextSamples;
  const count = (piece.end - piece.warmFrom) * frameSamples + contextSamples;
  const missing = Math.max(0, -from);
  const samples = new Int16Array(count);
  samples.set(await pcm.readSamples(from + missing, count - missing), missing);
  return { piece, frame: piece.warmFrom, samples, state: new Float32Array(2 * stateSize) };
}

function frameCount(span: Span, pcm: PcmReader): number {
  const end = Math.min(span.endMs * samplesPerMs, pcm.totalSamples);
  return Math.max(0, Math.ceil((end - span.startMs * samplesPerMs) / frameSamples));
}

function piecesOf(span: Span, index: number, frames: number): Piece[] {
  const pieces: Piece[] = [];
  for (let first = 0; first < frames; first += maxPieceFrames) {
    const end = Math.min(frames, first + maxPieceFrames);
    const warmFrom = Math.max(0, first - warmUpFrames);
    pieces.push({ span: index, origin: Math.round(span.startMs * samplesPerMs), warmFrom, first, end });
  }
  return pieces;
}
