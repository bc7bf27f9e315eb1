import { packs } from '../languages/registry.ts';
import { lazy } from '../lazy.ts';
import { foldWords } from './words.ts';

/** Languages of the 16 interface languages' speakers' CVs; ISO 639-1. */
const codes =
  'en es fr de pt it nl hi zh ja ko ar tr pl ru sr uk cs sk sl hr bs mk bg ro hu el sv da no fi et lv lt ga cy ca eu gl sq mt is he fa ur bn pa gu mr ta te kn ml si ne th vi id ms tl sw am ha yo ig zu xh af so ka hy az kk uz mn km lo my la yi be'.split(
    ' ',
  );
const isJoined = (name: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(name);

function namesOfAll(): Map<string, string> {
  const names = new Map<string, string>();
  const starts = packs.flatMap(({ cv }) => cv.languageNameStart ?? []);
  for (const locale of packs.flatMap(({ code, nameLocales }) => nameLocales ?? [code])) {
    const display = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' });
    for (const code of codes) {
      const name = foldWords(display.of(code) ?? '');
      const bare = starts.filter((start) => name.startsWith(start)).map((start) => name.slice(start.length));
      for (const form of [name, ...bare]) if (form.length > 1 && !names.has(form)) names.set(form, code);
    }
  }
  for (const { cv } of packs) {
    for (const [name, code] of Object.entries(cv.languageNames ?? {})) names.set(foldWords(name), code);
  }
  // Words of other meaning in ordinary text.
  for (const word of ['us', 'no', 'la', 'lao']) names.delete(word);
  return names;
}

const lookup = lazy(() => {
  const names = namesOfAll();
  const ordered = [...names.keys()].sort((a, b) => b.length - a.length);
  const spaced = ordered.filter((name) => !isJoined(name));
  const joined = ordered.filter(isJoined).map((name) => name.normalize('NFKD'));
  return {
    names,
    patterns: [
      new RegExp(`(?<![\\p{L}\\p{N}])(?:${spaced.join('|')})(?![\\p{L}\\p{N}])`, 'gu'),
      new RegExp(joined.join('|'), 'gu'),
    ],
  };
});

/** Languages a text names, in order, by ISO 639-1 code, with where they stand in the folded text. */
export function languagesNamed(folded: string): { code: string; start: number; end: number }[] {
  const found: { code: string; start: number; end: number }[] = [];
  const { names, patterns } = lookup();
  for (const pattern of patterns) {
    // Not `matchAll`: it copies the pattern, which is far longer than most texts it is for.
    pattern.lastIndex = 0;
    for (let match = pattern.exec(folded); match; match = pattern.exec(folded)) {
      found.push({ code: names.get(match[0])!, start: match.index, end: pattern.lastIndex });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
