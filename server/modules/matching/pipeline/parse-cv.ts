import { parseCv as parse } from '../../../domain/cv/parse-cv.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { CvEngines } from './engines.ts';
import type { CvParsed, MatchInput, TextExtracted } from './state.ts';

/** What the CV says of the person, as of the day the match was submitted. */
export const parseCv: RequiredStep<MatchInput & TextExtracted, CvParsed, CvEngines> = {
  name: 'parseCv',
  required: true,
  lane: 'cv',
  timeoutMs: minutes(1),
  failsAs: 'SCORING_FAILED',

  run: async ({ document, submittedAt }) => {
    const submitted = new Date(submittedAt);
    return {
      profile: parse(document, { year: submitted.getUTCFullYear(), month: submitted.getUTCMonth() + 1 }),
    };
  },
};
