import { comparableIn } from '../../server/engines/text/comparable-form.ts';

/** Occurrences by form. */
export type Counts = Map<string, number>;

const latin = /^\p{Script=Latin}+(['-]\p{Script=Latin}+)*$/u;

/** Letters a language's words are written in, where these are not Latin. */
const letters: Readonly<Record<string, RegExp>> = {
  ar: /^\p{Script=Arabic}+$/u,
  hi: /^[\p{Script=Devanagari}\u200C\u200D]+$/u,
  // Its list counts endings of verbs as words and leaves out the commonest small ones: what is written in Hiragana alone is neither whole nor true.
  ja: /^(?!\p{Script=Hiragana}+$)[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+$/u,
  ko: /^\p{Script=Hangul}+$/u,
  ru: /^\p{Script=Cyrillic}+(-\p{Script=Cyrillic}+)*$/u,
  zh: /^\p{Script=Han}+$/u,
};

/** Joins a language's lists of what can be words, each brought to the same size: Portugal's and Brazil's words weigh the same. */
export function joinLists(lists: readonly string[], language: string): { counts: Counts; bodyWords: number } {
  const comparable = comparableIn(language);
  const read = lists.map((text) => {
    const counts: Counts = new Map();
    for (const line of text.split('\n')) {
      const at = line.lastIndexOf(' ');
      const form = comparable(line.slice(0, at));
      if (isSpelt(form, language)) counts.set(form, (counts.get(form) ?? 0) + Number(line.slice(at + 1)));
    }
    return counts;
  });
  const sizes = read.map((counts) => [...counts.values()].reduce((sum, count) => sum + count, 0));
  const bodyWords = Math.max(...sizes);
  const counts: Counts = new Map();
  read.forEach((list, index) => {
    for (const [form, count] of list) {
      counts.set(form, (counts.get(form) ?? 0) + (count * bodyWords) / sizes[index]! / read.length);
    }
  });
  return { counts, bodyWords };
}

/**
 * Whether a form can be a word of the language: its letters, and none of what subtitles stretch ("nooo") or cut off (Hindi's list ends
 * words at a virama, which needs a letter behind it). Punctuation and figures are no words to know.
 */
function isSpelt(form: string, language: string): boolean {
  const isStretched = /(\p{Script=Latin}|\p{Script=Cyrillic})\1\1/u.test(form);
  return (letters[language] ?? latin).test(form) && !isStretched && !form.endsWith('\u094D');
}
