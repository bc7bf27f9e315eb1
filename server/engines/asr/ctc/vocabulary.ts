import type { Lexicon } from '../../align/lexicon.ts';
import { classOfPhone } from '../../align/phones.ts';
import type { LanguageModel } from './language-model.ts';
import { characterSymbols } from './posteriors.ts';
import type { Ways } from './state-graph.ts';

/** The words that can be recognised, by the language model's numbers. */
export interface Vocabulary {
  words: readonly string[];
  /** Classes of the character head; none for the marks of beginning and end. */
  spellings: readonly (readonly number[])[];
  /** Each word's pronunciations as classes of the phone heads. */
  pronunciations: readonly Ways[];
}

const marks = 2;

export function createVocabulary({ words }: LanguageModel, lexicon: Lexicon): Vocabulary {
  const spoken = lexicon.variants(words.slice(marks));
  return {
    words,
    spellings: words.map((word, number) =>
      number < marks ? [] : [...word].map((character) => characterSymbols.indexOf(character) + 1),
    ),
    pronunciations: words.map((word, number) =>
      number < marks ? [] : (spoken.get(word) ?? []).map((phones) => phones.map(classOfPhone)),
    ),
  };
}
