import { emailOf, nameOf } from '../candidates/identity.ts';
import { foldName } from '../candidates/names.ts';
import { readCsv } from '../candidates/read-csv.ts';

/** A candidate who is to be invited. */
export interface Invitee {
  /** Of the list, from 1. */
  line: number;
  name: string | null;
  /** Null: they can only be handed a link. */
  email: string | null;
  /** Of the mail, ISO 639-1. */
  language: string;
  /** The customer's own id. */
  reference: string | null;
}

/** What is wrong with a line, and what to change. */
export interface LineFault {
  line: number;
  message: string;
}

export interface ReadPeople {
  people: Invitee[];
  faults: LineFault[];
}

interface Raw {
  line: number;
  name: string;
  email: string;
  language: string;
  reference: string;
}
type Column = Exclude<keyof Raw, 'line'> | 'first' | 'last';

/** Headings of columns, folded and without spaces. */
const headings: Readonly<Record<Column, readonly string[]>> = {
  name: ['name', 'fullname', 'candidate', 'candidatename', 'applicant', 'applicantname', 'displayname'],
  first: ['firstname', 'givenname', 'forename', 'first', 'vorname', 'prenom', 'nombre', 'imie'],
  last: ['lastname', 'surname', 'familyname', 'last', 'nachname', 'nom', 'apellidos', 'nazwisko'],
  email: ['email', 'emailaddress', 'mail', 'emailadresse', 'candidateemail', 'primaryemail', 'correo'],
  language: ['language', 'lang', 'locale', 'sprache', 'langue', 'idioma', 'jezyk', 'lingua', 'taal'],
  reference: ['reference', 'ref', 'id', 'externalid', 'candidateref', 'candidateid', 'applicantid'],
};
const MAX_REFERENCE_CHARS = 255;

/**
 * Reads people from a CSV file, cells of a spreadsheet, or addresses as mail programs write them: "Ada <ada@example.org>; …". A first
 * line that names columns decides what is in which; without one, each cell is taken for what it looks like.
 *
 * @param options.language ISO 639-1, for who has none
 * @param options.languageOf ISO 639-1 of a code or a name; undefined for what is none
 * @returns a sentence where nothing of it can be read
 */
