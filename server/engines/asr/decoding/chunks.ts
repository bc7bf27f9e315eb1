import type { Span } from '../../../domain/transcript/types.ts';

/**
 * What a recogniser hears in one go: pieces of the recording, in order, joined end to end. Long silences
 * between speech spans are left out, so a chunk has a clock of its own, and `onRecording` leads back.
 */
export interface Chunk {
  pieces: Span[];
  durationMs: number;
}

export interface PackOptions {
  /** No chunk becomes longer than this, ms. */
  maxMs: number;
  /** Sound kept before and after each span, ms: the first and last consonants are soft. */
  padMs: number;
  durationMs: number;
  /** The quietest moment between two times, where a span too long for one chunk is divided. */
  quietestMs: (fromMs: number, toMs: number) => Promise<number>;
}

/** Packs speech spans (in time order, apart) into as few chunks as fit, never changing their order. */
export async function packChunks(speech: readonly Span[], options: PackOptions): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  let open: Chunk | undefined;
  for (const piece of await divideLong(padded(speech, options), options)) {
    const pieceMs = piece.endMs - piece.startMs;
    if (open && open.durationMs + pieceMs <= options.maxMs) {
      const last = open.pieces.at(-1)!;
      if (last.endMs === piece.startMs) last.endMs = piece.endMs;
      else open.pieces.push(piece);
      open.durationMs += pieceMs;
    } else {
      open = { pieces: [piece], durationMs: pieceMs };
      chunks.push(open);
    }
  }
  return chunks;
}

/** Widens each span by the pad; where two would meet, they share the gap between them. */
export function padded(
  speech: readonly Span[],
  { padMs, durationMs }: Pick<PackOptions, 'padMs' | 'durationMs'>,
): Span[] {
  return speech
    .map((span, i) => {
      const before = speech[i - 1];
      const after = speech[i + 1];
      const floor = before ? Math.floor((before.endMs + span.startMs) / 2) : 0;
      const ceiling = after ? Math.floor((span.endMs + after.startMs) / 2) : durationMs;
      return {
        startMs: Math.max(floor, Math.round(span.startMs - padMs)),
        endMs: Math.min(ceiling, Math.round(span.endMs + padMs)),
      };
    })
    .filter((span) => span.endMs > span.startMs);
}

/** Divides spans longer than `maxMs` at their quietest moments. */
export async function divideLong(
  spans: readonly Span[],
  { maxMs, quietestMs }: Pick<PackOptions, 'maxMs' | 'quietestMs'>,
): Promise<Span[]> {
  const pieces: Span[] = [];
  for (const span of spans) {
    let { startMs } = span;
    while (span.endMs - startMs > maxMs) {
      const cutMs = Math.round(await quietestMs(startMs + maxMs * 0.6, startMs + maxMs));
      pieces.push({ startMs, endMs: cutMs });
      startMs = cutMs;
    }
    pieces.push({ startMs, endMs: span.endMs });
  }
  return pieces;
}

/**
 * A span of the chunk's clock on the recording's. What straddles a joint goes where most of it lies, so that
 * no word ever spans a silence that was left out.
 */
export function onRecording(chunk: Chunk, heard: Span): Span {
  let offsetMs = 0;
  let best: Span | undefined;
  let bestShareMs = Number.NEGATIVE_INFINITY;
  for (const piece of chunk.pieces) {
    const shiftMs = piece.startMs - offsetMs;
    const startMs = clamp(heard.startMs + shiftMs, piece);
    const endMs = clamp(heard.endMs + shiftMs, piece);
    if (endMs - startMs > bestShareMs) {
      best = { startMs, endMs };
      bestShareMs = endMs - startMs;
    }
    offsetMs += piece.endMs - piece.startMs;
  }
  return best!;
}

const clamp = (ms: number, { startMs, endMs }: Span) => Math.min(Math.max(ms, startMs), endMs);
