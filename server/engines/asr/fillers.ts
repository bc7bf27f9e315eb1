import type { HeardWord } from './ctm.ts';

/** A pause this long on both sides makes a word stand alone, ms. */
const aloneMs = 150;

/**
 * The model's vocabulary knows "um" and "uh" but its language model has never seen them, so it writes the
 * nearest short word. These cannot stand alone between two pauses in English; where they do, somebody hesitated.
 */
const soundsLikeUm = new Set(["i'm", 'um', 'am', 'an', 'them', 'him', 'hmm']);
const soundsLikeUh = new Set(['uh', 'ah', 'er', 'a', 'the', 'of']);

/** Marks hesitations, and writes them as what they are. `words` in time order, on the recording's clock. */
export function withFillers(words: readonly HeardWord[]): (HeardWord & { filler?: true })[] {
  return words.map((word, i) => {
    const text = soundsLikeUm.has(word.text) ? 'um' : soundsLikeUh.has(word.text) ? 'uh' : undefined;
    const sinceMs = word.startMs - (words[i - 1]?.endMs ?? Number.NEGATIVE_INFINITY);
    const untilMs = (words[i + 1]?.startMs ?? Number.POSITIVE_INFINITY) - word.endMs;
    const always = word.text === 'um' || word.text === 'uh';
    if (text && (always || (sinceMs >= aloneMs && untilMs >= aloneMs)))
      return { ...word, text, filler: true };
    return word;
  });
}
