import type { YearMonth } from '../cv/types.ts';
import { yearsIn } from './asked-years.ts';
import type { Passage } from './passage-index.ts';
import type { Reading } from './reading.ts';

/** How long something was done, as far as the CV tells. */
export interface Use {
  /** Null where it stands in positions without dates only, or in none. */
  years: number | null;
  /** A line that says the number itself: "8 years of Java". */
  claim: Passage | null;
  /** What the CV says of itself where the dated positions come to less. */
  claimedYears?: number;
}

/** Months of the positions, those at the same time counted once; without dated positions, what the CV says of itself. */
export function yearsOfUse(
  positions: readonly number[],
  passages: readonly Passage[],
  reading: Reading,
): Use {
  const months = new Set<number>();
  for (const position of positions) {
    for (const month of monthsOf(position, reading)) months.add(month);
  }
  const counted = months.size > 0 ? months.size / 12 : null;
  let claimed = { years: 0, claim: null as Passage | null };
  for (const passage of passages) {
    if (passage.zone !== 'summary' && passage.zone !== 'skills' && passage.zone !== 'headline') continue;
    const years = yearsIn(passage.claimed.replaceAll(/\s+/g, ' '))?.years ?? 0;
    if (years > claimed.years) claimed = { years, claim: passage };
  }
  if (counted === null && claimed.claim) return claimed;
  return {
    years: counted,
    claim: null,
    ...(claimed.years > (counted ?? 0) ? { claimedYears: claimed.years } : {}),
  };
}

/** Numbers of the months of a position; none where it has no dates. */
export function* monthsOf(position: number, { profile, asOf }: Reading): Generator<number> {
  const dates = profile.positions[position]?.dates;
  if (!dates) return;
  const { start, end } = dates.value;
  const until = monthNumber(end ?? asOf, 'end');
  for (let month = monthNumber(start, 'start'); month <= until; month += 1) yield month;
}

/** A year alone stands for its middle, so that ranges of years count from middle to middle. */
const monthNumber = ({ year, month }: YearMonth, edge: 'start' | 'end') =>
  year * 12 + (month ?? (edge === 'start' ? 7 : 6)) - 1;
