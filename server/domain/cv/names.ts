import { certificatesIn } from '../certificates/certificates.ts';
import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import { evidenceOf } from './evidence.ts';
import { headingKind } from './headings.ts';
import { isOrganisation } from './organisation-words.ts';
import { isPlace } from './places.ts';
import { usualSize } from './sections.ts';
import { hasTitleWord } from './title-words.ts';
import type { CvDocument, CvSection, Found, TextLine } from './types.ts';
import { escaped, foldWords } from './words.ts';

/** "Curriculum vitae", alone or before a name. */
const ownTitle = lazy(
  () =>
    new RegExp(
      `^(?:${cvWords(({ documentTitles }) => documentTitles)})(?:\\s+(?:of|de|von|di|van))?(?:$|[\\s:–—-]+)`,
      'iu',
    ),
);
const label = lazy(() => new RegExp(`^(?:${cvWords(({ nameLabels }) => nameLabels)})\\s*[:：]\\s*`, 'iu'));
const particle = lazy(() => new RegExp(`^(?:${cvWords(({ nameParticles }) => nameParticles)})$`, 'i'));

/** A name and a title stand among the first lines. */
const headLines = 8;

interface Candidate {
  text: string;
  line: TextLine;
  start: number;
}

/**
 * The person's name: behind a label, by where and how large it stands, as the e-mail address or the file's properties say it, or before
 * letters of a certificate ("Jane Baker, CPA"). Null where nothing shows it.
 */
export function nameOf(
  document: CvDocument,
  sections: readonly CvSection[],
  emails: readonly Found<string>[],
): Found<string> | null {
  const head = document.lines.slice(0, headLines);
  const near = sections
    .filter(({ kind }) => kind === 'top' || kind === 'contact')
    .flatMap(({ firstLine, endLine }) => document.lines.slice(firstLine, endLine));
  const candidates = [...new Set([...head, ...near])].flatMap(candidatesIn);
  const addresses = emails.map(({ value }) => value.split('@')[0]!);
  const owners = ownersOf(document);
  const isWritten = (text: string) =>
    addresses.some((local) => namesOwner(local, text)) || owners.some((owner) => sameName(owner, text));
  const names = candidates.filter(({ text, line }) => head.includes(line) && looksLikeName(text));
  const bodySize = usualSize(document.lines);
  const opensContact = (line: TextLine) =>
    sections.some(({ kind, firstLine }) => kind === 'contact' && document.lines[firstLine] === line);
  const best =
    labelled([...new Set([...head, ...near])]) ??
    names.find(({ text }) => isWritten(text)) ??
    candidates.find(({ text }) => isWritten(text) && !headingKind(text)) ??
    names.find(({ line }) => line.fontSizePt > bodySize + 0.5 || line.isBold) ??
    names.find(({ line }) => line === head.find(({ text }) => ownTitle().exec(text)?.[0] !== text)) ??
    candidates.find(({ text, line }) => opensContact(line) && looksLikeName(text) && !isOfThings(text)) ??
    (names.length === 0 ? namedLikeATitle(candidates) : undefined) ??
    beforeCertificate(document.lines) ??
    document.lines
      .filter(({ text }) => text.length <= 40)
      .flatMap(candidatesIn)
      .find(({ text }) => looksLikeName(text) && isWritten(text)) ??
    owners.map((owner) => standing(owner, document.lines)).find((found) => found !== undefined);
  if (!best) return null;
  return { value: best.text, evidence: [evidenceOf(best.line, best.start, best.start + best.text.length)] };
}

/** What programs and people write around a name in a file's properties. */
const aroundOwner =
  /^microsoft word\s*-\s*|\.(?:docx?|pdf|odt|rtf|pages)$|\b(?:cv|r[eé]sum[eé]|lebenslauf)\b/giu;

/** Whom the file's properties name: "Microsoft Word - Jane Baker CV.doc". Names of programs and occupations are no persons. */
const ownersOf = ({ properties = [] }: CvDocument): string[] =>
  properties
    .map((text) => text.replaceAll('_', ' ').replaceAll(aroundOwner, ' '))
    .map((text) => text.replaceAll(/\s[-–—]\s|\s+/g, ' ').trim())
    .filter(looksLikeName);

