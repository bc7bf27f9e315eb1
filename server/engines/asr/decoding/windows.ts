import type { Span } from '../../../domain/transcript/types.ts';
import { type SoundReader, samplesPerMs } from '../../audio/pcm.ts';
import { type Chunk, packChunks } from './chunks.ts';
import { quietestOffsetMs } from './quietest.ts';

/** Sound kept around speech: the voice detector is late and early by what a soft consonant lasts. */
const padMs = 200;
/** A peak of −60 dB of full scale, below which there is nothing to hear. */
const silentPeak = 1e-3;

export interface Window {
  chunk: Chunk;
  samples: Float32Array;
}

/** Whole chunks of speech of at most `maxMs`; longer ones are divided where they are quietest. */
export const windowsOf = (pcm: SoundReader, speech: readonly Span[], maxMs: number): Promise<Chunk[]> =>
  packChunks(speech, {
    maxMs,
    padMs,
    durationMs: Math.floor(pcm.totalSamples / samplesPerMs),
    quietestMs: (fromMs, toMs) => quietestMs(pcm, fromMs, toMs),
  });

/** Two halves of a chunk: parted between two of its pieces, or where its one piece is quietest. */
export async function halvesOf(pcm: SoundReader, { pieces, durationMs }: Chunk): Promise<Chunk[]> {
  if (pieces.length > 1) {
    let [before, best] = [0, 1];
    let bestMs = Number.POSITIVE_INFINITY;
    for (let at = 1; at < pieces.length; at++) {
      before += lengthOf(pieces[at - 1]!);
      const awayMs = Math.abs(before - durationMs / 2);
      if (awayMs < bestMs) [best, bestMs] = [at, awayMs];
    }
    return [stretchOf(pieces.slice(0, best)), stretchOf(pieces.slice(best))];
  }
  const [piece] = pieces as [Span];
  const cutMs = Math.round(
    await quietestMs(pcm, piece.startMs + 0.3 * durationMs, piece.startMs + 0.7 * durationMs),
  );
  return [
    { ...piece, endMs: cutMs },
    { ...piece, startMs: cutMs },
  ].map((half) => stretchOf([half]));
}

const lengthOf = ({ startMs, endMs }: Span): number => endMs - startMs;
const stretchOf = (pieces: Span[]): Chunk => ({
  pieces,
  durationMs: pieces.reduce((sum, piece) => sum + lengthOf(piece), 0),
});

export async function openWindow(pcm: SoundReader, chunk: Chunk): Promise<Window> {
  const samples = new Float32Array(chunk.durationMs * samplesPerMs);
  let at = 0;
  for (const piece of chunk.pieces) {
    samples.set(await read(pcm, piece), at);
    at += lengthOf(piece) * samplesPerMs;
  }
  return { chunk, samples };
}

export const isSilent = ({ samples }: Window): boolean =>
  samples.every((sample) => Math.abs(sample) < silentPeak);

async function quietestMs(pcm: SoundReader, fromMs: number, toMs: number): Promise<number> {
  const startMs = Math.floor(fromMs);
  return startMs + quietestOffsetMs(await read(pcm, { startMs, endMs: Math.floor(toMs) }));
}

const read = (pcm: SoundReader, { startMs, endMs }: Span): Promise<Float32Array> =>
  pcm.readFloats(startMs * samplesPerMs, (endMs - startMs) * samplesPerMs);
