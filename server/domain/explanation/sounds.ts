import type { AccentResult } from '../scoring/accent.ts';

/** An everyday word for each sound, for readers who do not know phonetic letters. */
const examples: Readonly<Record<string, string>> = {
  aa: 'the vowel of "father"',
  ae: 'the vowel of "cat"',
  ah: 'the vowel of "cup"',
  ao: 'the vowel of "saw"',
  aw: 'the vowel of "now"',
  ay: 'the vowel of "time"',
  b: 'the "b" of "bad"',
  ch: 'the "ch" of "chair"',
  d: 'the "d" of "day"',
  dh: 'the "th" of "this"',
  eh: 'the vowel of "bed"',
  er: 'the vowel of "bird"',
  ey: 'the vowel of "day"',
  f: 'the "f" of "five"',
  g: 'the "g" of "go"',
  hh: 'the "h" of "house"',
  ih: 'the vowel of "sit"',
  iy: 'the vowel of "see"',
  jh: 'the "j" of "job"',
  k: 'the "k" of "keep"',
  l: 'the "l" of "late"',
  m: 'the "m" of "make"',
  n: 'the "n" of "new"',
  ng: 'the "ng" of "long"',
  ow: 'the vowel of "go"',
  oy: 'the vowel of "boy"',
  p: 'the "p" of "plan"',
  r: 'the "r" of "right"',
  s: 'the "s" of "see"',
  sh: 'the "sh" of "show"',
  t: 'the "t" of "time"',
  th: 'the "th" of "think"',
  uh: 'the vowel of "book"',
  uw: 'the vowel of "food"',
  v: 'the "v" of "very"',
  w: 'the "w" of "work"',
  y: 'the "y" of "year"',
  z: 'the "z" of "zero"',
  zh: 'the middle sound of "measure"',
};

/** Fewer occurrences than this say nothing about a sound. */
const MIN_OCCURRENCES = 8;

/** Sounds that come out clearly less well than the candidate's own average, worst first, as readers know them; none where none were measured. */
export function unclearSounds(accent: Pick<AccentResult, 'phones'>, limit: number): string[] {
  const known = (accent.phones ?? []).filter(
    ({ count, phone }) => count >= MIN_OCCURRENCES && examples[phone],
  );
  const total = known.reduce((sum, { count }) => sum + count, 0);
  const average = known.reduce((sum, { count, gop }) => sum + count * gop, 0) / Math.max(1, total);
  return known
    .filter(({ gop }) => gop < average - 0.4)
    .slice(0, limit)
    .map(({ phone }) => examples[phone]!);
}
