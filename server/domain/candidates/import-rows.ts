import { emailOf, nameOf, phoneOf } from './identity.ts';
import { foldName } from './names.ts';
import { readCsv } from './read-csv.ts';

export interface ImportedRow {
  /** Of the file, from 1. */
  line: number;
  name: string | null;
  email: string | null;
  phone: string | null;
  externalId: string | null;
  tags: string[];
}

export interface ImportedFile {
  rows: ImportedRow[];
  faults: { line: number; message: string }[];
}

type Column = 'name' | 'first' | 'last' | 'email' | 'phone' | 'externalId' | 'tags';

/** Headings of columns, folded and without spaces, as applicant tracking systems and people write them. */
const headings: Readonly<Record<Column, readonly string[]>> = {
  name: [
    'name',
    'fullname',
    'candidate',
    'candidatename',
    'applicant',
    'applicantname',
    'kandidat',
    'bewerber',
    'displayname',
  ],
  first: ['firstname', 'givenname', 'vorname', 'forename', 'first', 'imie'],
  last: ['lastname', 'surname', 'familyname', 'nachname', 'last', 'nazwisko', 'family'],
  email: [
    'email',
    'emailaddress',
    'mail',
    'candidateemail',
    'applicantemail',
    'emailadresse',
    'emails',
    'primaryemail',
  ],
  phone: [
    'phone',
    'phonenumber',
    'telephone',
    'mobile',
    'mobilephone',
    'tel',
    'telefon',
    'telefonnummer',
    'cell',
  ],
  externalId: [
    'id',
    'externalid',
    'candidateid',
    'applicantid',
    'candidateref',
    'reference',
    'ref',
    'yourid',
    'bewerberid',
    'kandidatid',
  ],
  tags: ['tags', 'tag', 'labels', 'label', 'source'],
};

const MAX_ID_CHARS = 255;

/**
 * Candidates of a CSV file whose first line names its columns, in any order.
 *
 * @returns a sentence where the file as a whole cannot be read
 */
export function readImport(text: string, mostRows: number): ImportedFile | string {
  const lines = readCsv(text);
  if (lines === null) return 'A quote is opened and never closed. Save the file as CSV anew.';
  const [heading, ...rest] = lines;
  if (!heading) return 'The file is empty.';
  const columns = heading.cells.map(columnOf);
  if (!columns.some((column) => column !== null && column !== 'tags' && column !== 'phone'))
    return 'The first line must name the columns. Call one of them "name", "email" or "id".';
  if (rest.length === 0) return 'The file has a heading and no rows.';
  if (rest.length > mostRows) return `The file has ${rest.length} rows. Send at most ${mostRows} at once.`;
  const faults: ImportedFile['faults'] = [];
  const rows = rest.flatMap(({ line, cells }) => {
    const cellOf = (column: Column) =>
      columns.flatMap((one, index) => (one === column && cells[index] ? [cells[index]] : []))[0] ?? '';
    const fault = (message: string) => void faults.push({ line, message });
    const email = emailOf(cellOf('email'));
    if (cellOf('email') && email === null)
      return fault(`"${short(cellOf('email'))}" is no e-mail address.`) ?? [];
    const id = cellOf('externalId');
    if ([...id].length > MAX_ID_CHARS) return fault(`The id has more than ${MAX_ID_CHARS} characters.`) ?? [];
    const name = nameOf(cellOf('name') || `${cellOf('first')} ${cellOf('last')}`);
    if (name === null && email === null && id === '')
      return fault('The row has neither a name nor an e-mail address nor an id.') ?? [];
    const tags = cellOf('tags')
      .split(/[,;|]/)
      .map((tag) => tag.trim())
      .filter(Boolean);
    return [{ line, name, email, phone: phoneOf(cellOf('phone')), externalId: id || null, tags }];
  });
  return { rows, faults };
}

const columnOf = (heading: string): Column | null => {
  const written = foldName(heading).replaceAll(' ', '');
  return (Object.keys(headings) as Column[]).find((column) => headings[column].includes(written)) ?? null;
};

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
