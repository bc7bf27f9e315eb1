/**
 * The share of what the candidate is; the rest of the score is what they fulfil. Chosen on half of the searches of the bench
 * (docs/decisions/0039-cv-search.md). A title that is compared by its words alone says less.
 */
const occupationShare = { known: 0.5, byWords: 0.3 } as const;

/**
 * What the results of a search are sorted by: how near the candidate's occupation lies to the one that is asked for, and how far they meet
 * the requirements.
 *
 * @param occupation 0–1; null where the search names none
 * @param isKnown the table of titles has the occupation that is asked for
 * @param match 0–100: the score of the requirements
 * @returns 0–100, one decimal
 */
export function orderScore({
  occupation,
  isKnown,
  match,
}: {
  occupation: number | null;
  isKnown: boolean;
  match: number;
}): number {
  if (occupation === null) return match;
  const share = isKnown ? occupationShare.known : occupationShare.byWords;
  return Math.round(10 * (share * 100 * occupation + (1 - share) * match)) / 10;
}
