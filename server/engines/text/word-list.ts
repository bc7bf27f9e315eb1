import type { PartOfSpeech } from '../../domain/scoring/text.ts';

/** A line of a frequency list. */
export interface ListedWord {
  word: string;
  /** Occurrences, or anything proportional to them; above 0. */
  count: number;
  lemma: string | null;
  pos: PartOfSpeech | null;
}

const columnNames = {
  word: ['word', 'form', 'spelling', 'token', 'type'],
  count: ['count', 'freqcount', 'wffreqcount', 'freq', 'frequency', 'occurrences', 'n'],
  pos: ['pos', 'dom_pos', 'dom_pos_subtlex', 'upos', 'dominant.pos'],
  lemma: ['lemma', 'dom_lemma', 'lemma_dominant'],
} as const;
type Column = keyof typeof columnNames;

const universalTags: ReadonlySet<string> = new Set(
  'ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X'.split(' '),
);

/** What frequency lists call parts of speech, in the terms of universaldependencies.org. */
const otherTags: Readonly<Record<string, PartOfSpeech>> = {
  adjective: 'ADJ',
  adverb: 'ADV',
  noun: 'NOUN',
  name: 'PROPN',
  verb: 'VERB',
  article: 'DET',
  determiner: 'DET',
  pronoun: 'PRON',
  preposition: 'ADP',
  conjunction: 'CCONJ',
  interjection: 'INTJ',
  number: 'NUM',
  numeral: 'NUM',
  a: 'ADJ',
  n: 'NOUN',
  v: 'VERB',
};

/**
 * Reads a frequency list: UTF-8, one word a line, fields parted by tabs, semicolons, commas or blanks. The first line
 * may name the columns; without names they are word, count, part of speech, lemma.
 *
 * @param name of the file, for faults
 * @throws Error naming the line and what is wrong with it
 */
export function parseWordList(content: Buffer, name: string): ListedWord[] {
  const text = decode(content, name);
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first < 0) throw new Error(`${name} is empty.`);
  const separator = separatorOf(lines[first]!);
  const fieldsOf = (line: string) =>
    line.split(separator).map((field) => field.trim().replace(/^"(.*)"$/, '$1'));
  const columns = columnsOf(fieldsOf(lines[first]!));
  const hasHeading = columns !== null;
  const at: Readonly<Record<Column, number>> = columns ?? { word: 0, count: 1, pos: 2, lemma: 3 };
  if (at.word < 0 || at.count < 0) {
    throw new Error(`${name}, line ${first + 1}: the heading must name the columns "word" and "count".`);
  }
  const words: ListedWord[] = [];
  for (let index = hasHeading ? first + 1 : first; index < lines.length; index++) {
    if (lines[index]!.trim() === '') continue;
    const fields = fieldsOf(lines[index]!);
    const fault = (what: string) => new Error(`${name}, line ${index + 1}: ${what}.`);
    const word = fields[at.word];
    const count = Number(fields[at.count] || Number.NaN);
    if (!word || /\p{Cc}/u.test(word)) throw fault('there is no word');
    if (!Number.isFinite(count) || count < 0) throw fault(`"${fields[at.count] ?? ''}" is no count`);
    if (count === 0) continue;
    words.push({ word, count, pos: tagOf(fields[at.pos]), lemma: fields[at.lemma] || null });
  }
  return words;
}

/** The word itself may be a comma: a line of two parts with a number is told by its blank. */
function separatorOf(line: string): string | RegExp {
  if (line.includes('\t')) return '\t';
  if (/^\S+ +\d+(\.\d+)?$/.test(line.trim())) return / +/;
  return [';', ','].find((character) => line.includes(character)) ?? / +/;
}

/** Null when the line holds data: then its second field is a number. */
function columnsOf(fields: readonly string[]): Record<Column, number> | null {
  if (fields.length >= 2 && Number.isFinite(Number(fields[1] || Number.NaN))) return null;
  const lower = fields.map((field) => field.toLowerCase());
  const find = (column: Column) =>
    lower.findIndex((field) => (columnNames[column] as readonly string[]).includes(field));
  return { word: find('word'), count: find('count'), pos: find('pos'), lemma: find('lemma') };
}

function tagOf(field: string | undefined): PartOfSpeech | null {
  if (!field) return null;
  const upper = field.toUpperCase();
  if (universalTags.has(upper)) return upper as PartOfSpeech;
  return otherTags[field.toLowerCase()] ?? 'X';
}

function decode(content: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new Error(`${name} is not UTF-8 text.`);
  }
}
