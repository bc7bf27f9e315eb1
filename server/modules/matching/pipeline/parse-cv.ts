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

  run: async ({ document, submittedAt }, { engines: { writtenLanguage } }) => {
    const submitted = new Date(submittedAt);
    const asOf = { year: submitted.getUTCFullYear(), month: submitted.getUTCMonth() + 1 };
    const language = await writtenLanguage.of(document.lines.map(({ text }) => text).join('\n'));
    return { profile: parse(document, asOf, language) };
  },
};
