import { packOf } from '../../domain/languages/registry.ts';
import { plainForm } from '../../domain/scoring/text.ts';

/** Arabic's vowel signs and the stroke that lengthens a word are written or left out at will. */
const optionalSigns = /[\u0640\u064B-\u0652\u0670]/g;

/**
 * How a language's written words are compared with a list: in lower case by its own rules (Turkish "I" is "ı"), letters composed in one
 * way, in the first of its scripts, without punctuation at the ends and signs that may be left out.
 */
export function comparableIn(language: string): (word: string) => string {
  const otherLetters = packOf(language)?.otherLetters;
  return (word) => {
    const form = plainForm(word.toLocaleLowerCase(language)).normalize('NFC').replace(optionalSigns, '');
    return otherLetters ? [...form].map((letter) => otherLetters[letter] ?? letter).join('') : form;
  };
}
