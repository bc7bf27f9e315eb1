import type { Transcript } from '../../../../../domain/transcript/segments.ts';
import type { PlayedSpan } from './played-spans.ts';

/** One speaker's row below the waveform. */
export interface Lane {
  speaker: Transcript['speakers'][number];
  spans: PlayedSpan[];
}

/** Segments of one speaker that are closer than this are one answer. */
const JOIN_MS = 700;

/** A lane for each speaker who says something, the candidate's first. */
export function lanesOf({ segments, speakers }: Transcript): Lane[] {
  const order = { candidate: 0, interviewer: 1, other: 2 };
  return speakers
    .map((speaker) => ({
      speaker,
      spans: joined(segments.filter((segment) => segment.speaker === speaker.id)),
    }))
    .filter(({ spans }) => spans.length > 0)
    .sort(
      (a, b) => order[a.speaker.role] - order[b.speaker.role] || b.speaker.speakingMs - a.speaker.speakingMs,
    );
}

function joined(segments: readonly PlayedSpan[]): PlayedSpan[] {
  const spans: PlayedSpan[] = [];
  for (const { startMs, endMs } of segments) {
    const last = spans.at(-1);
    if (last && startMs - last.endMs <= JOIN_MS) last.endMs = Math.max(last.endMs, endMs);
    else spans.push({ startMs, endMs });
  }
  return spans;
}

/** Where the answer before or after a place begins; answers are spans of one speaker in time order. */
export function neighbour(
  spans: readonly PlayedSpan[],
  positionMs: number,
  direction: 'previous' | 'next',
): number | undefined {
  // Shortly after a beginning, "previous" means the one before it.
  const GRACE_MS = 1500;
  return direction === 'next'
    ? spans.find(({ startMs }) => startMs > positionMs + 50)?.startMs
    : spans.findLast(({ startMs }) => startMs < positionMs - GRACE_MS)?.startMs;
}

/** Colours of speakers, in the order of their lanes; the same everywhere on the page. */
export const laneColours = ['indigo', 'orange', 'teal', 'gray'] as const;

export function colourOfSpeaker(lanes: readonly Lane[], speakerId: string): (typeof laneColours)[number] {
  const place = lanes.findIndex(({ speaker }) => speaker.id === speakerId);
  return laneColours[Math.min(place < 0 ? laneColours.length : place, laneColours.length - 1)]!;
}
