import type { AlignedWord, Span, SpokenWord, Turn } from './types.ts';

/** Speech of another person over at least this much of a word makes it overlapped. */
const MIN_OVERLAP_SHARE = 0.3;
/** At most this many words, this long in all, with no more than this gap on either side, are a border error … */
const FLIP_MAX_WORDS = 2;
const FLIP_MAX_MS = 600;
const FLIP_MAX_GAP_MS = 150;
/** … unless the turn they came from is at least this long: then another person really spoke. */
const REAL_TURN_MS = 1500;
/** Who speaks where no speakers were told apart. */
const ONLY_SPEAKER = 'S1';

/**
 * Gives every word to one speaker: the one whose turns cover most of it. Where two turns lie over one another the one already speaking
 * keeps the word; a word outside all turns goes to the nearest one. One or two words between words of another speaker, without a pause, are
 * a border error and go to the surroundings.
 *
 * @param words in time order
 * @param turns in any order; none at all means one speaker
 */
export function assignSpeakers(words: readonly AlignedWord[], turns: readonly Turn[]): SpokenWord[] {
  const ordered = turns.toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  let before: string | undefined;
  const assigned = words.map((word) => {
    const covered = coverage(word, ordered);
    const speaker = mostCovering(covered, before) ?? nearest(word, ordered) ?? ONLY_SPEAKER;
    before = speaker;
    const lengthMs = Math.max(1, word.endMs - word.startMs);
    const overlap = [...covered].some(
      ([other, ms]) =>
        other !== speaker && ms >= MIN_OVERLAP_SHARE * lengthMs && overlapsOwn(word, speaker, other, ordered),
    );
    return { ...word, speaker, overlap };
  });
  return smoothed(assigned, ordered);
}

const sharedMs = (a: Span, b: Span): number =>
  Math.max(0, Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs));

function coverage(word: Span, turns: readonly Turn[]): Map<string, number> {
  const covered = new Map<string, number>();
  for (const turn of turns) {
    if (turn.startMs >= word.endMs) break;
    const ms = sharedMs(word, turn);
    if (ms > 0) covered.set(turn.speaker, (covered.get(turn.speaker) ?? 0) + ms);
  }
  return covered;
}

function mostCovering(covered: ReadonlyMap<string, number>, before: string | undefined): string | undefined {
  let best: string | undefined;
  for (const [speaker, ms] of covered) {
    const bestMs = best === undefined ? 0 : covered.get(best)!;
    if (ms > bestMs || (ms === bestMs && speaker === before)) best = speaker;
  }
  return best;
}

function nearest(word: Span, turns: readonly Turn[]): string | undefined {
  let best: { speaker: string; distanceMs: number } | undefined;
  for (const turn of turns) {
    const distanceMs = Math.max(turn.startMs - word.endMs, word.startMs - turn.endMs, 0);
    if (!best || distanceMs < best.distanceMs) best = { speaker: turn.speaker, distanceMs };
  }
  return best?.speaker;
}

/** Two people one after the other within a word do not overlap; two at the same instant do. */
function overlapsOwn(word: Span, speaker: string, other: string, turns: readonly Turn[]): boolean {
  const minMs = MIN_OVERLAP_SHARE * Math.max(1, word.endMs - word.startMs);
  let togetherMs = 0;
  for (const own of turns) {
    if (own.speaker !== speaker || sharedMs(own, word) === 0) continue;
    for (const theirs of turns) {
      if (theirs.speaker !== other) continue;
      togetherMs += sharedMs(word, {
        startMs: Math.max(own.startMs, theirs.startMs),
        endMs: Math.min(own.endMs, theirs.endMs),
      });
    }
  }
  return togetherMs >= minMs;
}

function smoothed(words: readonly SpokenWord[], turns: readonly Turn[]): SpokenWord[] {
  const result = words.map((word) => ({ ...word }));
  for (let first = 1; first < result.length; ) {
    const speaker = result[first]!.speaker;
    let end = first + 1;
    while (end < result.length && result[end]!.speaker === speaker) end++;
    const [before, after] = [result[first - 1]!, result[end]];
    const [opening, closing] = [result[first]!, result[end - 1]!];
    const isFlip =
      after !== undefined &&
      before.speaker !== speaker &&
      after.speaker === before.speaker &&
      end - first <= FLIP_MAX_WORDS &&
      closing.endMs - opening.startMs <= FLIP_MAX_MS &&
      opening.startMs - before.endMs <= FLIP_MAX_GAP_MS &&
      after.startMs - closing.endMs <= FLIP_MAX_GAP_MS &&
      !turns.some(
        (turn) =>
          turn.speaker === speaker &&
          turn.endMs - turn.startMs >= REAL_TURN_MS &&
          sharedMs(turn, opening) > 0,
      );
    if (isFlip) for (let i = first; i < end; i++) result[i]!.speaker = before.speaker;
    first = end;
  }
  return result;
}
