import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import type { LanguageLevel } from '../requirements/types.ts';
import { languageLevelIn, type Rank, rankAskedIn, type SkillLevel, skillLevelIn } from './levels.ts';
import { degreeLevelOf } from './score-education.ts';
import type { Concept, NamedSpan, Taxonomies, Taxonomy } from './taxonomy.ts';
import { type Token, wordsOf } from './words.ts';

/** One thing that a sentence asks for. */
export interface AskedThing {
  /** The words of the sentence that name it, without those that say how long or how well. */
  phrase: string;
  /** Taxonomies' concepts in it that no longer one holds. */
  concepts: readonly { concept: Concept; taxonomy: Taxonomy; start: number; end: number }[];
  /** Telling words of the phrase that belong to no concept. */
  otherWords: readonly string[];
}

/** What any one of several things will do for; how long, how well and how high it is asked for, null where it does not say. */
export interface AskedGroup {
  anyOf: readonly AskedThing[];
  years: number | null;
  level: SkillLevel | null;
  rank: Rank | null;
}

/** A sentence such as "At least 3 years with SAP or Oracle and fluent German", taken apart: all of it is asked for. */
export interface AskedText {
  things: readonly AskedGroup[];
  /** Years of nothing in particular; null where none are asked for, or of a thing. */
  years: number | null;
  degree: { name: string; fields: string[] } | null;
  languages: readonly { name: string; level: LanguageLevel | null }[];
}

/** "Several years" are at least three. */
const numbers: Readonly<Record<string, number>> = Object.fromEntries([
  ...'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'
    .split(' ')
    .map((word, n) => [word, n + 1] as const),
  ...(['several', 'multiple', 'some', 'few'] as const).map((word) => [word, 3] as const),
  ['couple', 2],
  ['many', 5],
]);

/** For text whose white space is single. "3-5 years" asks for 3. */
const yearsPattern = lazy(
  () =>
    new RegExp(
      `(?<![\\p{L}\\p{N}])(\\d{1,2}|${Object.keys(numbers).join('|')}) ?(?:\\+|-|–|to|or more|of)? ?(?:\\d{1,2} ?)?\\+? ?(?:${cvWords(({ years }) => years)})(?:['’](?!\\p{L}))?`,
      'iu',
    ),
);
const degreeParts = lazy(
  () =>
    new RegExp(
      cvWords(({ askedDegreeParts }) => askedDegreeParts),
      'i',
    ),
);

export const yearsIn = (text: string): { years: number; start: number; end: number } | null => {
  const match = yearsPattern().exec(text);
  if (!match) return null;
  const years = numbers[match[1]!.toLowerCase()] ?? Number(match[1]);
  return years > 0 ? { years, start: match.index, end: match.index + match[0].length } : null;
};

/** Words that say how well or how long, not what. */
const vague: ReadonlySet<string> = new Set(
  'experience experiences experienced knowledge knowledgeable skill skills skilled ability abilities able good great strong excellent proven working understanding proficiency proficient familiarity familiar basic basics advanced expert expertise solid sound deep thorough extensive hands on hand professional practical demonstrated demonstrable track record background year years month least minimum min over more than relevant related similar equivalent comparable field fields plus preferred preferable preferably desirable required requirement must have has using use used including include includes other various high higher level above below up role roles position positions capacity prior previous past previously very ideally nice candidate candidates job work worked fluent fluency native command intermediate senior junior sr jr lead principal head well area areas environment environments etc e.g i.e speaker speaking language languages conversational elementary mastery is are be being as at least own systems tools building developing under within spoken written oral regulations rules creating delivering performing providing implementing maintaining supporting a1 a2 b1 b2 c1 c2'.split(
    ' ',
  ),
);

/** "A degree is not required": such a clause asks for nothing. */
const nothing =
  /[^.,;()]*\b(?:not|never) (?:required|needed|necessary|essential|a must|expected)\b[^.,;()]*|(?<![^.,;()] ?)\s*no\b[^.,;()]{0,60}\b(?:required|needed|necessary|expected)\b[^.,;()]*/gi;

/** "Business fluent" */
const ofFluency = /\b(?:business|negotiation|fully|absolutely)[ -](?=fluent|proficien)/gi;

