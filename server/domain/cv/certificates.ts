import { certificatesIn } from '../certificates/certificates.ts';
import type { SectionKind } from '../languages/pack.ts';
import { datesIn } from './dates.ts';
import { isSecondarySchool } from './degrees.ts';
import { type FlowingText, flowingText } from './flowing-text.ts';
import { isPlace } from './places.ts';
import { splitAt, type TextRange, withoutDates } from './text-ranges.ts';
import type { CvDocument, CvSection, Found, YearMonth } from './types.ts';
import { foldWords } from './words.ts';

const maxCertificates = 100;
const maxItemChars = 160;
/** Longer pieces are sentences; of those only a certificate's own name counts. */
const maxItemWords = 12;

/** Sections that say nothing of what the candidate holds. */
const unread: ReadonlySet<SectionKind> = new Set([
  'certificates',
  'references',
  'contact',
  'publications',
  'projects',
]);
/** Headings of skills that were trained as often as of courses. */
const weakHeading =
  /^\W*(?:(?:additional|specialized|professional) )?(?:trainings?|courses|coursework|professional development)\W*$/i;

/** "Certified Scrum Master", "Teaching Certification", "Licence in Literacy", "Class B license". */
const credential =
  /^(?:certified|licensed|chartered|registered)\s+(?:in\s+)?\p{Lu}|\b(?:certi?ficate|certification|licen[cs]e|licensure|endorsement)s?\s+(?:of|in|for)\s|\b(?:certified|certi?ficate|certification|licen[cs]e|licensure|endorsement|credential)s?\W*$/iu;
const sign = /\bcerti?fi|\blicen[cs]|\btraining\b|\bcourse\b|\bworkshop\b|\bseminar\b|\bdiploma\b|\d/i;
/** It is spoken of, and not held. */
const notHeld =
  /\b(?:not|no|without|pursuing|toward|towards|studying|preparing|candidate|eligible|in progress|expired|required|requirements?|firms?|clients?|certificates? of (?:deposit|insurance|occupancy|origin))\b/i;
