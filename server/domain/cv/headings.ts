import type { SectionKind } from '../languages/pack.ts';
import { cvWords, packs } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import { foldWords } from './words.ts';

/** Where one heading is used for two kinds of section, the first of them has it. */
const headed: readonly SectionKind[] = [
  'summary',
  'experience',
  'education',
  'skills',
  'languages',
  'certificates',
  'projects',
  'awards',
  'publications',
  'volunteering',
  'interests',
  'references',
  'contact',
  'other',
];

/** Sections by their headings as people write them, compared without case, accents and punctuation. */
const kinds = lazy(() => {
  const found = new Map<string, SectionKind>();
  for (const kind of headed) {
    for (const heading of cvWords(({ headings }) => headings?.[kind]).split('|')) {
      const folded = foldWords(heading);
      for (const form of [folded, folded.replaceAll(' ', '')]) if (!found.has(form)) found.set(form, kind);
    }
  }
  return found;
});

/** Longer lines are text, not headings. */
const maxHeadingWords = 6;

/** The section that a line heads; undefined when its words are no known heading. "SKILLS:" and "S K I L L S" count. */
export function headingKind(text: string): SectionKind | undefined {
  if (text.length > 60 || /[@]|\d{3}/.test(text)) return undefined;
  const folded = foldWords(text.replace(/^\s*[\dIVX]{1,4}[.)]\s+/, ''));
  const isSpacedOut = /^(?:\S )+\S$/.test(folded);
  if (!folded || (folded.split(' ').length > maxHeadingWords && !isSpacedOut)) return undefined;
  return kinds().get(folded) ?? kinds().get(folded.replaceAll(' ', '')) ?? combined(folded);
}

/** "Education and Languages", "Skills, Interests": two known headings joined; the first counts. */
function combined(folded: string): SectionKind | undefined {
  for (const { cv } of packs) {
    if (!cv.headingJoint) continue;
    const joint = ` ${cv.headingJoint} `;
    const at = folded.indexOf(joint);
    if (at < 0) continue;
    const first = kinds().get(folded.slice(0, at).trim());
    const second = kinds().get(folded.slice(at + joint.length).trim());
    if (first && second) return first;
  }
  return undefined;
}
