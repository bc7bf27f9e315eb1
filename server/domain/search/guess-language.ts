import { packs } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';

/** Sure only from this many joining words, and this much more than of any other language. */
const leastHits = 4;
const leastLead = 1.3;
const readWords = 600;

const scripts: readonly [code: string, letters: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['hi', /\p{Script=Devanagari}/u],
];

const joining = lazy(() =>
  packs.flatMap(({ code, joiningWords }) =>
    joiningWords ? [{ code, words: new Set(joiningWords.split(' ')) }] : [],
  ),
);

/**
 * The language of a text by its script and its joining words: enough to choose a stemmer, and a thousand times cheaper than a detector.
 *
 * @returns ISO 639-1; null where it is not sure
 */
export function guessLanguage(text: string): string | null {
  const head = text.slice(0, readWords * 8);
  const byScript = scripts.find(([, letters]) => letters.test(head));
  if (byScript) return byScript[0];
  const counts = new Map<string, number>();
  for (const word of head.toLowerCase().split(/[^\p{L}\p{M}]+/u, readWords))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  let best = { code: '', hits: 0 };
  let second = 0;
  for (const { code, words } of joining()) {
    let hits = 0;
    for (const word of words) hits += counts.get(word) ?? 0;
    if (hits > best.hits) {
      second = best.hits;
      best = { code, hits };
    } else second = Math.max(second, hits);
  }
  return best.hits >= leastHits && best.hits >= second * leastLead ? best.code : null;
}
