import type { Transcript } from '../../../../../domain/transcript/segments.ts';
import type { Stretch } from './stretches.ts';

/** One speaker's row below the waveform. */
export interface Lane {
  speaker: Transcript['speakers'][number];
  stretches: Stretch[];
}

/** Segments of one speaker that are closer than this are one answer. */
const JOIN_MS = 700;

/** A lane for each speaker who says something, the candidate's first. */
export function lanesOf({ segments, speakers }: Transcript): Lane[] {
  const order = { candidate: 0, interviewer: 1, other: 2 };
  return speakers
    .map((speaker) => ({
      speaker,
      stretches: joined(segments.filter((segment) => segment.speaker === speaker.id)),
    }))
    .filter(({ stretches }) => stretches.length > 0)
    .sort(
      (a, b) => order[a.speaker.role] - order[b.speaker.role] || b.speaker.speakingMs - a.speaker.speakingMs,
    );
}

function joined(segments: readonly Stretch[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { startMs, endMs } of segments) {
    const last = stretches.at(-1);
    if (last && startMs - last.endMs <= JOIN_MS) last.endMs = Math.max(last.endMs, endMs);
    else stretches.push({ startMs, endMs });
  }
  return stretches;
}

/** Where the answer before or after a place begins; answers are stretches of one speaker in time order. */
export function neighbour(
  stretches: readonly Stretch[],
  positionMs: number,
  direction: 'previous' | 'next',
): number | undefined {
  // Shortly after a beginning, "previous" means the one before it.
  const GRACE_MS = 1500;
  return direction === 'next'
    ? stretches.find(({ startMs }) => startMs > positionMs + 50)?.startMs
    : stretches.findLast(({ startMs }) => startMs < positionMs - GRACE_MS)?.startMs;
}

/** Colours of speakers, in the order of their lanes; the same everywhere on the page. */
export const laneColours = ['indigo', 'orange', 'teal', 'gray'] as const;

export function colourOfSpeaker(lanes: readonly Lane[], speakerId: string): (typeof laneColours)[number] {
  const place = lanes.findIndex(({ speaker }) => speaker.id === speakerId);
  return laneColours[Math.min(place < 0 ? laneColours.length : place, laneColours.length - 1)]!;
}
