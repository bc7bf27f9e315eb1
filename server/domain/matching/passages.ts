import { hasTitleWord } from '../cv/title-words.ts';
import type { CvDocument, CvProfile, Evidence } from '../cv/types.ts';
import type { SectionKind } from '../languages/pack.ts';
import { blindfold } from './blind.ts';
import { saidIn } from './denials.ts';
import { isInstruction } from './instructions.ts';
import type { Passage, Zone } from './passage-index.ts';
import { type PlantedLines, plantedLines } from './planted-lines.ts';
import { recencyOf } from './recency.ts';

/** Sections that tell nothing of the work, or only who the candidate is. */
const unread: ReadonlySet<SectionKind> = new Set(['contact', 'references', 'interests']);

const zoneOfSection: Readonly<Partial<Record<SectionKind, Zone>>> = {
  top: 'summary',
  summary: 'summary',
  experience: 'work',
  projects: 'work',
  volunteering: 'work',
  skills: 'skills',
  education: 'education',
  languages: 'languages',
  certificates: 'certificates',
};

/**
 * The lines of a CV by what they tell of, in reading order. Contacts, references, hobbies, persons' and schools' names
 * and personal details are not among them, nor what was planted: nothing that is scored ever sees them.
 */
export function passagesOf(
  document: CvDocument,
  profile: CvProfile,
  { notes, copies }: PlantedLines = plantedLines(document.lines, ''),
): Passage[] {
  const blind = blindfold(profile, document.lines);
  const zones = zonesOf(document, profile);
  const recency = recencyOf(profile.positions);
  const passages: Omit<Passage, 'recency' | 'claimed' | 'denied'>[] = [];
  for (const [index, line] of document.lines.entries()) {
    const place = zones[index];
    if (!place || notes.has(index) || copies.has(index)) continue;
    const text = place.zone === 'education' ? blind.coverSchool(line.text) : blind.cover(line.text);
    if (!text) continue;
    const before = passages.at(-1);
    const previous = document.lines[index - 1];
    // "accoun-" and "tant": the word is whole again where it began.
    if (previous?.isHyphenated && before && before.zone === place.zone && before.text.endsWith('-')) {
      const [rest = '', ...others] = text.split(' ');
      before.text = before.text.slice(0, -1) + rest;
      if (others.length === 0) continue;
      passages.push({ ...place, text: others.join(' '), page: line.page, box: line.box });
    } else passages.push({ ...place, text, page: line.page, box: line.box });
  }
  for (const [position, { title, employer }] of profile.positions.entries()) {
    // "Primary School Teacher" over "Hillside School": of two lines with the same word the reader may take the other.
    const isSwapped =
      title &&
      employer &&
      hasTitleWord(employer.value) &&
      !hasTitleWord(title.value) &&
      !/[,.&]/.test(employer.value);
    for (const [found, zone] of [
      [isSwapped ? employer : title, 'title'],
      [isSwapped ? title : employer, 'employer'],
    ] as const) {
      for (const evidence of found?.evidence ?? [])
        passages.push({ ...placeOf(evidence, blind.cover), zone, position });
    }
  }
  for (const evidence of profile.headline?.evidence ?? []) {
    passages.push({ ...placeOf(evidence, blind.cover), zone: 'headline', position: null });
  }
  return passages
    .filter(({ text }) => text && !isInstruction(text))
    .map((passage) => ({
      ...passage,
      ...saidIn(passage.text),
      recency: passage.position === null ? 1 : recency[passage.position]!,
    }));
}

const placeOf = ({ text, page, box }: Evidence, cover: (text: string) => string) => ({
  text: cover(text),
  page,
  box,
});

interface LinePlace {
  zone: Zone;
  position: number | null;
}

/** Per line where it belongs; null for headings and what is not read. */
function zonesOf({ lines }: CvDocument, profile: CvProfile): (LinePlace | null)[] {
  const zones: (LinePlace | null)[] = lines.map(() => null);
  for (const { kind, firstLine, endLine } of profile.sections) {
    if (unread.has(kind)) continue;
    for (let at = firstLine; at < endLine; at += 1)
      zones[at] = { zone: zoneOfSection[kind] ?? 'other', position: null };
  }
  for (const [position, { firstLine, endLine }] of profile.positions.entries()) {
    for (let at = firstLine; at < endLine; at += 1) zones[at] = { zone: 'work', position };
  }
  // Titles, employers and the headline are passages of their own, from the words that were read as such.
  const named = profile.positions.flatMap(({ title, employer }) => [
    ...(title?.evidence ?? []),
    ...(employer?.evidence ?? []),
  ]);
  for (const { text, page, box } of [...named, ...(profile.headline?.evidence ?? [])]) {
    const at = lines.findIndex(
      (line) =>
        line.page === page && Math.abs(line.box.y - box.y) < line.box.height && line.text.includes(text),
    );
    const line = lines[at];
    if (line && text.length >= line.text.length * 0.5) zones[at] = null;
  }
  return zones;
}