export function readPeople(
  text: string,
  options: { most: number; language: string; languageOf(given: string): string | undefined },
): ReadPeople | string {
  const raw = rawOf(text, options.languageOf);
  if (typeof raw === 'string') return raw;
  if (raw.length === 0) return 'The list is empty. Paste one person per line, or choose a CSV file.';
  if (raw.length > options.most) {
    return `The list has ${raw.length} people. Invite at most ${options.most} at once.`;
  }
  const people: Invitee[] = [];
  const faults: LineFault[] = [];
  const lineOf = new Map<string, number>();
  for (const one of raw) {
    const message = faultOf(one, options.languageOf) ?? repeated(one, lineOf);
    if (message !== null) {
      faults.push({ line: one.line, message });
      continue;
    }
    people.push({
      line: one.line,
      // Marks of direction could turn around what stands beside the name.
      name: nameOf(one.name.replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ')),
      email: emailOf(one.email),
      language: one.language === '' ? options.language : options.languageOf(one.language)!,
      reference: one.reference || null,
    });
  }
  return { people, faults };
}

function faultOf(
  { name, email, language, reference }: Raw,
  languageOf: (given: string) => string | undefined,
): string | null {
  if (email !== '' && (emailOf(email) === null || /\.\.|\.$|@\./.test(email))) {
    return `"${short(email)}" is no e-mail address. Write it like ada@example.org.`;
  }
  if (email === '' && nameOf(name) === null && reference === '') {
    return name === ''
      ? 'The line has neither an address nor a name nor a reference. Add one, or take the line out.'
      : `"${short(name)}" is neither a name nor an address. Add an e-mail address.`;
  }
  if (language !== '' && languageOf(language) === undefined) {
    return `"${short(language)}" is none of the 16 languages. Write a code such as "pl", or a name such as "Polish", or leave it empty.`;
  }
  if ([...reference].length > MAX_REFERENCE_CHARS) {
    return `The reference has more than ${MAX_REFERENCE_CHARS} characters. Shorten it.`;
  }
  return null;
}

/** The second of two lines about one person; the first is noted. */
function repeated({ line, email, reference }: Raw, lineOf: Map<string, number>): string | null {
  const keys = [
    ...(email === '' ? [] : [{ said: emailOf(email)!, key: `email ${emailOf(email)}` }]),
    ...(reference === '' ? [] : [{ said: `The reference "${short(reference)}"`, key: `ref ${reference}` }]),
  ];
  for (const { said, key } of keys) {
    const first = lineOf.get(key);
    if (first !== undefined) return `${said} is on line ${first} already. Take one of the two out.`;
  }
  for (const { key } of keys) lineOf.set(key, line);
  return null;
}

function rawOf(text: string, languageOf: (given: string) => string | undefined): Raw[] | string {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const hasHeading = columnsOf(readCsv(lines[0]!)?.[0]?.cells ?? []) !== undefined;
  if (!hasHeading && (/<[^<>]*@[^<>]*>/.test(text) || lines.every(hasAddressesAlone)))
    return lines.flatMap((line, index) => addressesOf(line, index + 1));
  const rows = readCsv(text);
  if (rows === null) return 'A quote is opened and never closed. Save the file as CSV anew.';
  const [first, ...rest] = rows;
  const columns = columnsOf(first?.cells ?? []);
  if (columns) return rest.map((row) => byColumns(row, withAddresses(columns, rest)));
  // Headings of a language that is not known here: no address in the first line, and one in every other.
  const isHeading = rest.length > 0 && !hasAddress(first!) && rest.every(hasAddress);
  return (isHeading ? rest : rows).flatMap((row) => byLooks(row, languageOf));
}

const hasAddress = ({ cells }: { cells: readonly string[] }) => cells.some((cell) => cell.includes('@'));

/** Where no heading says which column has the addresses, it is the one that has some. */
function withAddresses(
  columns: readonly (Column | null)[],
  rows: readonly { cells: readonly string[] }[],
): readonly (Column | null)[] {
  if (columns.includes('email')) return columns;
  const at = columns.findIndex(
    (column, index) => column === null && rows.some(({ cells }) => cells[index]?.includes('@')),
  );
  return columns.map((column, index) => (index === at ? 'email' : column));
}

/** "Lovelace, Ada <ada@example.org>; Grace <…>", or addresses alone with commas, semicolons or spaces between them. */
function addressesOf(text: string, line: number): Raw[] {
  const found: Raw[] = [];
  const person = (name: string, email: string) =>
    found.push({ line, name: givenNameFirst(name), email, language: '', reference: '' });
  let rest = text;
  for (const [whole, before, email] of text.matchAll(/([^<>]*)<([^<>]*)>/g)) {
    const parts = before!.split(';');
    for (const bare of parts.slice(0, -1).flatMap((part) => part.split(/[,\s]+/))) if (bare) person('', bare);
    // A comma may stand within a name, or after an address that had none.
    const [, bare, name] = /^[\s,]*((?:[^\s,]+@[^\s,]+\s*,\s*)*)(.*)$/s.exec(parts.at(-1)!)!;
    for (const address of bare!.split(/[,\s]+/)) if (address) person('', address);
    person(name!.replace(/^[\s,"']+|[\s,"']+$/g, ''), email!.trim());
    rest = rest.replace(whole, '');
  }
  for (const bare of rest.split(/[;,\s]+/)) if (bare) person('', bare);
  return found;
}

const hasAddressesAlone = (line: string) =>
  line.split(/[;,\s]+/).every((part) => part === '' || part.includes('@'));

/** "Lovelace, Ada" as it is said. */
const givenNameFirst = (name: string) => name.replace(/^([^,]+),\s*([^,]+)$/, '$2 $1');

function columnsOf(cells: readonly string[]): (Column | null)[] | undefined {
  const columns = cells.map(columnOf);
  return !hasAddress({ cells }) && columns.some((column) => column !== null && column !== 'language')
    ? columns
    : undefined;
}

const columnOf = (heading: string): Column | null => {
  const written = foldName(heading).replaceAll(/[^\p{L}]/gu, '');
  return (Object.keys(headings) as Column[]).find((column) => headings[column].includes(written)) ?? null;
};

function byColumns(
  { line, cells }: { line: number; cells: string[] },
  columns: readonly (Column | null)[],
): Raw {
  const cellOf = (wanted: Column) => cells.find((cell, at) => columns[at] === wanted && cell !== '') ?? '';
  return {
    line,
    name: cellOf('name') || `${cellOf('first')} ${cellOf('last')}`.trim(),
    email: cellOf('email'),
    language: cellOf('language'),
    reference: cellOf('reference'),
  };
}

/** Each address is a person; with one of them, the other cells are theirs: name, language, reference, the latter two told by their looks. */
function byLooks(
  { line, cells }: { line: number; cells: string[] },
  languageOf: (given: string) => string | undefined,
): Raw[] {
  const emails = cells.filter((cell) => cell.includes('@'));
  if (emails.length > 1) {
    return emails.map((email) => ({ line, name: '', email, language: '', reference: '' }));
  }
  const others = cells.filter((cell) => cell !== '' && !cell.includes('@'));
  const [name = '', ...rest] = others;
  const [isNoLanguage, isLanguage] = [true, false].map((none) =>
    rest.filter((cell) => (languageOf(cell) === undefined) === none),
  );
  const named = isLanguage![0];
  // Where none of several is a language, the first was meant for one.
  const [language, reference] =
    named === undefined && rest.length > 0
      ? [rest[0]!, rest[1] ?? '']
      : [named ?? '', isNoLanguage![0] ?? ''];
  return [{ line, name, email: emails[0] ?? '', language, reference }];
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
