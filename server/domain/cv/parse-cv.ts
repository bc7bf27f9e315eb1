import { contactsOf, headlineOf } from './contacts.ts';
import { educationOf } from './education.ts';
import { experienceMonths } from './experience.ts';
import { languagesOf } from './languages.ts';
import { positionsOf } from './positions.ts';
import { sectionsOf } from './sections.ts';
import { certificatesOf, skillsOf } from './skills.ts';
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
  const positions = positionsOf(document, sections, asOf);
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
  };
}
