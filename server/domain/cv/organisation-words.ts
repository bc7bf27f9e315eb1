import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import { wholeWords } from './words.ts';

const companies = lazy(() => wholeWords(cvWords((words) => words.companies)));
const companiesInner = lazy(
  () =>
    new RegExp(
      cvWords(({ companiesInside }) => companiesInside),
      'u',
    ),
);
const schools = lazy(() => wholeWords(cvWords((words) => words.schools)));
const schoolsInner = lazy(
  () =>
    new RegExp(
      cvWords(({ schoolsInside }) => schoolsInside),
      'u',
    ),
);

/** Whether a text names a company, authority or other employer by its form. */
export function isOrganisation(text: string): boolean {
  return companies().test(text) || companiesInner().test(text) || isSchool(text);
}

/** Whether a text names a school, college or university. */
export function isSchool(text: string): boolean {
  return schools().test(text) || schoolsInner().test(text);
}
