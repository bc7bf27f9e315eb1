import type { ParsedCv } from '../cv/parsed-cv.ts';
import type { TitleTable } from './title-table.ts';

/**
 * The CV with the English name behind each title in another language, "Berufskraftfahrerin (Truck driver)", so that rules which know
 * English understand it. Quotes of `headline` and `experience[…].title` are to be taken from the CV as it was sent.
 */
export function withEnglishTitles(cv: ParsedCv, table: Pick<TitleTable, 'inEnglish'>): ParsedCv {
  const told = (title: string | null): string | null => {
    const english = title === null ? [] : table.inEnglish(title);
    return english.length === 0 ? title : `${title} (${english.join(', ')})`;
  };
  return {
    ...cv,
    headline: told(cv.headline),
    experience: cv.experience.map((position) => ({ ...position, title: told(position.title) })),
  };
}
