import { vague } from './asked-words.ts';
import { wordsOf } from './words.ts';

/** "Managing people", "line management", "supervisory experience": asks only that the candidate leads; whom and what is left open. */
const leadership = new RegExp(
  [
    /\b(?:lead|leads|leading|led|manag(?:e|es|ed|ing)|supervis(?:e|es|ed|ing)|head(?:s|ed|ing)|direct(?:s|ed|ing)|oversee(?:s|ing)?|oversaw|in charge of|responsib(?:le|ility) for)(?: (?:and|or|\/) \w+(?:ing|ed|e)?)? (?:(?:a|an|the|other|others|one|your|small|large|larger|medium|multiple|several|diverse|high[- ]performing|of|group) )*(?:people|persons|personnel|staff|teams?|others|employees|colleagues|crews?|subordinates|workers|direct reports)\b/,
    /\b(?:people|staff|team|personnel|employee)[- ](?:manage(?:ment|r)|leader(?:ship)?|leading|supervision|managing)\b/,
    /(?:supervisory|managerial|staff management|people[- ]leadership|team[- ]lead(?:er)?) (?:experience|responsibilit(?:y|ies)|background|role|capacity|position)/,
    /experience (?:in|as) (?:an? )?(?:supervisory|managerial)(?: (?:role|capacity|position))?/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** The words that ask for it, where nothing else is asked for; null otherwise. */
export function leadingPeople(part: string): string | null {
  const [phrase] = leadership.exec(part) ?? [];
  if (!phrase) return null;
  const rest = wordsOf(part.replace(phrase, ' '), (form) => form);
  return rest.every(({ form }) => vague.has(form) || ofNothing.has(form) || /^\d+$/.test(form))
    ? phrase
    : null;
}

const ofNothing = new Set('a an the in of with as at and on to for years year'.split(' '));
