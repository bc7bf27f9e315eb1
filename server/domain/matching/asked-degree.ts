import { ofCertificates } from '../certificates/certificates.ts';
import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import { degreeLevelOf } from './score-education.ts';

const degreeParts = lazy(
  () =>
    new RegExp(
      cvWords(({ askedDegreeParts }) => askedDegreeParts),
      'i',
    ),
);

/** "A degree of marketing" asks for a degree; "high degree of care" does not. */
export function degreeIn(
  text: string,
): { name: string; fields: string[]; start: number; end: number } | null {
  // A teaching licence is no degree, whatever "licence" means in France.
  if (
    ofCertificates.test(text) &&
    !/\b(?:degree|diploma|bachelor|master|ph\.?d|doctor|apprentice|vocational|graduat|[bm]\.?sc|mba)/i.test(
      text,
    )
  )
    return null;
  if (/\bdegree of\b/i.test(text) && !/\b(?:bachelor|master|doctor)/i.test(text)) return null;
  const level = degreeLevelOf(text);
  const parts = degreeParts().exec(text);
  if (
    !level ||
    !parts ||
    /\b(?:driv\w+ licen[cs]e|master (?:data|class|plan)|scrum master|chief|school (?:teach\w*|children|pupils|nurse|bus|kitchen)|(?:worked|work|working|job|experience|employed|background) (?:in|at|for|with) (?:an? |the )?(?:\w+[ -])?schools?)\b/i.test(
      text,
    )
  )
    return null;
  const fieldPattern =
    /(?:degree|diploma|bachelor(?:['’]?s)?|master(?:['’]?s)?|ph\.?d\.?|doctorate|mba|m\.?sc\.?|b\.?sc\.?|apprenticeship|vocational (?:training|qualification|education))\s+(?:degree\s+)?(?:(?:in|of)|as(?: an?)?)\s+([^,;.()]{2,80}(?:(?:, (?!\S*(?:experience|knowledge|skill|years|fluen|strong|abilit))[\p{L} ]{2,40}){1,5},? or [\p{L} ]{2,60})?)/iu;
  const field = fieldPattern.exec(text);
  const fields = (field?.[1] ?? '')
    .split(/,?\s+(?:or|and|oder|ou)\s+|\/|,\s/i)
    .map((one) => one.trim())
    .filter(
      (one) =>
        one && !/^(?:a |an )?(?:similar|related|relevant|equivalent|comparable|any|the same)\b/i.test(one),
    );
  const start = text.slice(0, parts.index).search(/[^,;.]*$/);
  const end = field ? field.index + field[0].length : endOfClause(text, parts.index + parts[0].length);
  const isMba = level === 'master' && /\bm\.?b\.?a\b/i.test(text) && !/master/i.test(text);
  return { name: isMba ? 'MBA' : nameOf[level], fields, start, end };
}

const nameOf = {
  school: 'High school',
  // A diploma is a university's in several languages.
  vocational: 'Vocational training',
  bachelor: 'Bachelor',
  master: 'Master',
  doctorate: 'Doctorate',
} as const;

const endOfClause = (text: string, from: number): number => {
  const stop = text
    .slice(from)
    .search(
      /[,;.]| and | or (?!(?:an? )?(?:equivalent|similar|higher|comparable|related|above|relevant|master|bachelor|ph\.?d|diploma|doctor|degree|ged|more)\b)/i,
    );
  return stop < 0 ? text.length : from + stop;
};
