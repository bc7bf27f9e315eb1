import { type DegreeLevel, degreeLevels } from '../languages/pack.ts';
import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import { hasTitleWord } from './title-words.ts';
import { wholeWords } from './words.ts';

/** Two and three letters without dots mean degrees in capitals only: "MA", never "ma"; "IT" and "AS" need more. */
const cased = /^(?:[A-Z][a-z]{0,2}\.?){2,4}$/;
/** Words that the patterns above know only as a part of something else. */
const wordsOnly = /^(?:as|aa|ab|ma|ms|md|be|jd|cap|bac|its|fp|dea|eso|bs|ba|bts|hbo|dr)$/i;

/** A diploma is what it was given by. */
const generic = /^(?:diploma|certificate|dyplom|diplôme)$/i;
const ofSchool = /high school|secondary school|senior secondary|highschool/i;

/** Whether a degree by its name alone does not say its level. */
export const isGenericDegree = (name: string): boolean => generic.test(name);
export const isSecondarySchool = (text: string): boolean => ofSchool.test(text);

/** Names of degrees, from the highest level to the lowest; the highest found counts. */
const patterns = lazy(() =>
  degreeLevels.toReversed().map((level) => {
    const { source } = wholeWords(cvWords(({ degrees }) => degrees?.[level]));
    return [level, new RegExp(source, 'giu')] as const;
  }),
);

export interface DegreeMention {
  level: DegreeLevel;
  name: string;
  start: number;
  end: number;
}

/** The highest degree a text names, and where; undefined without one. */
export function degreeIn(text: string): DegreeMention | undefined {
  for (const [level, pattern] of patterns()) {
    for (const match of text.matchAll(pattern)) {
      const name = match[0].replace(/[\s,:]+$/, '');
      const letters = name.replace(/[^\p{L}]/gu, '');
      const isShort = letters.length <= 3 && /^[\x20-\x7e]+$/.test(name);
      if (isShort && !cased.test(name.replace(/\s/g, ''))) continue;
      if (wordsOnly.test(letters) && isCapitalised(text, match.index, name) && !name.includes('.')) continue;
      // "GED instructor" teaches for it.
      const next = /^\W*(\p{L}+)/u.exec(text.slice(match.index + name.length))?.[1];
      if (level === 'school' && isShort && next && hasTitleWord(next)) continue;
      if (level === 'vocational' && generic.test(name) && ofSchool.test(text))
        return { level: 'school', name, start: match.index, end: match.index + name.length };
      return { level, name, start: match.index, end: match.index + name.length };
    }
  }
  return undefined;
}

/** In a line of capitals, or in the middle of a name, an abbreviation is no degree: "DETROIT MA", "THE BA GROUP". */
function isCapitalised(text: string, start: number, name: string): boolean {
  const rest = text.slice(0, start) + text.slice(start + name.length);
  return /\p{Lu}{2}/u.test(rest) && !/\p{Ll}/u.test(rest);
}
