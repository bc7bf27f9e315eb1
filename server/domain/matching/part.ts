import type { Met, Quote } from './types.ts';

/** One thing a sentence asks for, and how far the CV has it. */
export interface Part {
  met: Met;
  /** Null: the CV does not let it be told. */
  score: number | null;
  reason: string;
  evidence: Quote[];
}

/** The most that something has which falls short of what is asked. */
export const mostShort = 0.39;
/** A month less than the years asked for is no less. */
export const roundingYears = 1 / 12;

/** Words within a sentence are marked as such unless they are a name. */
export const quoted = (phrase: string) => (/^\p{Ll}.*\s/u.test(phrase) ? `"${phrase}"` : phrase);
