import type { PartOfSpeech } from '../scoring/text.ts';
import type { Stretch } from './stretches.ts';

export const errorKinds = [
  'agreement',
  'verbForm',
  'tense',
  'article',
  'plural',
  'countability',
  'comparison',
  'preposition',
  'negation',
  'expression',
] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** Words `from` up to, not including, `to` should be `right`. */
export interface Slip {
  kind: ErrorKind;
  from: number;
  to: number;
  right: string;
}

/** Looks at the word `at` and what stands around it. */
export type Rule = (words: Reading, at: number) => Slip | null;

/** A stretch as rules read it. Outside of it every form is empty. */
export interface Reading {
  length: number;
  form(at: number): string;
  /** Written in capitals throughout, as "SEC" is: it may be said letter by letter. */
  isAbbreviation(at: number): boolean;
  pos(at: number): PartOfSpeech | null;
  /** Up to `count` forms before `at`; null where fewer were heard and the clause did not begin there. */
  before(at: number, count: number): string[] | null;
  /** Whether the phrase that ends before `at` is over there: nothing follows, or a word that begins another. */
  isOver(at: number, following: ReadonlySet<string>): boolean;
}

export function readingOf({ words, opensClause, closesClause }: Stretch): Reading {
  const form = (at: number): string => words[at]?.form ?? '';
  return {
    length: words.length,
    form,
    isAbbreviation: (at) => /^[A-Z]{2,}\b/.test(words[at]?.text ?? ''),
    pos: (at) => words[at]?.pos ?? null,
    before: (at, count) =>
      at < count && !opensClause ? null : words.slice(Math.max(0, at - count), at).map((word) => word.form),
    isOver: (at, following) => (at >= words.length ? closesClause : following.has(form(at))),
  };
}

/** A slip over `length` words from `at`. */
export const slip = (kind: ErrorKind, at: number, length: number, right: string): Slip => ({
  kind,
  from: at,
  to: at + length,
  right,
});
