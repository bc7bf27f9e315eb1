import { assignSpeakers } from '../transcript/assign-speakers.ts';
import type { AlignedWord, Span, SpokenWord, Turn } from '../transcript/types.ts';

/** A third or fourth speaker with less of the talk and fewer words is a piece of another speaker's voice, or of a noise. */
const MIN_SHARE = 0.05;
const MIN_WORDS = 10;
/** Conversations keep so many speakers, however little they say. */
const ALWAYS_KEPT = 2;

/**
 * Whose each word is, without speakers of a few words beside two others: their turns go to the speaker nearest in time. Speakers are named
 * "S1", "S2", … by first appearance again.
 *
 * @param words in time order
 * @param turns in order of their starts
 * @param knownSpeakers how many people speak, where the client has said so: so many are kept
 */
export function withoutBriefSpeakers(
  words: readonly AlignedWord[],
  turns: readonly Turn[],
  knownSpeakers: number | null,
): { words: SpokenWord[]; turns: Turn[] } {
  const assigned = assignSpeakers(words, turns);
  const brief = briefSpeakers(assigned, turns, Math.max(ALWAYS_KEPT, knownSpeakers ?? 0));
  if (brief.size === 0) return { words: assigned, turns: [...turns] };
  const kept = turns.filter(({ speaker }) => !brief.has(speaker));
  const owned = turns.map((turn) =>
    brief.has(turn.speaker) ? { ...turn, speaker: nearest(turn, kept) } : turn,
  );
  const names = new Map(
    [...new Set(owned.map(({ speaker }) => speaker))].map((id, at) => [id, `S${at + 1}`]),
  );
  const named = owned.map((turn) => ({
    ...turn,
    speaker: names.get(turn.speaker)!,
    overlap: owned.some((other) => other.speaker !== turn.speaker && distanceMs(other, turn) < 0),
  }));
  return { words: assignSpeakers(words, named), turns: named };
}

function briefSpeakers(words: readonly SpokenWord[], turns: readonly Turn[], most: number): Set<string> {
  const spokenMs = new Map<string, number>();
  for (const { speaker, startMs, endMs } of turns)
    spokenMs.set(speaker, (spokenMs.get(speaker) ?? 0) + endMs - startMs);
  const totalMs = [...spokenMs.values()].reduce((sum, ms) => sum + ms, 0);
  const least = [...spokenMs].toSorted(([, a], [, b]) => b - a).slice(most);
  const wordsOf = (id: string) => words.filter(({ speaker, filler }) => speaker === id && !filler).length;
  return new Set(
    least.filter(([id, ms]) => ms < MIN_SHARE * totalMs && wordsOf(id) < MIN_WORDS).map(([id]) => id),
  );
}

/** Below 0 where they lie over one another. */
const distanceMs = (a: Span, b: Span): number => Math.max(a.startMs, b.startMs) - Math.min(a.endMs, b.endMs);

const nearest = (turn: Turn, others: readonly Turn[]): string =>
  others.reduce((best, other) => (distanceMs(other, turn) < distanceMs(best, turn) ? other : best)).speaker;
