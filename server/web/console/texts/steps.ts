import { cvMatchSteps } from '../../../domain/steps/cv-match.ts';
import { speechSteps } from '../../../domain/steps/speech.ts';
import type { Steps } from '../../../domain/steps/steps.ts';
import { inLanguage } from './language.ts';

const titlesOf = <Some extends Steps>(steps: Some) =>
  Object.fromEntries(Object.entries(steps).map(([step, { title }]) => [step, title])) as Readonly<
    Record<keyof Some, string>
  >;

/** The steps of a CV match and of a speech analysis in lists of them, in their order. */
export const matchStepTitles = inLanguage('matchStepTitles', titlesOf(cvMatchSteps));
export const speechStepTitles = inLanguage('speechStepTitles', titlesOf(speechSteps));

/** A step of another version by its bare name. */
export const titleOf = (titles: Readonly<Record<string, string>>, step: string): string =>
  titles[step] ?? step;
