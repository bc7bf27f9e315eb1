import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import type { DateMention } from './dates.ts';
import { evidenceOf } from './evidence.ts';
import { isOrganisation, isSchool } from './organisation-words.ts';
import { isPlace } from './places.ts';
import { splitAt, type TextRange, withoutDates } from './text-ranges.ts';
import { hasTitleWord, lastTitleEnd } from './title-words.ts';
import type { Found, TextLine } from './types.ts';

/** A part of a position's heading between separators. */
export interface HeaderPiece {
  text: string;
  line: TextLine;
  start: number;
  end: number;
  /** It stands beside others in one line. */
  isBeside: boolean;
}

/** Longer lines hold more than a heading. */
export const maxHeaderChars = 110;

/** Gaps, bars and dots part what stands side by side in a heading; so do spaced dashes, colons and "at". */
const separator = lazy(
  () =>
    new RegExp(
      `\\s{2,}|\\s*[|•·●▪◆]\\s*|\\s+[-–—/]\\s+|\\s*[–—]\\s+|\\s+[–—]\\s*|\\s*[:;]\\s+|\\s+(?:${cvWords(({ at }) => at)}|@)\\s+`,
      'g',
    ),
);

/** Splits heading lines into pieces, dates left out. */
export function headerPieces(
  lines: readonly { line: TextLine; dates: readonly DateMention[] }[],
): HeaderPiece[] {
  return lines.flatMap(({ line, dates }) => {
    const spans = withoutDates(line.text, dates).flatMap((span) => splitAt(line.text, span, separator()));
    // Where the description goes on in the heading's line, only the first pieces are the heading.
    const isRunOn = line.text.length > maxHeaderChars;
    const pieces = spans
      .flatMap((span) => splitCommas(line.text, span))
      .filter(({ start, end }, at) => !isRunOn || (at < 2 && end - start <= 60));
    return pieces.map((span) => ({
      text: line.text.slice(span.start, span.end),
      line,
      ...span,
      isBeside: pieces.length > 1,
    }));
  });
}

/** Commas part a title from an employer, and belong to "City, State", "Acme, Inc." and "Director, Sales". */
function splitCommas(text: string, span: TextRange): TextRange[] {
  const parts = splitAt(text, span, /\s*(?:,\s+|[،、，]\s*)/g);
  if (parts.length === 1) return parts;
  const joined: TextRange[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    const words = text.slice(part.start, part.end);
    const suffix = /^(?:inc|llc|ltd|l\.?p|llp|corp|co|pllc|p\.?c|s\.?a|gmbh)\b\.?/i.test(words);
    if (before && (suffix || isPlace(text.slice(before.start, part.end)))) {
      // "Acme, Berlin, Germany": the employer stays alone.
      const isWhole = isPlace(text.slice(before.start, before.end)) || joined.length > 1 || suffix;
      if (isWhole || !isOrganisation(text.slice(before.start, before.end))) {
        before.end = part.end;
        continue;
      }
    }
    joined.push({ ...part });
  }
  return joined;
}

/**
 * Which piece is the title, which the employer, which the place. Words of occupations decide about the title, forms
 * of companies about the employer; where words say nothing the first piece is the title. "Accountant Acme Inc" without
 * a separator is parted behind the occupation.
 */
export function rolesOf(pieces: readonly HeaderPiece[]): {
  title: Found<string> | null;
  employer: Found<string> | null;
  location: Found<string> | null;
} {
  let rest = pieces.flatMap(splitRunOn);
  const take = (fits: (piece: HeaderPiece) => boolean): HeaderPiece | undefined => {
    const found = rest.find(fits);
    rest = rest.filter((piece) => piece !== found);
    return found;
  };
  const location = take(({ text }) => isPlace(text));
  const title =
    take(({ text }) => hasTitleWord(text) && !isOrganisation(text)) ??
    take(({ text }) => hasTitleWord(text) && !isSchool(text)) ??
    undefined;
  const employer = take(({ text }) => isOrganisation(text) && !isPlace(text));
  const other = rest.filter(({ text }) => !isPlace(text));
  const finalTitle = title ?? other.shift();
  const finalEmployer = employer ?? other.find(({ text }) => text.length <= 80);
  return { title: found(finalTitle), employer: found(finalEmployer), location: found(location) };
}

/** Parts what stands together without a separator: "NY Line Cook", "Acme Inc. Accountant", "Accountant Acme Inc.". */
function splitRunOn(piece: HeaderPiece): HeaderPiece[] {
  const { text } = piece;
  const company = legalForm.exec(text)?.[0];
  const lead = company ?? firstWord(text);
  const afterLead = text.slice(lead.length);
  if (
    lead &&
    hasTitleWord(afterLead) &&
    /^\s+\p{Lu}/u.test(afterLead) &&
    (company !== undefined || (isPlace(lead) && !partOfTitle.test(lead)))
  ) {
    return partAt(piece, lead.length);
  }
  const employer = legalTail.exec(text);
  if (employer && hasTitleWord(text.slice(0, employer.index))) return partAt(piece, employer.index);
  const end = lastTitleEnd(text);
  const tail = text.slice(end);
  if (end === 0 || !/^\s+\p{Lu}/u.test(tail) || !isOrganisation(tail) || isOrganisation(text.slice(0, end))) {
    return [piece];
  }
  return partAt(piece, end);
}

/** A company's name up to its legal form, or the words that templates put in its place. */
const legalForm =
  /^(?:(?:\p{Lu}[\p{L}&.'’-]*\s+){1,4}(?:Inc|LLC|LLP|Ltd|Corp|GmbH|AG|PLC)\b\.?|Company Name(?=\s))/u;

/** "US Business Development Manager" is one title. */
const partOfTitle = /^(?:US|U\.S\.?|UK|EU|IN)$/;

const legalTail =
  /\s+(?:(?:\p{Lu}[\p{L}&.'’-]*\s+){1,2}(?:Inc|LLC|LLP|Ltd|Corp|GmbH|AG|PLC)\b\.?|Company Name)$/u;

const firstWord = (text: string) => /^\S+/.exec(text)?.[0] ?? '';

function partAt(piece: HeaderPiece, at: number): HeaderPiece[] {
  const tail = piece.text.slice(at);
  const start = piece.start + at + (tail.length - tail.trimStart().length);
  return [
    { ...piece, text: piece.text.slice(0, at).trim(), end: piece.start + at },
    { ...piece, text: tail.trim(), start },
  ];
}

function found(piece: HeaderPiece | undefined): Found<string> | null {
  if (!piece) return null;
  const value = piece.text
    .replace(/\s+/g, ' ')
    .replace(/[\s,.;:]+$/, (end) => (end.startsWith('.') ? '.' : ''))
    .trim();
  return { value, evidence: [evidenceOf(piece.line, piece.start, piece.end)] };
}