/** The same words in any order, whatever their case: "BAKER Jane". */
const sameName = (owner: string, text: string): boolean =>
  foldWords(owner).split(' ').toSorted().join(' ') === foldWords(text).split(' ').toSorted().join(' ');

/** Where a name stands in a line, as it is written there. */
function standing(name: string, lines: readonly TextLine[]): Candidate | undefined {
  const words = name.split(/\s+/).map(escaped);
  const written = new RegExp(`(?<![\\p{L}\\p{M}])${words.join('\\s+')}(?![\\p{L}\\p{M}])`, 'iu');
  for (const line of lines) {
    const found = written.exec(line.text);
    if (found) return { text: found[0], line, start: found.index };
  }
  return undefined;
}

/** Cells of a line, and of a cell what stands before a dash or comma: "Jane Baker – Accountant", "Jane Baker, CPA". */
function candidatesIn(line: TextLine): Candidate[] {
  return cellsOf(line).flatMap(({ text, start }) => {
    const title = ownTitle().exec(text)?.[0] ?? '';
    const own = text.slice(title.length);
    const from = start + title.length;
    const first = /^(.+?)(?:\s+[–—-]\s+|\s*[,(]\s*|\s*[–—]\s*)/u.exec(own)?.[1];
    const given = /^(\p{Lu}[\p{L}\p{M}'’-]+),\s+\p{Lu}[\p{L}\p{M}'’.-]*(?:\s\p{Lu}[\p{L}\p{M}'’.-]*)?$/u.test(
      own,
    );
    const whole = own ? [{ text: own, line, start: from }] : [];
    if (!first || given) return whole;
    return [{ text: first, line, start: from }, ...whole];
  });
}

function labelled(lines: readonly TextLine[]): Candidate | undefined {
  for (const line of lines) {
    for (const { text, start } of cellsOf(line)) {
      const lead = label().exec(text)?.[0];
      const name = lead && text.slice(lead.length).trim();
      if (lead && name && /^\p{L}/u.test(name) && name.split(/\s+/).length <= 6 && !/[\d@]/.test(name))
        return { text: name, line, start: start + lead.length };
    }
  }
  return undefined;
}

/** "jane.baker", "jbaker", "janeb" belong to Jane Baker; a name like an occupation needs two words of the address. */
function namesOwner(local: string, text: string): boolean {
  if (/[\d@:/|]/.test(text)) return false;
  const words = foldWords(text).split(' ').filter(Boolean);
  if (words.length === 0 || words.length > 6) return false;
  const tokens = foldWords(local.replaceAll(/[._+\d-]+/g, ' ')).split(' ');
  const letters = tokens.join('');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const said = words.filter(
    (word) => word.length > 2 && (tokens.includes(word) || (word.length > 3 && letters.includes(word))),
  );
  const isInitial =
    words.length > 1 &&
    (letters === first[0] + last || letters === first + last[0] || letters === last + first[0]);
  if (words.length === 1) return letters === words[0] && words[0].length > 3;
  const isOrdinary = hasTitleWord(text) || isOrganisation(text) || isPlace(text);
  return isOrdinary ? said.length > 1 : said.length > 0 || isInitial;
}

/** "Jane Baker" over "Senior Accountant" or before it: a person who is called like an occupation still has a name. */
function namedLikeATitle([first, ...others]: readonly Candidate[]): Candidate | undefined {
  const words = first?.text.split(/\s+/) ?? [];
  const isLikeName =
    (words.length === 2 || words.length === 3) &&
    words.every(isNamed) &&
    words.filter(hasTitleWord).length === 1 &&
    hasTitleWord(words.at(-1)!);
  if (!first || !isLikeName) return undefined;
  const rests = others.map(({ text }) =>
    text.startsWith(first.text) ? text.slice(first.text.length) : text,
  );
  const isTitle = (text: string, maxWords: number) =>
    !text.includes('@') && text.trim().split(/\s+/).length <= maxWords && hasTitleWord(text);
  const [next] = rests.filter((text) => isTitle(text, 5) || /\p{L}{4}/u.test(text));
  const isPlainWord = words.some((word) => ofThings.test(word) || ofKinds.test(word));
  const isOverTitle = next !== undefined && isTitle(next, 5) && !headingKind(next) && !isPlainWord;
  const hasAddress = rests.some((text) => /\S@\S/.test(text)) && rests.some((text) => isTitle(text, 12));
  return isOverTitle || hasAddress ? first : undefined;
}

/** Whether a text is written like a name: two to four words with capitals, or a few signs of a script without them; no occupation, place or heading. */
function looksLikeName(text: string): boolean {
  if (
    /[\d@:/|]/.test(text) ||
    headingKind(text) ||
    hasTitleWord(text) ||
    isPlace(text) ||
    isOrganisation(text)
  )
    return false;
  if (ownTitle().test(text)) return false;
  if (/^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\s·・]{2,10}$/u.test(text))
    return true;
  const words = text.replace(/,.*$/, '').split(/\s+/);
  const own = words.filter((word) => !particle().test(word));
  // "Baker, Jane".
  const count = text.includes(',') && words.length === 1 && !isOfThings(text) ? 2 : own.length;
  return count >= 2 && count <= 4 && words.length <= 7 && own.every(isNamed);
}

const isNamed = (word: string) => /^(?:\p{Lu}|\p{Lo})[\p{L}\p{M}'’.-]*$/u.test(word) || particle().test(word);

/** Endings of things that a person does or knows: "Project Management, PMP" begins with no name. */
const ofThings =
  /(?:tion|sion|ment|ness|ity|ics|logy|ware|\p{L}{6}ance|\p{L}{6}ence|ship|care|tory|\p{L}{6}ing|ces|ings|ties|able|ible)$/iu;
const isOfThings = (text: string) => text.split(/[\s,]+/).some((word) => ofThings.test(word));

/** Endings of words that tell one occupation from another: "Registered Nurse", "Medical Assistant". */
const ofKinds = /(?:ed|ing|al|ior|ive|ic)$/i;

/**
 * How long the name is that a text begins with before letters of a certificate or degree: "Jane Baker, CPA"; 0 without one.
 *
 * @param isWord whether the CV writes a word small elsewhere: then it is none of a name
 */
export function nameBeforeLetters(text: string, isWord: (word: string) => boolean): number {
  const lead = /^((?:[\p{L}\p{M}'’ʻ.-]+\s+){1,5}[\p{L}\p{M}'’ʻ.-]+)(?:\s*,\s*|\s+[–—-]\s+)/u.exec(text);
  if (!lead) return 0;
  const behind = text.slice(lead[0].length);
  const words = lead[1]!.split(/\s+/);
  const hasLetters =
    certificatesIn(behind)[0]?.start === 0 ||
    /^(?:Ph\.?D|M\.?D|M\.?B\.?A|R\.?N|P\.?E|Esq|J\.?D)\b/.test(behind);
  const isName =
    hasLetters &&
    looksLikeName(lead[1]!) &&
    !words.some((word) => !particle().test(word) && (isWord(word.toLowerCase()) || ofThings.test(word))) &&
    certificatesIn(lead[1]!, true).length === 0;
  return isName ? lead[1]!.length : 0;
}

/** Tells which words a CV writes small somewhere. */
export function smallWordsOf(lines: readonly { text: string }[]): (word: string) => boolean {
  const words = new Set(
    lines.flatMap(({ text }) => text.match(/(?<![\p{L}@.])\p{Ll}[\p{L}\p{M}]+(?![\p{L}@])/gu) ?? []),
  );
  return (word) => words.has(word);
}

function beforeCertificate(lines: readonly TextLine[]): Candidate | undefined {
  const isWord = smallWordsOf(lines);
  for (const line of lines) {
    const length = nameBeforeLetters(line.text, isWord);
    if (length > 0) return { text: line.text.slice(0, length), line, start: 0 };
  }
  return undefined;
}

/** What stands side by side in a line, parted by wide gaps, bars or dots; offsets into the line, end exclusive. */
export function cellsOf({ text }: Pick<TextLine, 'text'>): { text: string; start: number; end: number }[] {
  const cells: { text: string; start: number; end: number }[] = [];
  for (const match of text.matchAll(/(?:(?!\s{2,}|\s*[|•·●]\s*).)+/gu)) {
    const cell = match[0].trim();
    if (cell)
      cells.push({
        text: cell,
        start: match.index + match[0].indexOf(cell),
        end: match.index + match[0].length,
      });
  }
  return cells;
}
