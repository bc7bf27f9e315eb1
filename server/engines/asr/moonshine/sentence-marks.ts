import { logOdds } from '../../../domain/log-odds.ts';

/** Tokens that are or begin with a mark: one that ends a sentence, or one behind which it goes on. */
export interface SentenceMarks {
  end: ReadonlySet<number>;
  goOn: ReadonlySet<number>;
}

const endMark = /^[.?!]$/;
const goOnMark = /^(?:[,;:-]|\.\.)/;

export const noMarks: SentenceMarks = { end: new Set(), goOn: new Set() };

/** @param texts of all tokens, in the order of their numbers */
export function sentenceMarksAmong(texts: readonly string[]): SentenceMarks {
  const numbersOf = (mark: RegExp) =>
    new Set(texts.flatMap((text, token) => (mark.test(text.trim()) ? [token] : [])));
  return { end: numbersOf(endMark), goOn: numbersOf(goOnMark) };
}

const mostLogOdds = 4;

/**
 * Log odds that a mark of a sentence's end comes next, less those of a mark behind which it goes on; −4 to 4.
 *
 * @param tokens the most probable ones, with their probabilities
 */
export function endsHere(
  { end, goOn }: SentenceMarks,
  tokens: readonly number[],
  probabilities: readonly number[],
): number {
  let [ends, goesOn] = [0, 0];
  for (const [at, token] of tokens.entries()) {
    if (end.has(token)) ends += probabilities[at]!;
    else if (goOn.has(token)) goesOn += probabilities[at]!;
  }
  return Math.min(Math.max(logOdds(ends) - logOdds(goesOn), -mostLogOdds), mostLogOdds);
}
