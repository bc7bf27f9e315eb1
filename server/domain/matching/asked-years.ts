import { cvWords } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';

/** "Several years" are at least three. */
const numbers: Readonly<Record<string, number>> = Object.fromEntries([
  ...'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'
    .split(' ')
    .map((word, n) => [word, n + 1] as const),
  ...(['several', 'multiple', 'some', 'few'] as const).map((word) => [word, 3] as const),
  ['couple', 2],
  ['many', 5],
]);

/** For text whose white space is single. "3-5 years" asks for 3. */
const yearsPattern = lazy(
  () =>
    new RegExp(
      `(?<![\\p{L}\\p{N}])(\\d{1,2}|${Object.keys(numbers).join('|')}) ?(?:\\+|-|–|to|or more|of)? ?(?:\\d{1,2} ?)?\\+? ?(?:${cvWords(({ years }) => years)})(?:['’](?!\\p{L}))?`,
      'iu',
    ),
);
export const yearsIn = (text: string): { years: number; start: number; end: number } | null => {
  const match = yearsPattern().exec(text);
  if (!match) return null;
  const years = numbers[match[1]!.toLowerCase()] ?? Number(match[1]);
  return years > 0 ? { years, start: match.index, end: match.index + match[0].length } : null;
};
