import { presentOf } from '../languages/en/past-forms.ts';

/** "Was recruited by the navy", "been trained in": done to the candidate, where the sentence has no other subject. */
const suffered = /(?:^|[.;•,–] ?|\bi )(?:was|were|been|being|got|am) (?:\w+ly )?$/i;

/**
 * Whether a word with the same stem as a name still says what the name does: "recruited" does for "recruitment", but not in "detail-oriented"
 * for "orientation", "negotiable" for "negotiation", "medical" for "medication", "briefings" for "briefs", nor where it was done to whom the CV is of.
 *
 * @param form the word in the text, in lower case
 * @param name the word of the name, in lower case and singular
 * @param before the text before the word
 */
export function isInflection(form: string, name: string, before: string): boolean {
  if (/[ai]ble$/.test(form) || (/al$/.test(form) && /(?:ation|icine)$/.test(name))) return false;
  if (before.endsWith('-') && /(?:ed|ing)$/.test(form)) return false;
  if (/ings$/.test(form) && !/ing$/.test(name)) return false;
  return !(/(?:ed|en)$/.test(form) && suffered.test(before));
}

export const singular = (form: string): string => form.replace(/ies$/, 'y').replace(/(?<=[^su])s$/, '');

export const isVerbForm = (form: string): boolean => /ing$/.test(form) || isPast(form);

export const isPast = (form: string): boolean => /ed$/.test(form) || presentOf(form) !== form;

const ofOthers = /\b(?:and|or|but|by|under|as|than|who|that|which)\b|[,;:.()]/i;
const joins = /\b(?:of|in|for|to|with|on|at|from|into|over|through)\b/gi;

/** "Network … administration": the first word as it is, or a verb with what it is done to behind it, and no other thing begun in between. */
export const isInOrder = (form: string, name: string, between: string): boolean =>
  !ofOthers.test(between) &&
  (isVerbForm(name) || (singular(form) === singular(name) && !between.match(joins)));

/** "Administration of the network", "administered and maintained networks". */
export const isTurned = (form: string, between: string): boolean => {
  const rest = between.replaceAll(moreVerbs, '');
  return !ofOthers.test(rest) && (rest.match(joins)?.length ?? 0) === (isVerbForm(form) ? 0 : 1);
};
const moreVerbs = /(?:,| (?:and|or|&)) \p{L}+(?:ed|ing)\b/giu;