const holding =
  /\b(?:obtained|earned|received|holds?|holding|held|maintain(?:ed|s|ing)?|completed|passed|became|achieved|acquired|certified in|(?:i am|i'm) (?:a )?(?:certified|licensed))\b/i;

/**
 * Certificates, licences and courses, each as written and without its dates: what stands under their headings, and elsewhere what calls
 * itself so or is known as one. In the description of a position it has to be said that the person got it.
 */
export function certificatesOf(
  { lines }: CvDocument,
  sections: readonly CvSection[],
  asOf: YearMonth,
): Found<string>[] {
  const found: Found<string>[] = [];
  for (const { kind, title, firstLine, endLine } of sections) {
    const isListed = kind === 'certificates';
    if (!isListed && unread.has(kind)) continue;
    const flow = flowingText(lines.slice(firstLine, endLine));
    for (const piece of isListed ? listedIn(flow, asOf) : mentionedIn(flow, kind, asOf)) {
      const value = cleaned(flow.text.slice(piece.start, piece.end));
      const isWeak =
        isListed && weakHeading.test(title) && !sign.test(value) && certificatesIn(value, true).length === 0;
      if (!/\p{L}{2}/u.test(value) || value.length > maxItemChars || isWeak) continue;
      found.push({ value, evidence: flow.locate(piece.start, piece.end) });
    }
  }
  return distinct(found).slice(0, maxCertificates);
}

const cleaned = (text: string) =>
  text
    .replace(/\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:.()|–—*-]+|[\s,;:(|–—*-]+$/g, '')
    .replace(/(?<=\p{Ll}{3})\.$/u, '');

/** Items of a list: lines, and within them what commas part, unless the comma is between a certificate and who gave it. */
function listedIn(flow: FlowingText, asOf: YearMonth): TextRange[] {
  return rangesOf(flow.text, /\n|\s{2,}|\s*[;|•·●▪*]\s*|(?<=\p{Ll}{3}\.)\s+(?=\p{Lu})/gu).flatMap((line) => {
    const text = flow.text.slice(line.start, line.end);
    const undated = withoutDates(text, datesIn(text, asOf)).map((part) => moved(part, line.start));
    // Commas inside parentheses belong to the item.
    const parts = undated
      .flatMap((part) => splitAt(flow.text, part, /\s*,\s+(?![^()]*\))/g))
      .filter(({ start, end }) => !isPlace(flow.text.slice(start, end)));
    const isCertificate = ({ start, end }: TextRange) => {
      const part = flow.text.slice(start, end);
      return certificatesIn(part, true).length > 0 || credential.test(part);
    };
    const isList = parts.length > 2 || (parts.length === 2 && parts.every(isCertificate));
    return isList
      ? parts
      : undated.filter(({ start, end }) => !isPlace(flow.text.slice(start, end))).slice(0, 1);
  });
}

/** "Educator Certification Group Facilitator Certification": several, one behind the other. */
const behindOne = '(?<=\\b(?:Certificat(?:e|ion)|Licen[cs]e)s?)\\s+(?=\\p{Lu})';
const inEducation = new RegExp(`\\n|\\s{2,}|\\s*[,;:|•·●▪*]\\s*|\\s+[-–—]\\s+|/|${behindOne}`, 'gu');
const inText = new RegExp(
  `\\n|\\s{2,}|\\s*[,;:|•·●▪*!?]\\s*|(?<=\\p{Ll}{2}\\.)\\s+|\\s+and\\s+(?=\\p{Lu})|${behindOne}`,
  'gu',
);

/** What is called a certificate, or known as one, in other sections. */
function mentionedIn(flow: FlowingText, kind: SectionKind, asOf: YearMonth): TextRange[] {
  return rangesOf(flow.text, /\n/g).flatMap((line) => {
    const row = flow.text.slice(line.start, line.end);
    const isRow = new Set(certificatesIn(row).map(({ certificate }) => certificate.name)).size > 1;
    return rangesOf(row, kind === 'education' ? inEducation : inText).flatMap((part) => {
      const text = row.slice(part.start, part.end);
      const piece = moved(part, line.start);
      if (notHeld.test(text)) return [];
      // Short letters beside other certificates mean what they mean there.
      const known = certificatesIn(text, isRow && text.length <= 6);
      if (kind === 'experience') {
        const isGot =
          holding.test(text) && (known.length > 0 || (/\bmy\b/i.test(text) && credential.test(text)));
        return isGot && wordsIn(text) <= maxItemWords ? [piece] : [];
      }
      const isCalled =
        credential.test(text) && /^[\p{Lu}\d]/u.test(text) && !isSecondary(text) && !isBare(text);
      if (isCalled && wordsIn(text) <= maxItemWords) return [untilDate(text, piece, asOf)];
      // "Member of FFA, FCA": three letters alone are often a club.
      const isTelling = ({ start, end }: TextRange) =>
        isRow || kind === 'skills' || end - start > 3 || text.length > end - start + 3;
      return known.filter(isTelling).map(({ start, end }) => moved({ start, end }, piece.start));
    });
  });
}

/** "Certifications/License" heads something and names nothing. */
const isBare = (text: string) =>
  !/\p{L}{2}/u.test(
    text.replace(
      /\b(?:certi?ficat(?:e|ion)|licen[cs]e|licensure|endorsement|credential|certified|and|other|professional)s?\b/gi,
      '',
    ),
  );

/** School-leaving certificates are education. */
const isSecondary = (text: string) =>
  isSecondarySchool(text) ||
  /\b(?:secondary|leaving certificate|certificate of (?:secondary )?education)\b/i.test(text);

/** What stands behind the dates is the school's name. */
function untilDate(text: string, piece: TextRange, asOf: YearMonth): TextRange {
  const [first] = withoutDates(text, datesIn(text, asOf));
  return first && /\p{L}{3}/u.test(text.slice(first.start, first.end)) ? moved(first, piece.start) : piece;
}

const wordsIn = (text: string) => text.trim().split(/\s+/).length;
const rangesOf = (text: string, splitter: RegExp) => splitAt(text, { start: 0, end: text.length }, splitter);
const moved = ({ start, end }: TextRange, by: number): TextRange => ({ start: start + by, end: end + by });

/** Each once, by what it is known as or by its words; the first mention counts. */
function distinct(found: readonly Found<string>[]): Found<string>[] {
  const seen = new Set<string>();
  return found.filter(({ value }) => {
    const names = certificatesIn(value, true).map(({ certificate }) => certificate.name);
    const keys = names.length > 0 ? names : [foldWords(value)];
    const isNew = keys.some((key) => !seen.has(key));
    for (const key of keys) seen.add(key);
    return isNew;
  });
}
