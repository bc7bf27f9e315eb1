import { parseCv as parse } from '../../../domain/cv/parse-cv.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { CvReading } from '../../cvs/types.ts';
import type { CvEngines } from './engines.ts';
import type { CvParsed, ReadingInput, TextExtracted } from './state.ts';

/** The month that "present" means, YYYY-MM. */
export const asOfMonth = (submittedAt: string): string => submittedAt.slice(0, 7);

/** Whether a profile is the one that would be made again. */
export const isCurrent = (
  known: Pick<CvReading, 'parserVersion' | 'profileAsOf'>,
  { parserVersion, submittedAt }: Pick<ReadingInput, 'submittedAt'> & Pick<TextExtracted, 'parserVersion'>,
): boolean => known.parserVersion === parserVersion && known.profileAsOf === asOfMonth(submittedAt);

/** What the CV says of the person, as of the day the match was submitted. */
export const parseCv: RequiredStep<ReadingInput & TextExtracted, CvParsed, CvEngines> = {
  name: 'parseCv',
  required: true,
  lane: 'cv',
  timeoutMs: minutes(1),
  failsAs: 'SCORING_FAILED',

  run: async ({ document, submittedAt, known, parserVersion }, { engines: { writtenLanguage } }) => {
    if (known && isCurrent(known, { parserVersion, submittedAt })) return { profile: known.profile };
    const submitted = new Date(submittedAt);
    const asOf = { year: submitted.getUTCFullYear(), month: submitted.getUTCMonth() + 1 };
    const language = await writtenLanguage.of(document.lines.map(({ text }) => text).join('\n'));
    return { profile: parse(document, asOf, language) };
  },
};
