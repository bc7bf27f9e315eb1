import type { Position } from '../cv/types.ts';

/** What the candidate does now says more than what they once did: per position held later, this share is left. */
const perLaterPosition = 0.85;

/** Per position how much it counts, 1 for the latest. */
export const recencyOf = (positions: readonly Pick<Position, 'dates'>[]): number[] =>
  laterPositions(positions).map((count) => perLaterPosition ** count);

/**
 * Per position how many ended later. Those without dates are taken to have ended when the one before them in the CV
 * did, because CVs go back in time.
 */
function laterPositions(positions: readonly Pick<Position, 'dates'>[]): number[] {
  let before = Number.POSITIVE_INFINITY;
  const ends = positions.map(({ dates }) => {
    if (dates) {
      const { end } = dates.value;
      before = end ? end.year * 12 + (end.month ?? 6) : Number.POSITIVE_INFINITY;
    }
    return before;
  });
  const order = positions
    .map((_, at) => at)
    .toSorted((a, b) => (ends[a] === ends[b] ? a - b : ends[b]! - ends[a]!));
  const places: number[] = [];
  for (const [place, at] of order.entries()) places[at] = place;
  return places;
}
