import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import { wholeWords } from './words.ts';

const known = lazy(() => wholeWords(cvWords(({ titles }) => titles)));
/** Of these languages words are found inside words: they are written without spaces. */
const inner = lazy(
  () =>
    new RegExp(
      cvWords(({ titlesInside }) => titlesInside),
      'u',
    ),
);
/** Endings of compounds: "Vertriebsleiterin", "Softwareentwickler". */
const compound = lazy(
  () => new RegExp(`(?:${cvWords(({ titleEndings }) => titleEndings)})(?![\\p{L}\\p{N}])`, 'iu'),
);

/** Whether a text holds a word that names an occupation or rank. */
export function hasTitleWord(text: string): boolean {
  return known().test(text) || inner().test(text) || compound().test(text);
}

const everyTitle = lazy(() => new RegExp(known().source, 'giu'));

/** Where the last such word of a Latin or Cyrillic text ends; 0 without one. */
export function lastTitleEnd(text: string): number {
  let end = 0;
  for (const match of text.matchAll(everyTitle())) end = match.index + match[0].length;
  return end;
}
