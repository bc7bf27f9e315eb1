import type { Span, Turn } from '../../domain/transcript/types.ts';
import type { HeardSpan } from './port.ts';

/** A speaker keeps the floor over a silence up to this long when no other speaks in it. */
const FLOOR_KEPT_MS = 1500;
/** Shorter stretches of a voice are border noise, not a turn. */
const MIN_TURN_MS = 250;

/** A stretch in which one voice is heard; voices are numbers from 0 on. */
export interface VoiceSpan extends Span {
  voice: number;
}

/**
 * Who is heard when, and turns, named S1, S2, … by first appearance, in order of their starts. A turn includes its speaker's own pauses.
 * Where two voices are heard at once their turns lie over one another.
 *
 * @param spans in any order; those of one voice lie apart
 */
export function turnsOf(spans: readonly VoiceSpan[]): { turns: Turn[]; heard: HeardSpan[] } {
  const long = spans.filter(({ startMs, endMs }) => endMs - startMs >= MIN_TURN_MS);
  const kept = inTime(long.length > 0 ? long : spans);
  const voices = new Set(kept.map(({ voice }) => voice));
  const joined = inTime([...voices].flatMap((voice) => joinOverPauses(kept, voice)));
  const names = new Map<number, string>();
  for (const { voice } of joined) if (!names.has(voice)) names.set(voice, `S${names.size + 1}`);
  const heard = kept.map(({ voice, startMs, endMs }) => ({ speaker: names.get(voice)!, startMs, endMs }));
  const turns = joined.map(({ voice, startMs, endMs }) => ({
    speaker: names.get(voice)!,
    startMs,
    endMs,
    overlap: joined.some((other) => other.voice !== voice && other.startMs < endMs && other.endMs > startMs),
  }));
  return { turns, heard };
}

const inTime = (spans: readonly VoiceSpan[]): VoiceSpan[] =>
  spans.toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);

function joinOverPauses(pieces: readonly VoiceSpan[], voice: number): VoiceSpan[] {
  const joined: VoiceSpan[] = [];
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
