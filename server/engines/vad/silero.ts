import type { Span } from '../../domain/transcript/types.ts';
import { openPcm, type PcmReader, samplesPerMs } from '../audio/pcm.ts';
import { gainOf } from './level.ts';
import type { StreamingVad, VadEngine } from './port.ts';
import {
  contextSamples,
  frameMs,
  frameSamples,
  openLane,
  openSileroNetwork,
  type SileroLane,
} from './silero-network.ts';
import { listenToStream } from './silero-stream.ts';
import { speechSpans } from './speech-spans.ts';

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
 * Silero VAD (models/bundled/silero-vad-v6.md) as a speech detector of files and of streams, over one network.
 *
 * Of a file, quiet sound is heard louder (`level.ts`). Spans of `within` are heard apart from each other, sixteen pieces at a time, straight from disk: memory does not
 * grow with the recording. Same file, same spans: same answer. A stream is heard in one piece.
 */
export async function createSileroVad(options: { modelPath: string }): Promise<VadEngine & StreamingVad> {
  const network = await openSileroNetwork(options.modelPath);

  return {
    id: 'silero-vad-v6',
    start: ({ signal }) => listenToStream(network, signal),
    async detectSpeech({ pcmPath, within, signal }) {
      const pcm = await openPcm(pcmPath);
      try {
        const probabilities = within.map((span) => new Float32Array(frameCount(span, pcm)));
        const pieces = within.flatMap((span, index) => piecesOf(span, index, probabilities[index]!.length));
        await listen({ pcm, gain: await gainOf(pcm, within, signal) }, pieces, probabilities, signal);
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
    { pcm, gain }: { pcm: PcmReader; gain: number },
    pieces: readonly Piece[],
    probabilities: readonly Float32Array[],
    signal: AbortSignal,
  ): Promise<void> {
    let next = 0;
    let running: PieceLane[] = [];
    while (true) {
      signal.throwIfAborted();
      while (running.length < lanes && next < pieces.length)
        running.push(await openPiece(pcm, pieces[next++]!));
      if (running.length === 0) return;
      for (const lane of running) fillInput(lane, gain);
      const heard = await network(running);
      for (const [index, lane] of running.entries()) {
        if (lane.frame >= lane.piece.first) probabilities[lane.piece.span]![lane.frame] = heard[index]!;
        lane.frame++;
      }
      running = running.filter((lane) => lane.frame < lane.piece.end);
    }
  }
}

interface PieceLane extends SileroLane {
  piece: Piece;
  frame: number;
  samples: Int16Array;
}

async function openPiece(pcm: PcmReader, piece: Piece): Promise<PieceLane> {
  const from = piece.origin + piece.warmFrom * frameSamples - contextSamples;
  const count = (piece.end - piece.warmFrom) * frameSamples + contextSamples;
  const missing = Math.max(0, -from);
  const samples = new Int16Array(count);
  samples.set(await pcm.readSamples(from + missing, count - missing), missing);
  return { ...openLane(), piece, frame: piece.warmFrom, samples };
}

/** Sample 0 of a piece lies `contextSamples` before its first frame. */
function fillInput({ input, samples, frame, piece }: PieceLane, gain: number): void {
  const at = (frame - piece.warmFrom) * frameSamples;
  for (let n = 0; n < input.length; n++)
    input[n] = Math.max(-1, Math.min(1, ((samples[at + n] ?? 0) * gain) / 32_768));
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
