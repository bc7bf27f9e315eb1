import { certificatesOf } from './certificates.ts';
import { contactsOf, headlineOf } from './contacts.ts';
import { educationOf } from './education.ts';
import { experienceMonths } from './experience.ts';
import { languagesOf } from './languages.ts';
import { positionsOf } from './positions.ts';
import { sectionsOf } from './sections.ts';
import { skillsOf } from './skills.ts';
import type { CvDocument, CvProfile, YearMonth } from './types.ts';

/**
 * What a CV says of the person, by rules and lists of words; the same document gives the same profile. Every field
 * names the words it was read from and where they stand.
 *
 * @param asOf the month that "present" means
 * @param language it is written in, ISO 639-1; null where that is not sure
 */
export function parseCv(document: CvDocument, asOf: YearMonth, language: string | null): CvProfile {
  const sections = sectionsOf(document);
  const { positions, unclearDates, unreadLines } = positionsOf(document, sections, asOf);
  const contacts = contactsOf(document, sections);
  return {
    language,
    contacts,
    headline: headlineOf(document, sections, contacts.name),
    sections,
    positions,
    totalExperienceMonths: experienceMonths(positions, asOf),
    education: educationOf(document, sections, asOf),
    skills: skillsOf(document, sections),
    languages: languagesOf(document, sections),
    certificates: certificatesOf(document, sections, asOf),
    warnings: [
      ...(unclearDates > 0
        ? [`The dates of ${counted(unclearDates, 'position')} were not understood; they count no months.`]
        : []),
      ...(unreadLines > 0
        ? [
            `${counted(unreadLines, 'line')} with dates ${unreadLines === 1 ? 'was' : 'were'} not understood: a position may be missing.`,
          ]
        : []),
    ],
  };
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
