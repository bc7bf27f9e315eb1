import { DOUBTFUL_BELOW } from '../../../../../domain/transcript/confidence.ts';
import type { TranscriptSegment, TranscriptWord } from '../../../../../domain/transcript/segments.ts';
import type { Analysis, Dimension, ScoredDimension } from '../../../../../modules/console/runs/contract.ts';

/** What can be made visible in a transcript. */
export const markKinds = ['doubt', 'hesitation', 'rare', 'unclear'] as const;
export type MarkKind = (typeof markKinds)[number];

/** Words whose sounds are further from what is expected are called unclear. */
const UNCLEAR_BELOW = -1;
/** Shorter pauses are part of any speech; a transcript full of them cannot be read. */
const SHOWN_PAUSE_MS = 500;

/** What is known of a candidate's words, by the time at which they begin. */
export interface Marks {
  /** Place in the frequency list. */
  rareRanks: ReadonlyMap<number, number>;
  unclearStarts: ReadonlySet<number>;
  repairs: readonly { startMs: number; endMs: number }[];
  pauses: readonly { startMs: number; endMs: number }[];
}

export const isScored = (dimension: Dimension | null | undefined): dimension is ScoredDimension =>
  dimension !== null && dimension !== undefined && dimension.score !== null;

export function marksOf(analysis: Analysis | null): Marks {
  const scored = (dimension: Dimension | null | undefined) => (isScored(dimension) ? dimension : undefined);
  const vocabulary = scored(analysis?.vocabulary);
  const hesitations = scored(analysis?.fluency)?.hesitations;
  const accent = scored(analysis?.accent);
  return {
    rareRanks: new Map((vocabulary?.rareWords ?? []).map(({ startMs, rank }) => [startMs, rank])),
    unclearStarts: new Set(
      (accent?.words ?? []).filter(({ gop }) => gop < UNCLEAR_BELOW).map(({ startMs }) => startMs),
    ),
    repairs: hesitations?.repairs ?? [],
    pauses: (hesitations?.pauses ?? []).filter(({ startMs, endMs }) => endMs - startMs >= SHOWN_PAUSE_MS),
  };
}

export interface MarkedWord {
  word: TranscriptWord;
  /** Less sure than is usual; those below the recogniser's own threshold the server marks `uncertain`. */
  isDoubtful: boolean;
  isRepaired: boolean;
  isUnclear: boolean;
  rareRank: number | undefined;
  /** Of the silence before it, within the same answer. */
  pauseBeforeMs: number | undefined;
}

/** The words of a segment with what is to be seen of them. Only the candidate's have more than doubt. */
export function markWords(segment: TranscriptSegment, marks: Marks | null): MarkedWord[] {
  return segment.words.map((word, index) => {
    const pause =
      index === 0
        ? undefined
        : marks?.pauses.find(
            ({ startMs, endMs }) =>
              Math.abs(endMs - word.startMs) < 40 && startMs >= segment.words[index - 1]!.startMs,
          );
    return {
      word,
      isDoubtful: !word.filler && !word.uncertain && word.confidence < DOUBTFUL_BELOW,
      isRepaired:
        marks?.repairs.some(({ startMs, endMs }) => word.startMs >= startMs && word.endMs <= endMs) ?? false,
      isUnclear: marks?.unclearStarts.has(word.startMs) ?? false,
      rareRank: marks?.rareRanks.get(word.startMs),
      pauseBeforeMs: pause && pause.endMs - pause.startMs,
    };
  });
}
