import type { QuestionEntry } from '../../../../../domain/interview/by-question.ts';

/** The numbers of an interview's questions as they were asked, from 1; null where nothing was asked. */
export function numbersOf(entries: readonly Pick<QuestionEntry, 'kind'>[]): (number | null)[] {
  let asked = 0;
  return entries.map(({ kind }) => (kind === 'planned' || kind === 'free' ? ++asked : null));
}
