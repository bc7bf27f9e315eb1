import type { Span } from '#server/domain/transcript/types.ts';
import { type DiarisationErrors, diarisationErrors, type SpeakerSpan } from '../../../testkit/der.ts';

export const BLOCK_MS = 5000;

export interface Score extends Omit<DiarisationErrors, 'mapping'> {
  speakers: number;
  speakersFound: number;
  /** Blocks of 5 s with speech, and those of them given to the right person. */
  blocks: number;
  blocksRight: number;
  /** Time in which two or more speak, milliseconds. */
  overlapMs: number;
}

/**
 * How well an engine's answer agrees with the reference.
 *
 * @param heard who is heard when: for the error rate, without a collar and with overlap
 * @param turns who holds the floor: for the blocks
 */
export function score(
  reference: readonly SpeakerSpan[],
  found: { heard: readonly SpeakerSpan[]; turns: readonly SpeakerSpan[]; speakerCount: number },
  within: readonly Span[],
): Score {
  const { mapping: _, ...errors } = diarisationErrors(reference, found.heard, within);
  const inside = reference.filter((span) => within.some((chunk) => sharedMs(span, chunk) > 0));
  return {
    ...errors,
    ...blocksRight(reference, found.turns, within),
    speakers: new Set(inside.map(({ speaker }) => speaker)).size,
    speakersFound: found.speakerCount,
    overlapMs: errors.spokenMs - diarisationErrors(oneSpeaker(inside), [], within).spokenMs,
  };
}

/**
 * Blocks of 5 s, each given to the person who speaks most of it; blocks without speech do not count. People found stand for
 * those true people, one for one, with whom most blocks agree.
 */
export function blocksRight(
  reference: readonly SpeakerSpan[],
  turns: readonly SpeakerSpan[],
  within: readonly Span[],
): { blocks: number; blocksRight: number } {
  const endMs = Math.max(0, ...within.map((chunk) => chunk.endMs));
  const truth: SpeakerSpan[] = [];
  const found: SpeakerSpan[] = [];
  let blocks = 0;
  for (let startMs = 0; startMs < endMs; startMs += BLOCK_MS) {
    const chunks = within
      .map((chunk) => ({
        startMs: Math.max(startMs, chunk.startMs),
        endMs: Math.min(startMs + BLOCK_MS, chunk.endMs),
      }))
      .filter((chunk) => chunk.endMs > chunk.startMs);
    const really = speaksMost(reference, chunks);
    if (really === undefined) continue;
    // Blocks become spans of the same length, so that the matching of the error rate counts them.
    const block = { startMs: blocks, endMs: blocks + 1 };
    blocks++;
    truth.push({ speaker: really, ...block });
    const given = speaksMost(turns, chunks);
    if (given !== undefined) found.push({ speaker: given, ...block });
  }
  if (blocks === 0) return { blocks, blocksRight: 0 };
  const { missedMs, confusedMs } = diarisationErrors(truth, found);
  return { blocks, blocksRight: blocks - missedMs - confusedMs };
}

function speaksMost(spans: readonly SpeakerSpan[], chunks: readonly Span[]): string | undefined {
  const spokenMs = new Map<string, number>();
  for (const span of spans)
    for (const chunk of chunks) {
      const ms = sharedMs(span, chunk);
      if (ms > 0) spokenMs.set(span.speaker, (spokenMs.get(span.speaker) ?? 0) + ms);
    }
  return [...spokenMs].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

const sharedMs = (a: Span, b: Span) => Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs);

const oneSpeaker = (spans: readonly SpeakerSpan[]) => spans.map((span) => ({ ...span, speaker: 'anybody' }));

export interface Summary {
  recordings: number;
  minutes: number;
  /** Over all time spoken, and the mean over recordings. */
  errorRate: number;
  meanErrorRate: number;
  missed: number;
  falseAlarm: number;
  confused: number;
  overlapShare: number;
  /** Mean over recordings, and the worst. */
  blockShare: number;
  worstBlockShare: number;
  countRight: number;
  countWithinOne: number;
  /** Recordings of two and more in which one was found, and the other way round. */
  takenForOne: number;
  oneTakenForMore: number;
  timesRealTime: number;
}

export function summarise(rows: readonly (Score & { durationMs: number; seconds: number })[]): Summary {
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  const share = (when: (row: Score) => boolean) => sum((row) => (when(row) ? 1 : 0)) / rows.length;
  const spokenMs = sum((row) => row.spokenMs);
  const blockShares = rows.filter((row) => row.blocks > 0).map((row) => row.blocksRight / row.blocks);
  const parts = {
    missed: sum((row) => row.missedMs) / spokenMs,
    falseAlarm: sum((row) => row.falseAlarmMs) / spokenMs,
    confused: sum((row) => row.confusedMs) / spokenMs,
  };
  const overlapMs = sum((row) => row.overlapMs);
  return {
    recordings: rows.length,
    minutes: sum((row) => row.durationMs) / 60_000,
    errorRate: parts.missed + parts.falseAlarm + parts.confused,
    meanErrorRate: sum((row) => row.errorRate) / rows.length,
    ...parts,
    overlapShare: overlapMs / (spokenMs - overlapMs),
    blockShare: blockShares.reduce((total, value) => total + value, 0) / blockShares.length,
    worstBlockShare: Math.min(...blockShares),
    countRight: share((row) => row.speakers === row.speakersFound),
    countWithinOne: share((row) => Math.abs(row.speakers - row.speakersFound) <= 1),
    takenForOne: sum((row) => (row.speakers > 1 && row.speakersFound === 1 ? 1 : 0)),
    oneTakenForMore: sum((row) => (row.speakers === 1 && row.speakersFound > 1 ? 1 : 0)),
    timesRealTime: sum((row) => row.durationMs) / 1000 / sum((row) => row.seconds),
  };
}
