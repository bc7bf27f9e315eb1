import { openers, possessives, subjectPronouns } from '../languages/en/speech.ts';
import type { TextToken } from './text.ts';

const isVerb = (token: TextToken | undefined): boolean => token?.pos === 'VERB' || token?.pos === 'AUX';

/**
 * Which words of a turn begin a clause, without punctuation: spoken transcripts have none to trust. A rule of thumb.
 *
 * A word begins a clause when it is the first; when a conjunction or relative word ("because", "which", "and") is
 * followed by a verb before the next such word; or when a subject (a pronoun, or a noun phrase with its determiner)
 * with a verb close behind follows a complete clause (one that has had a verb). Where the recogniser does write a final stop,
 * comma or question mark, the word after it begins a clause.
 *
 * @param words as recognised, with any punctuation
 * @param tokens one per word
 */
export function clauseStarts(words: readonly string[], tokens: readonly TextToken[]): boolean[] {
  const starts = words.map(() => false);
  let verbSeen = false;
  let open = 0;
  for (let index = 0; index < words.length; index += 1) {
    const token = tokens[index];
    const begins =
      index === 0 ||
      /[.,;:?!]$/.test(words[index - 1]!) ||
      (isOpener(words[index]!, token) && verbAhead(tokens, words, index + 1, 6)) ||
      (verbSeen && (isSubject(words, tokens, index, open) || isNounSubject(words, tokens, index, open)));
    if (begins) {
      starts[index] = true;
      verbSeen = false;
      open = index;
    }
    if (isVerb(token)) verbSeen = true;
  }
  return starts;
}

function isOpener(word: string, token: TextToken | undefined): boolean {
  return token?.pos === 'CCONJ' || token?.pos === 'SCONJ' || openers.has(word.toLowerCase());
}

/** True when a verb comes within `reach` words and before another conjunction. */
function verbAhead(
  tokens: readonly TextToken[],
  words: readonly string[],
  from: number,
  reach: number,
): boolean {
  for (let index = from; index < Math.min(tokens.length, from + reach); index += 1) {
    if (isVerb(tokens[index])) return true;
    if (index > from && isOpener(words[index]!, tokens[index])) return false;
  }
  return false;
}

/** A subject pronoun with a verb right behind it ("I was", "they really want"), not the object of the word before. */
function isSubject(
  words: readonly string[],
  tokens: readonly TextToken[],
  index: number,
  clauseStart: number,
): boolean {
  if (index - clauseStart < 2 || !subjectPronouns.has(words[index]!.toLowerCase())) return false;
  const before = tokens[index - 1];
  if (!before || before.pos === 'ADP' || before.pos === 'SCONJ' || before.pos === 'CCONJ') return false;
  const next = tokens[index + 1]?.pos === 'ADV' ? tokens[index + 2] : tokens[index + 1];
  return isVerb(next);
}

/** A noun phrase with a verb right behind it ("my director asked"), not the object of the word before it. */
function isNounSubject(
  words: readonly string[],
  tokens: readonly TextToken[],
  index: number,
  clauseStart: number,
): boolean {
  const first = tokens[index]?.pos === 'DET' || possessives.has(words[index]!.toLowerCase());
  const before = tokens[index - 1]?.pos;
  if (!first || index - clauseStart < 2 || before === undefined) return false;
  if (['ADP', 'AUX', 'CCONJ', 'DET', 'PART', 'SCONJ', 'VERB'].includes(before)) return false;
  for (let ahead = index + 1; ahead <= index + 3; ahead += 1) {
    const pos = tokens[ahead]?.pos;
    if (pos === 'ADJ' || pos === 'NUM') continue;
    if (pos !== 'NOUN' && pos !== 'PROPN') return false;
    if (isVerb(tokens[ahead + 1])) return true;
  }
  return false;
}
