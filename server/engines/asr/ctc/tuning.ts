import type { BeamOptions } from '../../../native.ts';
import { beginWord, endWord } from './language-model.ts';

/** Chosen with `scripts/bench/asr-tune.ts`; see ../README.md. */

const search = {
  beam: 14,
  maxTokens: 1200,
  minSymbol: -9,
  latticeBeam: 12,
  beginWord,
  endWord,
  blankInside: true,
} satisfies Partial<BeamOptions>;

/** The search over spellings; a trailing space belongs to each word, so a space counts as just said. */
export const characterSearch: BeamOptions = { ...search, lmWeight: 0.75, wordBonus: 1.4, beginSymbol: 1 };
/** The search over pronunciations. */
export const phoneSearch: BeamOptions = { ...search, lmWeight: 0.75, wordBonus: 1.7, beginSymbol: 0 };

/** Word sequences that each search hands on. */
export const hypothesesPerSearch = 40;

/**
 * Weights of a word sequence's log probabilities when all that is known of it is put together: near what is best for people the
 * acoustic model has not heard (phones 0.9, language 2.2, word 4.4), a step towards those it has (0.25, 1.3, 1.6).
 */
export const together = { characters: 1, phones: 0.8, frames: 0.03, language: 1.7, word: 3.3 };

/** Divides scores before they become probabilities of word sequences. */
export const temperature = 2.5;

/** Logistic regression of "the word was said" on its evidence, learned from adults whom the acoustic model has not heard. */
export const confidenceWeights = {
  constant: 0.92,
  posterior: 0.443,
  around: 0.094,
  fit: 0.394,
  phones: 0.358,
  letters: 0.376,
  language: 0.427,
  length: 0.086,
};
