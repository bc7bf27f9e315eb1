import type { SectionKind } from '../languages/pack.ts';
import type { ParsedCv } from './parsed-cv.ts';
import type { CvDocument, CvProfile, Found } from './types.ts';

/** Of what CV search takes of a CV; texts are cut, lists are too. Characters are UTF-16 units. */
export interface ParsedBounds {
  maxNameChars: number;
  maxTextChars: number;
  maxFreeTextChars: number;
  skills: number;
  positions: number;
  education: number;
  languages: number;
  certificates: number;
}

/** Whose lines say something that no field has. Contacts are left out: no search asks for an address. */
const inFields: ReadonlySet<SectionKind> = new Set([
  'contact',
  'summary',
  'experience',
  'education',
  'skills',
  'languages',
  'certificates',
]);

/** A CV that was read from a file, as one that came in fields. What the reader did not understand is in `text`. */
export function parsedFrom(document: CvDocument, profile: CvProfile, bounds: ParsedBounds): ParsedCv {
  const { lines } = document;
  const { contacts } = profile;
  // They stand above the first heading as often as under one of their own.
  const addresses = [...contacts.emails, ...contacts.phones, ...contacts.links].flatMap(({ evidence }) =>
    evidence.map(({ text }) => text),
  );
  const isContact = (text: string) =>
    text === contacts.name?.value || addresses.some((address) => text.includes(address));
  const textOf = (firstLine: number, endLine: number) =>
    lines
      .slice(firstLine, endLine)
      .filter(({ text }) => !isContact(text))
      .map(({ text }) => text)
      .join('\n');
  const sectionsOf = (wanted: (kind: SectionKind) => boolean) =>
    profile.sections
      .filter(({ kind }) => wanted(kind))
      .map(({ firstLine, endLine }) => textOf(firstLine, endLine))
      .join('\n');
  const name = (found: Found<string> | null) => cut(found?.value ?? null, bounds.maxNameChars);
  const names = (found: readonly Found<string>[], most: number) =>
    found.flatMap((one) => name(one) ?? []).slice(0, most);

  const experience = profile.positions.slice(0, bounds.positions).map((position) => ({
    title: name(position.title),
    employer: name(position.employer),
    location: name(position.location),
    dates: position.dates?.value ?? null,
    description: cut(textOf(position.firstLine, position.endLine), bounds.maxTextChars),
  }));
  const education = profile.education.slice(0, bounds.education).map((one) => ({
    degree: cut(one.degree?.value.name ?? null, bounds.maxNameChars),
    field: name(one.field),
    institution: name(one.institution),
    dates: one.dates?.value ?? null,
    isOngoing: one.isOngoing,
  }));
  const isRead = experience.length > 0 || profile.skills.length > 0;
  return {
    language: profile.language,
    fullName: name(profile.contacts.name),
    headline: name(profile.headline),
    summary: cut(
      sectionsOf((kind) => kind === 'summary'),
      bounds.maxTextChars,
    ),
    location: name(profile.contacts.location),
    skills: names(profile.skills, bounds.skills),
    experience,
    education,
    languages: profile.languages.slice(0, bounds.languages).map(({ value }) => ({
      name: value.code,
      level: value.isNative ? 'native' : value.level,
    })),
    certificates: names(profile.certificates, bounds.certificates),
    text: cut(
      sectionsOf((kind) => (isRead ? !inFields.has(kind) : kind !== 'contact')),
      bounds.maxFreeTextChars,
    ),
  };
}

/** Null for what is empty. Never between the halves of a character. */
function cut(text: string | null, maxChars: number): string | null {
  const clean = (text ?? '').trim();
  return clean.slice(0, maxChars).toWellFormed().replace(/�$/u, '').trim() || null;
}
