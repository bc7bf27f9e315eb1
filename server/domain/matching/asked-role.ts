import { hasTitleWord } from '../cv/title-words.ts';
import type { NamedSpan, Taxonomies, Taxonomy } from './taxonomy.ts';
import { wordNames } from './word-names.ts';
import type { Token } from './words.ts';

export const ofRank =
  /(?:\b(?:senior|sr\.?|junior|lead|principal|head|assistant|deputy|chief|executive)\s)+$/i;
const roleMarks = /\b(?:as|as an?|roles?|positions?|capacity|titles?|worked as)\b/i;

/** "As a sous chef", "in an HR manager role", and whatever is an occupation's name as a whole; null where no position is asked for. */
export function roleIn(
  text: string,
  part: string,
  phrase: string,
  { occupations, skills }: Taxonomies,
): string | null {
  const [head = ''] = phrase.split(/\s(?:in|at|for|with|on|within)\s/i, 1);
  if (!hasTitleWord(head) || head.split(' ').length > 5) return null;
  const isMarked = roleMarks.test(part);
  // "Photoshop, Illustrator and InDesign" are programs.
  if (!isMarked && isProgram(head, skills)) return null;
  if (occupations.named(head)) return head;
  return isMarked || roleMarks.test(text.replaceAll(/\bas well as\b|\bsuch as\b/gi, '')) ? head : null;
}

const isProgram = (name: string, skills: Taxonomy): boolean =>
  wordNames.has(name.toLowerCase()) && skills.named(name)?.name.toLowerCase() === name.toLowerCase();

/** Says nothing of what people in an occupation do. */
export const ofAny = new Set(
  'staff registered general licensed qualified certified chartered trained freelance sous head chief executive assistant deputy'.split(
    ' ',
  ),
);

/** "Pastry" of "pastry chef", who is listed as a chef: not every chef is one. */
export function narrowing(
  { form, start, end }: Token,
  named: readonly NamedSpan[],
  text: string,
  { occupations }: Taxonomies,
): boolean {
  const span = named.find((one) => start >= one.start && end < one.end);
  if (!span || ofAny.has(form)) return false;
  const occupation = occupations.named(text.slice(span.start, span.end));
  const head = /[\p{L}\p{N}]+$/u.exec(text.slice(span.start, span.end));
  return occupation !== undefined && head !== null && occupations.named(head[0]) === occupation;
}
