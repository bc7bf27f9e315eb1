import type { Turn } from '../../domain/transcript/types.ts';
import type { HeardSpan } from './port.ts';
import { FRAME_MS } from './voices/frames.ts';

/** A speaker keeps the floor over a silence up to this long when nobody else speaks in it. */
const FLOOR_KEPT_MS = 1500;
/** Shorter stretches of a voice are border noise, not a turn. */
const MIN_TURN_MS = 250;

/** The frames of speech with their voices, in time order. */
export interface VoiceTimeline {
  atMs: Int32Array;
  span: Int32Array;
  voice: Int32Array;
  /** 1 where nobody is heard although the stretch goes on. */
  silent?: Uint8Array;
  /** 1 where a second voice is heard too. */
  overlap?: Uint8Array;
  /** Which one, where `overlap` is 1. */
  second?: Int32Array;
}

interface Piece {
  voice: number;
  startMs: number;
  endMs: number;
}

/**
 * Who is heard when, and turns, named S1, S2, … by first appearance, in order of their starts. A turn includes its speaker's own pauses.
 * Where `overlap` is set a voice runs on beside the other one, and the two turns lie over one another.
 *
 * @param speechEndMs end of a speech span by its index
 */
export function turnsOf(
  timeline: VoiceTimeline,
  speechEndMs: (span: number) => number,
): { turns: Turn[]; heard: HeardSpan[] } {
  const voices = [...new Set(timeline.voice)];
  const pieces = voices.flatMap((voice) => piecesOf(timeline, voice, speechEndMs));
  const long = pieces.filter((piece) => piece.endMs - piece.startMs >= MIN_TURN_MS);
  const kept = (long.length > 0 ? long : pieces).sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  const joined = voices
    .flatMap((voice) => joinOverPauses(kept, voice))
    .sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  const names = new Map<number, string>();
  for (const { voice } of joined) if (!names.has(voice)) names.set(voice, `S${names.size + 1}`);
  const heard = kept.map(({ voice, startMs, endMs }) => ({ speaker: names.get(voice)!, startMs, endMs }));
  const turns = joined.map((piece) => ({
    speaker: names.get(piece.voice)!,
    startMs: piece.startMs,
    endMs: piece.endMs,
    overlap: joined.some(
      (other) => other.voice !== piece.voice && other.startMs < piece.endMs && other.endMs > piece.startMs,
    ),
  }));
  return { turns, heard };
}

function piecesOf(timeline: VoiceTimeline, voice: number, speechEndMs: (span: number) => number): Piece[] {
  const pieces: Piece[] = [];
  let open: Piece | undefined;
  for (let i = 0; i < timeline.atMs.length; i++) {
    const span = timeline.span[i]!;
    const beside = timeline.overlap?.[i] === 1 && (timeline.second?.[i] ?? voice) === voice;
    const startMs = timeline.atMs[i]! - FRAME_MS / 2;
    if (i > 0 && span !== timeline.span[i - 1]) open = undefined;
    if ((timeline.voice[i] !== voice && !beside) || timeline.silent?.[i] === 1) {
      open = undefined;
      continue;
    }
    if (!open) {
      open = { voice, startMs, endMs: startMs };
      pieces.push(open);
    }
    open.endMs = span === timeline.span[i + 1] ? startMs + FRAME_MS : speechEndMs(span);
  }
  return pieces;
}

function joinOverPauses(pieces: readonly Piece[], voice: number): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    if (piece.voice !== voice) continue;
    const last = joined.at(-1);
    const othersBetween =
      last &&
      pieces.some(
        (other) => other.voice !== voice && other.startMs < piece.startMs && other.endMs > last.endMs,
      );
    if (last && !othersBetween && piece.startMs - last.endMs <= FLOOR_KEPT_MS) last.endMs = piece.endMs;
    else joined.push({ ...piece });
  }
  return joined;
}