/** What parts of a sentence are joined by, in those languages that most requirements are written in. */
const joints = /[,;:•]|\.(?=\s|$)|\((?=\D)|\)|\s[–—-]\s|\s(?:and|as well as|und|et|y)\s|&/giu;
const alternatives = /\/|\s(?:or|oder|ou)\s(?!(?:higher|above|more|similar|equivalent)\b)/giu;

const known = new WeakMap<Taxonomies, Map<string, AskedText>>();
const maxKnown = 2000;

/** Depends on the sentence alone, and is remembered: a search asks the same of every candidate. */
export function readAsked(text: string, book: Taxonomies): AskedText {
  let ofBook = known.get(book);
  if (!ofBook) {
    ofBook = new Map();
    known.set(book, ofBook);
  }
  let found = ofBook.get(text);
  if (!found) {
    found = takeApart(text.replaceAll(/\s+/g, ' ').replaceAll(nothing, ' ').replaceAll(ofFluency, ''), book);
    if (ofBook.size >= maxKnown) ofBook.clear();
    ofBook.set(text, found);
  }
  return found;
}

function takeApart(text: string, book: Taxonomies): AskedText {
  const duration = yearsIn(text);
  const degree = degreeIn(text);
  const spans = longestSpans(text, book);
  const isTaken = (start: number, end: number) =>
    (duration !== null && start < duration.end && end > duration.start) ||
    (degree !== null && start < degree.end && end > degree.start) ||
    spans.some((span) => span.taxonomy === book.languages && start < span.end && end > span.start);

  const words = wordsOf(text, (form) => form).filter(({ start, end }) => !isTaken(start, end));
  // "Deep-sea" is not how well something is known.
  const isBound = (form: string, end: number) => text[end] === '-' && form !== 'hands';
  const thingIn = (from: number, to: number): AskedThing[] => {
    const telling = words.filter(
      ({ form, start, end }) =>
        start >= from && end <= to && !(vague.has(form) && !isBound(form, end)) && !/^\d+$/.test(form),
    );
    const within = spans.filter(
      ({ start, end, taxonomy }) =>
        start >= from && end <= to && taxonomy !== book.languages && !isTaken(start, end),
    );
    const named = within.filter(({ start, end }) =>
      telling.some((word) => word.start >= start && word.end <= end),
    );
    if (telling.length === 0 && named.length === 0) return [];
    const first = Math.min(...telling.map(({ start }) => start), ...named.map(({ start }) => start));
    const last = Math.max(...telling.map(({ end }) => end), ...named.map(({ end }) => end));
    const phrase = text.slice(first, last);
    const others = telling.filter(
      (word) =>
        !named.some(({ start, end }) => word.start < end && word.end > start) ||
        narrowing(word, named, text, book),
    );
    const done = others.length > 0 ? doneIn(text.slice(from, to), from, telling.length, book) : null;
    if (done && done.length > telling.length - others.length)
      return [{ phrase, concepts: done.concepts, otherWords: [] }];
    return [{ phrase, concepts: named, otherWords: others.map(({ form }) => form) }];
  };
  const cuts = (pattern: RegExp, from: number, to: number) =>
    [...text.slice(from, to).matchAll(pattern)]
      .map(({ index, 0: { length } }) => ({ start: from + index, end: from + index + length }))
      .filter((cut) => !spans.some(({ start, end }) => cut.start < end && cut.end > start));
  const between = (pattern: RegExp, from: number, to: number) => {
    const edges = cuts(pattern, from, to);
    return [...edges, { start: to, end: to }].map(({ start }, n) => ({
      from: edges[n - 1]?.end ?? from,
      to: start,
    }));
  };

  const parts = between(joints, 0, text.length).map(({ from, to }) => ({
    from,
    to,
    text: text.slice(from, to),
    anyOf: between(alternatives, from, to).flatMap((part) => thingIn(part.from, part.to)),
  }));
  const groups = parts.filter(({ anyOf }) => anyOf.length > 0);
  // "5 years, Java": what follows is meant.
  const lasting = duration && (groups.find(({ to }) => to >= duration.end) ?? groups.at(-1));
  const languages = spans
    .filter(({ taxonomy }) => taxonomy === book.languages)
    .map(({ concept, start }) => ({
      name: concept.name,
      // "Fluent in Dutch and English" says it once for both.
      level:
        languageLevelIn(parts.find(({ from, to }) => start >= from && start < to)?.text ?? '') ??
        languageLevelIn(text),
    }));
  return {
    things: groups.map((part) => ({
      anyOf: part.anyOf,
      years: part === lasting ? duration!.years : null,
      level: skillLevelIn(part.text),
      rank: rankAskedIn(part.text),
    })),
    years: duration && !lasting ? duration.years : null,
    degree: degree && { name: degree.name, fields: degree.fields },
    languages: languages.filter(({ name }, n) => languages.findIndex((one) => one.name === name) === n),
  };
}

