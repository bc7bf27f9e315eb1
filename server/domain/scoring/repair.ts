import type { SpokenWord } from '../transcript/types.ts';
import type { CandidateSpeech } from './candidate-speech.ts';
import { counts } from './candidate-speech.ts';
import { plainForm } from './text.ts';

/** A place where the candidate said something again or began anew. */
export interface Repair {
  kind: 'repetition' | 'restart';
  /** Everything from the first attempt to the end of the second. */
  words: SpokenWord[];
}

/** Words people double for emphasis or by grammar, which is no repair: "very very good", "that that". */
const doubled: ReadonlySet<string> = new Set([
  'very',
  'really',
  'so',
  'no',
  'yes',
  'had',
  'that',
  'more',
  'many',
  'bye',
  'far',
  'well',
  'okay',
]);

/**
 * Immediate repetitions and restarts, in time order.
 *
 * A repetition is one to three words said again at once ("in the in the"), fillers between them ignored. A restart
 * goes back to the word that began the phrase and changes what follows ("they found they discovered", "he was he
 * is"): the same pronoun again one or two words later. Recognisers' unsure words are no evidence of either.
 */
export function findRepairs(speech: CandidateSpeech): Repair[] {
  return speech.floors.flatMap(({ allWords }) => {
    const words = allWords.filter((word) => !word.filler);
    const forms = words.map((word) => (counts(word) ? plainForm(word.text) : null));
    const repairs: Repair[] = [];
    for (let at = 0; at < words.length; ) {
      const length = repeatedLength(forms, at);
      if (length > 0) {
        repairs.push({ kind: 'repetition', words: words.slice(at, at + 2 * length) });
        at += length;
        continue;
      }
      const back = restartLength(forms, at);
      if (back > 0) {
        repairs.push({ kind: 'restart', words: words.slice(at, at + back + 2) });
        at += back;
        continue;
      }
      at += 1;
    }
    return repairs;
  });
}

function repeatedLength(forms: readonly (string | null)[], at: number): number {
  for (const length of [3, 2, 1]) {
    const first = forms.slice(at, at + length);
    const second = forms.slice(at + length, at + 2 * length);
    if (second.length < length || first.includes(null)) continue;
    if (first.some((form, index) => form !== second[index])) continue;
    if (length === 1 && (doubled.has(first[0]!) || /\p{N}/u.test(first[0]!))) continue;
    return length;
  }
  return 0;
}

const restartable: ReadonlySet<string> = new Set(['i', 'he', 'she', 'it', 'we', 'they', 'you']);

function restartLength(forms: readonly (string | null)[], at: number): number {
  const first = forms[at];
  if (!first || !restartable.has(first)) return 0;
  // "I think I know" and "you know you can" are whole sentences, not restarts.
  if (
    ['think', 'know', 'guess', 'believe', 'mean', 'said', 'hope', 'say', 'feel', 'thought'].includes(
      forms[at + 1] ?? '',
    )
  ) {
    return 0;
  }
  return forms[at + 1] && forms[at + 2] === first && forms[at + 3] ? 2 : 0;
}

/** Filled pauses ("uh", "um") of the candidate, in time order. Shown, not scored: recognisers differ in writing them. */
export const filledPauses = (speech: CandidateSpeech): SpokenWord[] =>
  speech.floors.flatMap(({ allWords }) => allWords.filter((word) => word.filler && !word.overlap));

/** Events per 100 scored words; 0 without words. */
export const per100Words = (count: number, wordCount: number): number =>
  wordCount === 0 ? 0 : (100 * count) / wordCount;
