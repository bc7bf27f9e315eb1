import { doubled, numberWords, opinionVerbs, restartable } from '../languages/en/speech.ts';
import type { SpokenWord } from '../transcript/types.ts';
import type { CandidateSpeech } from './candidate-speech.ts';
import { counts, isFragment } from './candidate-speech.ts';
import { plainForm } from './text.ts';

/** A place where the candidate said something again or began anew. */
export interface Repair {
  kind: 'repetition' | 'restart';
  /** Everything from the first attempt to the end of the second. */
  words: SpokenWord[];
  /** The first attempt: said, and taken back. */
  abandoned: SpokenWord[];
}

/**
 * Immediate repetitions and restarts, in time order.
 *
 * A repetition is one to three words said again at once ("in the in the"), fillers between them ignored. A restart
 * goes back to the word that began the phrase and changes what follows ("they found they discovered", "he was he
 * is"): the same pronoun again one or two words later. Recognisers' unsure words are no evidence of either.
 */
export function findRepairs(speech: Pick<CandidateSpeech, 'floors'>): Repair[] {
  return speech.floors.flatMap(({ allWords }) => {
    const words = allWords.filter((word) => !word.filler);
    const forms = words.map((word) => (counts(word) && !word.abandoned ? plainForm(word.text) : null));
    const repairs: Repair[] = [];
    for (let at = 0; at < words.length; ) {
      const marked = markedLength(words, at);
      const repeated = repeatedLength(forms, at);
      const back = restartLength(forms, at);
      const [kind, length, shown] =
        marked > 0
          ? again(words, at, marked)
          : repeated > 0
            ? (['repetition', repeated, 2 * repeated] as const)
            : (['restart', back, back + 2] as const);
      if (length > 0) {
        repairs.push({ kind, words: words.slice(at, at + shown), abandoned: words.slice(at, at + length) });
      }
      at += Math.max(1, length);
    }
    return repairs;
  });
}

/** The candidate's words that were said and taken back: in a norm's counts of words they have no place. */
export const abandonedWords = (speech: Pick<CandidateSpeech, 'floors'>): ReadonlySet<SpokenWord> =>
  new Set(findRepairs(speech).flatMap(({ abandoned }) => abandoned));

/** Words from here on that a transcriber marked as taken back or cut off. */
function markedLength(words: readonly SpokenWord[], at: number): number {
  let end = at;
  while (words[end] && (words[end]!.abandoned || isFragment(words[end]!))) end += 1;
  return end - at;
}

/** What was taken back and then said in the same words is a repetition. */
function again(
  words: readonly SpokenWord[],
  at: number,
  length: number,
): readonly [Repair['kind'], length: number, shown: number] {
  const formAt = (index: number) => plainForm(words[index]?.text ?? '');
  const same = Array.from({ length }, (_, n) => formAt(at + n) === formAt(at + length + n)).every(Boolean);
  return same ? ['repetition', length, 2 * length] : ['restart', length, length + 1];
}

function repeatedLength(forms: readonly (string | null)[], at: number): number {
  for (const length of [3, 2, 1]) {
    const first = forms.slice(at, at + length);
    const second = forms.slice(at + length, at + 2 * length);
    if (second.length < length || first.includes(null)) continue;
    if (first.some((form, index) => form !== second[index])) continue;
    if (length === 1 && (doubled.has(first[0]!) || isNumber(first[0]!))) continue;
    return length;
  }
  return 0;
}

/** "Two two seven" is a telephone number. */
const isNumber = (form: string): boolean => /\p{N}/u.test(form) || numberWords.has(form);

function restartLength(forms: readonly (string | null)[], at: number): number {
  const first = forms[at];
  if (!first || !restartable.has(first)) return 0;
  // "I think I know" and "you know you can" are whole sentences, not restarts.
  if (opinionVerbs.has(forms[at + 1] ?? '')) {
    return 0;
  }
  // "He runs, he blocks, he catches" tells of three things.
  if (forms[at + 4] === first || forms[at - 2] === first) return 0;
  return forms[at + 1] && forms[at + 2] === first && forms[at + 3] ? 2 : 0;
}

/** Filled pauses ("uh", "um") of the candidate, in time order. Shown, not scored: recognisers differ in writing them. */
export const filledPauses = (speech: CandidateSpeech): SpokenWord[] =>
  speech.floors.flatMap(({ allWords }) => allWords.filter((word) => word.filler && !word.overlap));

/** Events per 100 scored words; 0 without words. */
export const per100Words = (count: number, wordCount: number): number =>
  wordCount === 0 ? 0 : (100 * count) / wordCount;
