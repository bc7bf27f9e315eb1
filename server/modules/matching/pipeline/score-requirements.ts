import { scoreMatch } from '../../../domain/matching/score-match.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { CvEngines } from './engines.ts';
import type { CvParsed, MatchInput, RequirementsScored, TextExtracted } from './state.ts';

/** A score with quotes for every requirement, by rules alone: no model has a say, so the same CV scores the same. */
export const scoreRequirements: RequiredStep<
  MatchInput & TextExtracted & CvParsed,
  RequirementsScored,
  CvEngines
> = {
  name: 'scoreRequirements',
  required: true,
  lane: 'cv',
  timeoutMs: minutes(1),
  failsAs: 'SCORING_FAILED',

  run: async (question, { engines: { taxonomies } }) => ({ match: scoreMatch(question, taxonomies) }),
};
