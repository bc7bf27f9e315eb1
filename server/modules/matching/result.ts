import type { CvPage, CvProfile } from '../../domain/cv/types.ts';
import type { MatchScore, Met } from '../../domain/matching/types.ts';
import type { StepOutcome } from '../../pipeline/step.ts';
import type { CvParsed, Narrated, RequirementsScored, TextExtracted } from './pipeline/state.ts';
import type { MatchSummary, ReadingSummary } from './stored.ts';

/** What a finished run has; narrating is optional. */
export type MatchState = Pick<TextExtracted, 'document'> & CvParsed & RequirementsScored & Partial<Narrated>;

/** What is stored in `runs.result`. The text of the CV is not: the quotes and fields say where they stand in it. */
export interface MatchResult {
  match: MatchScore;
  profile: CvProfile;
  pages: CvPage[];
  narrative: Narrated['narrative'];
  warnings: string[];
}

/** Pure. One score is expected: that of the match. */
export function buildMatchResult({
  state,
  outcomes,
}: {
  state: MatchState;
  outcomes: readonly StepOutcome[];
}): { result: MatchResult; summary: MatchSummary; scoresProduced: number; scoresExpected: number } {
  const { match, profile, document, narrative } = state;
  const lost = outcomes.filter(({ status, message }) => status !== 'ok' && message !== null);
  return {
    result: {
      match,
      profile,
      pages: document.pages,
      narrative: narrative ?? null,
      warnings: [
        ...new Set(lost.map(({ message }) => message!)),
        // A run that an older version began has a profile without them.
        ...(profile.warnings ?? []),
        ...(match.warnings ?? []),
        ...(emptyScore(match) ?? []),
      ],
    },
    summary: {
      score: match.score,
      candidateName: profile.contacts.name?.value ?? null,
      verdicts: countVerdicts(match),
      isCapped: match.cap !== null,
    },
    scoresProduced: 1,
    scoresExpected: 1,
  };
}

/** What is stored of a CV for no job; what it says lies with the CV itself. */
export interface ReadingResult {
  warnings: string[];
}

/** Pure. What is produced is the reading: there is no score. */
export const buildReadingResult = ({
  profile,
  readingWarnings,
}: CvParsed & Pick<TextExtracted, 'readingWarnings'>): {
  result: ReadingResult;
  summary: ReadingSummary;
  scoresProduced: number;
  scoresExpected: number;
} => ({
  result: { warnings: [...readingWarnings, ...(profile.warnings ?? [])] },
  summary: { candidateName: profile.contacts.name?.value ?? null },
  scoresProduced: 1,
  scoresExpected: 1,
});

/** A score of nothing known is 0 by its formula; readers must not take it for a bad CV. */
function emptyScore({ requirements, knownShare }: MatchState['match']): string[] | undefined {
  if (requirements.length === 0)
    return ['The job has no requirement to score: the score says nothing about the CV.'];
  if (knownShare > 0) return undefined;
  return ['The CV tells nothing about any of the requirements: the score is 0 because nothing is known.'];
}

function countVerdicts({ requirements }: MatchScore): Record<Met, number> {
  const counts = { yes: 0, partly: 0, no: 0, unknown: 0 };
  for (const { met } of requirements) counts[met]++;
  return counts;
}
