import type { ParsedCv } from '../cv/parsed-cv.ts';
import { linesOf } from '../cv/parsed-cv.ts';
import { jobTitleOf } from './job-title.ts';
import { isKindOf, type Occupation, type TitleTable } from './title-table.ts';
import { titleWords } from './title-words.ts';

/** The occupation that a search asks for. */
export interface AskedOccupation {
  /** In the customer's words; empty where the job has no title. */
  title: string;
  occupations: readonly Occupation[];
}

/** How near the candidate's occupation lies to what is asked for. */
export interface OccupationFit {
  /** 0–1. */
  score: number;
  /** The title that comes nearest, and where it stands; null where the CV has none. */
  title: string | null;
  field: string | null;
}

/** A kind of what is asked for is that; what it is a kind of may be; others of the same kind are hardly. */
const closeness = { same: 1, narrower: 0.95, wider: 0.65, near: 0.4, sibling: 0.35, field: 0.1 } as const;
/** Words in common are no more than a hint where the table does not know a title. */
const wordsAlone = 0.75;
/** What the candidate is now counts whole, what they were the less the longer ago. */
const pastWeights = [1, 0.6, 0.45, 0.3] as const;
const summaryWeight = 0.8;

const maxTitleWords = 10;
const maxSentenceWords = 16;
const maxLineWords = 9;
const maxTextTitles = 4;
/** Of the words of a line that is a title; "installed a printer driver" is none. */
const leastShare = 0.5;
/** A text by itself begins with what the candidate is, after a name at most. */
const headLines = 4;

/**
 * The job's title, and what the first sentence adds to it ("a nurse for our intensive care unit"); that alone where there is no title.
 *
 * @param title as the customer gives it, else as the description has it
 */
export function askedOccupation(
  description: string,
  table: TitleTable,
  title = jobTitleOf(description),
): AskedOccupation {
  const named = table.occupationsIn(title);
  const sentence = description.trimStart().split(/[.!?\n]/, 1)[0]!;
  const told = table.occupationsIn(firstWords(sentence, maxSentenceWords));
  if (named.length === 0 && told.length > 0 && title === jobTitleOf(description))
    return { title: told[0]!.name, occupations: told };
  const narrower = told.filter((one) => named.some((other) => isKindOf(one, other)));
  const wider = named.filter((one) => !narrower.some((other) => isKindOf(other, one)));
  return { title, occupations: [...narrower, ...wider] };
}

const firstWords = (text: string, count: number): string => text.trim().split(/\s+/, count).join(' ');

/** By headline, titles of positions, the first words of the summary; where there are neither, by the lines of the text that are titles. */
export function occupationFit(cv: ParsedCv, asked: AskedOccupation, table: TitleTable): OccupationFit {
  let best: OccupationFit = { score: 0, title: null, field: null };
  if (!asked.title) return best;
  for (const { title, field, weight } of titlesOf(cv, table)) {
    const score = weight * titleCloseness(title, asked, table);
    if (best.title === null || score > best.score) best = { score, title, field };
  }
  return best;
}

const sameFrom = 0.9;
const closeFrom = 0.3;

/** A sentence for people. */
export function occupationReason({ score, title }: OccupationFit, asked: AskedOccupation): string {
  const told =
    title === null
      ? 'The CV has no title.'
      : score >= sameFrom
        ? `The CV has the title "${title}", which means the same.`
        : score >= closeFrom
          ? `The CV has the title "${title}", which is close to it or lies back in time.`
          : 'The CV has no title close to it.';
  return `${asked.title}: ${told}`;
}

interface HeldTitle {
  title: string;
  field: string;
  weight: number;
}

function* titlesOf(cv: ParsedCv, table: TitleTable): Generator<HeldTitle> {
  if (cv.headline) yield { title: cv.headline, field: 'headline', weight: 1 };
  let past = 0;
  for (const [index, { title, dates }] of cv.experience.entries()) {
    if (!title) continue;
    const weight = dates && dates.end === null ? 1 : pastWeights[Math.min(past, pastWeights.length - 1)]!;
    yield { title, field: `experience[${index}].title`, weight };
    past++;
  }
  if (cv.summary)
    yield { title: firstWords(cv.summary, maxTitleWords), field: 'summary', weight: summaryWeight };
  if (!cv.headline && past === 0 && cv.text) yield* titlesInText(cv.text, table);
}

/** Short lines that name an occupation. */
function* titlesInText(text: string, table: TitleTable): Generator<HeldTitle> {
  const lines = linesOf(text);
  let found = 0;
  for (const [index, line] of lines.entries()) {
    if (found === maxTextTitles) return;
    const isHead = index < headLines;
    if (!isHead && line.split(/\s+/).length > maxLineWords) continue;
    const title = firstWords(line, maxTitleWords);
    if (index > 0 && table.titleShare(title) < leastShare) continue;
    yield { title, field: 'text', weight: pastWeights[isHead ? 0 : found]! };
    found++;
  }
}

/** 0–1: by the groups of the table where both titles are known there, else by their words. */
export function titleCloseness(title: string, asked: AskedOccupation, table: TitleTable): number {
  const held = table.occupationsIn(title);
  if (held.length === 0 || asked.occupations.length === 0)
    return wordsAlone * sharedWords(title, asked.title);
  return Math.max(...asked.occupations.flatMap((wanted) => held.map((one) => betweenGroups(one, wanted))));
}

function betweenGroups(held: Occupation, wanted: Occupation): number {
  if (held === wanted) return closeness.same;
  if (isKindOf(held, wanted)) return closeness.narrower;
  // "Engineer" says less of a site engineer than "civil engineer" does.
  if (isKindOf(wanted, held)) return closeness.wider ** (depthOf(wanted) - depthOf(held));
  if (held.wider !== null && held.wider === wanted.wider) return closeness.sibling;
  if (isNear(held, wanted) || isNear(wanted, held)) return closeness.near;
  return held.field === wanted.field ? closeness.field : 0;
}

const depthOf = ({ wider }: Occupation): number => (wider ? 1 + depthOf(wider) : 0);

/** Also what a near group is a kind of. */
const isNear = (one: Occupation, other: Occupation): boolean => {
  for (let at: Occupation | null = one; at; at = at.wider) if (at.near.includes(other.name)) return true;
  return false;
};

/** Say how high a person stands, and not what they are. */
const ranks = new Set(
  'senior junior lead chief head assistant associate deputy vice president manager director supervisor coordinator specialist officer executive administrator intern trainee staff principal general ii iii iv sr jr leiter leitung stellvertretender responsable directeur jefe gerente asistente'.split(
    ' ',
  ),
);
const rankWeight = 0.15;

/** Of the words that are asked for, the share that a title has. */
function sharedWords(title: string, asked: string): number {
  const held = new Set(titleWords(title));
  const wanted = [...new Set(titleWords(asked))];
  const weightOf = (word: string) => (ranks.has(word) ? rankWeight : 1);
  const all = wanted.reduce((sum, word) => sum + weightOf(word), 0);
  if (all === 0) return 0;
  return wanted.reduce((sum, word) => sum + (held.has(word) ? weightOf(word) : 0), 0) / all;
}