/** Says nothing of what somebody in an occupation does. */
const ofAny = new Set(
  'staff registered general licensed qualified certified chartered trained freelance sous head chief executive assistant deputy'.split(
    ' ',
  ),
);

/** "Pastry" of "pastry chef", who is listed as a chef: not every chef is one. */
function narrowing(
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

/** What a phrase describes rather than names, "supervising a team", if that is most of it. */
function doneIn(part: string, offset: number, words: number, { skills }: Taxonomies) {
  const done = skills.doneIn(part).filter((one) => one.words.length > words / 2);
  const length = Math.max(0, ...done.map((one) => one.words.length));
  if (length === 0) return null;
  const concepts = done
    .filter((one) => one.words.length === length)
    .map(({ concept }) => ({ concept, taxonomy: skills, start: offset, end: offset + part.length }));
  return { concepts, length };
}

/** Names in the sentence that stand in no longer name. */
function longestSpans(text: string, book: Taxonomies) {
  const all = [book.skills, book.occupations, book.industries, book.languages].flatMap((taxonomy) =>
    taxonomy.spansIn(text).map((span: NamedSpan) => ({ ...span, taxonomy })),
  );
  return all.filter(
    ({ start, end }, n) =>
      !all.some(
        (other, at) =>
          other.start <= start &&
          other.end >= end &&
          // Of several meanings of the same words that of a skill is meant, then that of an occupation.
          (other.end - other.start > end - start || at < n),
      ),
  );
}

/** "A degree of marketing" asks for a degree; "high degree of care" does not. */
function degreeIn(text: string): { name: string; fields: string[]; start: number; end: number } | null {
  if (/\bdegree of\b/i.test(text) && !/\b(?:bachelor|master|doctor)/i.test(text)) return null;
  const level = degreeLevelOf(text);
  const parts = degreeParts().exec(text);
  if (
    !level ||
    !parts ||
    /\b(?:driv\w+ licen[cs]e|master (?:data|class|plan)|scrum master|chief|school (?:teach\w*|children|pupils|nurse|bus|kitchen))\b/i.test(
      text,
    )
  )
    return null;
  const fieldPattern =
    /(?:degree|diploma|bachelor(?:['’]?s)?|master(?:['’]?s)?|ph\.?d\.?|doctorate|mba|m\.?sc\.?|b\.?sc\.?|apprenticeship|vocational (?:training|qualification|education))\s+(?:degree\s+)?(?:(?:in|of)|as(?: an?)?)\s+([^,;.()]{2,80})/i;
  const field = fieldPattern.exec(text);
  const fields = (field?.[1] ?? '')
    .split(/\s+(?:or|and|oder|ou)\s+|\//i)
    .map((one) => one.trim())
    .filter(
      (one) =>
        one && !/^(?:a |an )?(?:similar|related|relevant|equivalent|comparable|any|the same)\b/i.test(one),
    );
  const start = text.slice(0, parts.index).search(/[^,;.]*$/);
  const end = field ? field.index + field[0].length : endOfClause(text, parts.index + parts[0].length);
  return { name: nameOf[level], fields, start, end };
}

const nameOf = {
  school: 'High school',
  vocational: 'Vocational diploma',
  bachelor: 'Bachelor',
  master: 'Master',
  doctorate: 'Doctorate',
} as const;

const endOfClause = (text: string, from: number): number => {
  const stop = text.slice(from).search(/[,;.]| and /);
  return stop < 0 ? text.length : from + stop;
};
